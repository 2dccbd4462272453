package mortise.core.http.render;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Indents compact JSON by two spaces while it passes, so that a large answer needs no second copy. */
final class PrettyJson extends FilterOutputStream {

    private static final byte[] SPACES = " ".repeat(64).getBytes(StandardCharsets.US_ASCII);

    private int depth;
    private boolean inText;
    private boolean escaped;
    /** The last byte opened an object or array; an end right behind it stays on the line. */
    private boolean opened;

    PrettyJson(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int plainFrom = from;
        for (int i = from; i < from + length; i++) {
            byte b = bytes[i];
            if (inText) {
                endOfText(b);
            } else if (isStructure(b) || opened) {
                out.write(bytes, plainFrom, i - plainFrom);
                structure(b);
                plainFrom = i + 1;
            } else {
                inText = b == '"';
            }
        }
        out.write(bytes, plainFrom, from + length - plainFrom);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    private static boolean isStructure(byte b) {
        return b == '{' || b == '[' || b == '}' || b == ']' || b == ',' || b == ':';
    }

    private void endOfText(byte b) {
        if (escaped) {
            escaped = false;
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            inText = false;
        }
    }

    private void structure(byte b) throws IOException {
        boolean end = b == '}' || b == ']';
        if (end) {
            depth--;
        }
        if (opened != end) {
            newLine();
        }
        opened = b == '{' || b == '[';
        if (opened) {
            depth++;
        }
        inText = b == '"';
        out.write(b);
        if (b == ',') {
            newLine();
        } else if (b == ':') {
            out.write(' ');
        }
    }

    private void newLine() throws IOException {
        out.write('\n');
        for (int left = 2 * depth; left > 0; left -= SPACES.length) {
            out.write(SPACES, 0, Math.min(left, SPACES.length));
        }
    }
}
