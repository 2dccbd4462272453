package mortise.core.schema;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Bytes as objects hold them: standard base64 with padding. Line ends in between are allowed on input. */
final class Base64Text {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final byte[] SIX_BITS = sixBits();
    private static final int GROUP = 4;

    private Base64Text() {
    }

    /**
     * Returns the usual form, which is the text itself in most cases.
     *
     * @throws IllegalArgumentException when it is no base64, with the message that users see
     */
    static String canonical(String text) {
        return isCanonical(text) ? text : decodeAndEncode(text);
    }

    private static boolean isCanonical(String text) {
        int length = text.length();
        int padding = 0;
        while (padding < 2 && padding < length && text.charAt(length - 1 - padding) == '=') {
            padding++;
        }
        for (int i = 0; i < length - padding; i++) {
            if (sixBits(text.charAt(i)) < 0) {
                return false;
            }
        }
        // The bits of the last character that belong to no byte are zero: two for each character of padding.
        return length % GROUP == 0
                && (padding == 0 || (sixBits(text.charAt(length - padding - 1)) & (1 << 2 * padding) - 1) == 0);
    }

    private static String decodeAndEncode(String text) {
        var clean = new StringBuilder(text.length());
        int inGroup = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (sixBits(c) >= 0) {
                clean.append(c);
                inGroup = (inGroup + 1) % GROUP;
            } else if (c == '=') {
                checkPadding(text, at, inGroup);
                inGroup = 0;
                break;
            } else if (c != '\n' && c != '\r') {
                throw illegal(at - 1);
            }
        }
        if (inGroup != 0) {
            throw illegal(text.length() - inGroup);
        }
        byte[] bytes = Base64.getDecoder().decode(clean.toString().getBytes(StandardCharsets.ISO_8859_1));
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Checks what follows a first {@code =}, before which a group has the given number of characters. */
    private static void checkPadding(String text, int afterFirst, int inGroup) {
        int at = afterFirst;
        if (inGroup < 2) {
            throw illegal(at - 1);
        }
        if (inGroup == 2) {
            at = skipLineEnds(text, at);
            if (at == text.length()) {
                throw illegal(at);
            }
            if (text.charAt(at) != '=') {
                throw illegal(at - 1);
            }
            at++;
        }
        at = skipLineEnds(text, at);
        if (at < text.length()) {
            throw illegal(at);
        }
    }

    private static int skipLineEnds(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
            at++;
        }
        return at;
    }

    private static int sixBits(char c) {
        return c < SIX_BITS.length ? SIX_BITS[c] : -1;
    }

    private static byte[] sixBits() {
        var values = new byte[128];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) ALPHABET.indexOf(i);
        }
        return values;
    }

    private static IllegalArgumentException illegal(int index) {
        return new IllegalArgumentException("illegal base64 data at input byte " + index);
    }
}
