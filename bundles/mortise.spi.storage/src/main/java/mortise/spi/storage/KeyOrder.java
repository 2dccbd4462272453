package mortise.spi.storage;

import java.util.Comparator;

/**
 * The order of keys: that of their UTF-8 bytes as unsigned numbers, which is the order of Unicode code points. It
 * differs from {@link String#compareTo} only where a surrogate pair meets a character from U+E000 on.
 */
public final class KeyOrder implements Comparator<String> {

    /** The only instance. */
    public static final KeyOrder INSTANCE = new KeyOrder();

    private KeyOrder() {
    }

    @Override
    public int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b) ? a - b : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return left.length() - right.length();
    }

    /**
     * Returns the lowest key that is greater than every key with this prefix; empty when there is none.
     * Prefixes end in an ASCII character, for example {@code /registry/pods/}.
     */
    public static String endOfPrefix(String prefix) {
        if (prefix.isEmpty()) {
            return "";
        }
        char last = prefix.charAt(prefix.length() - 1);
        if (last >= 0x7f) {
            throw new IllegalArgumentException("prefix does not end in an ASCII character: " + prefix);
        }
        return prefix.substring(0, prefix.length() - 1) + (char) (last + 1);
    }
}
