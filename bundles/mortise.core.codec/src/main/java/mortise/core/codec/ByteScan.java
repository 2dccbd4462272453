package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the ends of JSON values in bytes without decoding them. Reads what this package wrote: it finds its way through
 * any JSON, but does not check it; past the end it returns an offset beyond the bytes.
 */
final class ByteScan {

    private static final DecodeLimits ANY_TEXT = new DecodeLimits(1, Integer.MAX_VALUE);

    private ByteScan() {}

    /** Returns the byte at an offset, or -1 beyond the end. */
    static int at(byte[] json, int offset) {
        return offset >= 0 && offset < json.length ? json[offset] : -1;
    }

    /** Returns whether ASCII text stands at an offset. */
    static boolean startsWith(byte[] json, int offset, byte[] text) {
        int end = offset + text.length;
        return offset >= 0
                && end <= json.length
                && Arrays.equals(json, offset, end, text, 0, text.length);
    }

    /** Returns the offset of the closing quote of the text whose opening quote is given. */
    static int textEnd(byte[] json, int quote) {
        int at = quote + 1;
        while (at < json.length) {
            byte b = json[at];
            if (b == '"') {
                return at;
            }
            at += b == '\\' ? 2 : 1;
        }
        return json.length;
    }

    /** Returns whether part of a text holds an escape. */
    static boolean hasEscape(byte[] json, int from, int to) {
        for (int at = from; at < to; at++) {
            if (json[at] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Returns the text whose opening quote is given, and whose closing quote is there. */
    static String text(byte[] json, int quote) {
        int end = textEnd(json, quote);
        if (hasEscape(json, quote + 1, end)) {
            byte[] quoted = Arrays.copyOfRange(json, quote, end + 1);
            return String.valueOf(JsonDecoder.decode(quoted, ANY_TEXT).value());
        }
        return new String(json, quote + 1, end - quote - 1, StandardCharsets.UTF_8);
    }

    /** Returns the offset behind the value that starts at an offset. */
    static int valueEnd(byte[] json, int from) {
        int first = at(json, from);
        if (first == '"') {
            return textEnd(json, from) + 1;
        }
        if (first == '{' || first == '[') {
            return nestedEnd(json, from);
        }
        int at = from;
        while (at < json.length && json[at] != ',' && json[at] != '}' && json[at] != ']') {
            at++;
        }
        return at;
    }

    private static int nestedEnd(byte[] json, int from) {
        int depth = 0;
        int at = from;
        while (at < json.length) {
            byte b = json[at];
            if (b == '"') {
                at = textEnd(json, at);
            } else if (b == '{' || b == '[') {
                depth++;
            } else if ((b == '}' || b == ']') && --depth == 0) {
                return at + 1;
            }
            at++;
        }
        return json.length + 1;
    }
}
