package mortise.group.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Finds the blocks of a PEM text; whatever stands between them is left out, and so is what is no base64. */
final class PemBlocks {

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String MARK_END = "-----";

    /**
     * A block.
     *
     * @param type what the markers say that it is
     * @param bytes not to be changed
     */
    record Block(String type, byte[] bytes) {
    }

    private PemBlocks() {
    }

    /** Returns the blocks of a text, in its order. */
    static List<Block> of(byte[] pem) {
        var blocks = new ArrayList<Block>();
        String type = "";
        var base64 = new StringBuilder();
        for (String written : new String(pem, StandardCharsets.ISO_8859_1).split("\n")) {
            String line = written.strip();
            if (isMark(line, BEGIN)) {
                type = name(line, BEGIN);
                base64.setLength(0);
            } else if (isMark(line, END)) {
                if (name(line, END).equals(type)) {
                    add(type, base64.toString(), blocks);
                }
                type = "";
            } else if (line.indexOf(':') < 0) {
                // Lines with a colon are headers, such as those of encrypted keys.
                base64.append(line);
            }
        }
        return blocks;
    }

    private static boolean isMark(String line, String start) {
        return line.startsWith(start) && line.endsWith(MARK_END) && line.length() > start.length() + MARK_END.length();
    }

    private static String name(String line, String start) {
        return line.substring(start.length(), line.length() - MARK_END.length());
    }

    private static void add(String type, String base64, List<Block> blocks) {
        try {
            blocks.add(new Block(type, Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException noBase64) {
            // As if it were not there.
            return;
        }
    }
}
