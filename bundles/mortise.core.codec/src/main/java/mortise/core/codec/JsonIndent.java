package mortise.core.codec;

/** Lays out valid JSON over lines, in one pass over the bytes and without a tree. */
final class JsonIndent {

    /** Deeper levels are not indented further, so that a deeply nested object does not grow with its depth squared. */
    private static final int LEVELS_MAX = 64;

    private static final String SPACES = "  ".repeat(LEVELS_MAX);

    private final byte[] json;
    private final JsonWriter out;
    private int depth;

    private JsonIndent(byte[] json) {
        this.json = json;
        // Pretty JSON of API objects is about half as long again.
        this.out = new JsonWriter(json.length + json.length / 2 + 16);
    }

    static byte[] indent(byte[] json) {
        var indent = new JsonIndent(json);
        indent.run();
        return indent.out.toBytes();
    }

    private void run() {
        int at = 0;
        while (at < json.length) {
            char c = (char) (json[at] & 0xFF);
            switch (c) {
                case ' ', '\n', '\t', '\r' -> at++;
                case '"' -> at = copyText(at);
                case '{', '[' -> at = open(at, c);
                case '}', ']' -> at = close(at, c);
                default -> at = punctuation(at, c);
            }
        }
    }

    private int copyText(int from) {
        int to = Math.min(ByteScan.textEnd(json, from), json.length - 1);
        out.raw(json, from, to + 1);
        return to + 1;
    }

    private int open(int at, char c) {
        out.raw(c);
        int next = at + 1;
        while (next < json.length && json[next] <= ' ' && json[next] >= 0) {
            next++;
        }
        if (next < json.length && (json[next] == '}' || json[next] == ']')) {
            out.raw((char) json[next]);
            return next + 1;
        }
        depth++;
        newLine();
        return next;
    }

    private int close(int at, char c) {
        depth--;
        newLine();
        out.raw(c);
        return at + 1;
    }

    private int punctuation(int at, char c) {
        out.raw(c);
        if (c == ',') {
            newLine();
        } else if (c == ':') {
            out.raw(' ');
        }
        return at + 1;
    }

    private void newLine() {
        out.raw('\n');
        out.ascii(SPACES.substring(0, 2 * Math.min(Math.max(0, depth), LEVELS_MAX)));
    }
}
