package mortise.core.codec;

import java.util.BitSet;

/**
 * Finds the first syntax error in bytes that a parser refused, and words it as clients of Kubernetes know it from Go's
 * JSON reader. Runs only after a failure; needs no stack for nesting.
 */
final class JsonSyntax {

    private static final int END = -1;

    private final byte[] json;
    /** For each open level whether it is an object; otherwise it is a list. */
    private final BitSet objects = new BitSet();

    private int depth;
    private int at;

    private JsonSyntax(byte[] json) {
        this.json = json;
    }

    /**
     * Checks the grammar of JSON, not the encoding of its texts.
     *
     * @throws MalformedBodyException at the first error
     */
    static void check(byte[] json) {
        new JsonSyntax(json).document();
    }

    private void document() {
        boolean valueIsNext = true;
        while (valueIsNext || depth > 0) {
            skipSpace();
            valueIsNext = valueIsNext ? value() : separator();
        }
        skipSpace();
        if (at < json.length) {
            throw invalid(next(), "after top-level value");
        }
    }

    /** Reads a value, or the opening of one; returns whether a value must come next. */
    private boolean value() {
        int c = next();
        switch (c) {
            case '{' -> {
                return openObject();
            }
            case '[' -> {
                return openList();
            }
            case '"' -> text();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number(c);
        }
        return false;
    }

    private boolean openObject() {
        objects.set(depth++);
        skipSpace();
        if (peek() == '}') {
            return close();
        }
        key();
        return true;
    }

    private boolean openList() {
        objects.clear(depth++);
        skipSpace();
        return peek() == ']' ? close() : true;
    }

    private boolean close() {
        at++;
        depth--;
        return false;
    }

    /** Reads what stands behind a value inside an object or list; returns whether a value must come next. */
    private boolean separator() {
        boolean inObject = objects.get(depth - 1);
        int c = next();
        if (c == (inObject ? '}' : ']')) {
            at--;
            return close();
        }
        if (c != ',') {
            throw invalid(c, inObject ? "after object key:value pair" : "after array element");
        }
        if (inObject) {
            skipSpace();
            key();
        }
        return true;
    }

    private void key() {
        int c = next();
        if (c != '"') {
            throw invalid(c, "looking for beginning of object key string");
        }
        text();
        skipSpace();
        c = next();
        if (c != ':') {
            throw invalid(c, "after object key");
        }
    }

    private void text() {
        for (int c = next(); c != '"'; c = next()) {
            if (c < 0x20) {
                throw invalid(c, "in string literal");
            }
            if (c == '\\') {
                escape();
            }
        }
    }

    private void escape() {
        int c = next();
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                int digit = next();
                if (Character.digit(digit, 16) < 0) {
                    throw invalid(digit, "in \\u hexadecimal character escape");
                }
            }
        } else if ("\"\\/bfnrt".indexOf(c) < 0) {
            throw invalid(c, "in string escape code");
        }
    }

    private void literal(String word) {
        for (int i = 1; i < word.length(); i++) {
            int c = next();
            if (c != word.charAt(i)) {
                throw invalid(c, "in literal " + word + " (expecting '" + word.charAt(i) + "')");
            }
        }
    }

    private void number(int first) {
        int c = first == '-' ? next() : first;
        if (!isDigit(c)) {
            throw invalid(c, first == '-' ? "in numeric literal" : "looking for beginning of value");
        }
        if (c != '0') {
            skipDigits();
        }
        if (peek() == '.') {
            at++;
            digits("after decimal point in numeric literal");
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits("in exponent of numeric literal");
        }
    }

    private void digits(String where) {
        int c = next();
        if (!isDigit(c)) {
            throw invalid(c, where);
        }
        skipDigits();
    }

    private void skipDigits() {
        while (isDigit(peek())) {
            at++;
        }
    }

    private void skipSpace() {
        for (int c = peek(); c == ' ' || c == '\n' || c == '\t' || c == '\r'; c = peek()) {
            at++;
        }
    }

    private int peek() {
        return at < json.length ? json[at] & 0xFF : END;
    }

    private int next() {
        if (at >= json.length) {
            throw new MalformedBodyException("unexpected end of JSON input");
        }
        return json[at++] & 0xFF;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static MalformedBodyException invalid(int c, String where) {
        return new MalformedBodyException("invalid character " + quoted(c) + " " + where);
    }

    /** Returns a byte as a quoted character, bytes above ASCII read as Latin-1. */
    private static String quoted(int c) {
        return switch (c) {
            case '\'' -> "'\\''";
            case '"' -> "'\"'";
            case '\\' -> "'\\\\'";
            case '\n' -> "'\\n'";
            case '\r' -> "'\\r'";
            case '\t' -> "'\\t'";
            case '\b' -> "'\\b'";
            case '\f' -> "'\\f'";
            case 0x07 -> "'\\a'";
            case 0x0B -> "'\\v'";
            default -> isPrintable(c)
                    ? "'" + (char) c + "'"
                    : String.format(c < 0x80 ? "'\\x%02x'" : "'\\u%04x'", c);
        };
    }

    private static boolean isPrintable(int c) {
        return c >= 0x20 && c < 0x7F || c > 0xA0 && c != 0xAD;
    }
}
