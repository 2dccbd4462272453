package mortise.core.codec;

/** Text that can be written as UTF-8: half a surrogate pair becomes U+FFFD, as it does in other JSON readers. */
final class WellFormed {

    private static final char REPLACEMENT = '\uFFFD';

    private WellFormed() {}

    /** Returns the text, with every lone surrogate replaced. */
    static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isLone(text, i)) {
                return repaired(text);
            }
        }
        return text;
    }

    /** Returns whether bytes may decode to a lone surrogate: they hold a hexadecimal escape or its lead byte. */
    static boolean isDoubtful(byte[] json) {
        for (int i = 0; i < json.length; i++) {
            byte b = json[i];
            if (b == (byte) 0xED || b == '\\' && i + 1 < json.length && json[i + 1] == 'u') {
                return true;
            }
        }
        return false;
    }

    private static String repaired(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (isLone(text, i)) {
                chars[i] = REPLACEMENT;
            }
        }
        return new String(chars);
    }

    private static boolean isLone(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
