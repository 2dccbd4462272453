package mortise.core.codec;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a YAML scalar without quotes or tag means under YAML 1.1: a text, number, boolean or null. As in Kubernetes,
 * {@code 1:30} is no number to the base of 60, and {@code y} and {@code n} are texts.
 *
 * <p>Written by hand rather than with regular expressions, whose cost and stack a client could choose.
 */
final class YamlScalars {

    /** The longest scalar that is looked at as a number, in characters. */
    private static final int NUMBER_LENGTH_MAX = 1000;

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private static final Map<String, Boolean> BOOLEANS = Map.ofEntries(
            Map.entry("true", true),
            Map.entry("True", true),
            Map.entry("TRUE", true),
            Map.entry("yes", true),
            Map.entry("Yes", true),
            Map.entry("YES", true),
            Map.entry("on", true),
            Map.entry("On", true),
            Map.entry("ON", true),
            Map.entry("false", false),
            Map.entry("False", false),
            Map.entry("FALSE", false),
            Map.entry("no", false),
            Map.entry("No", false),
            Map.entry("NO", false),
            Map.entry("off", false),
            Map.entry("Off", false),
            Map.entry("OFF", false));

    /** Plain scalars that some reader of YAML does not take for texts, though this one does. */
    private static final Set<String> DOUBTFUL = Set.of("y", "Y", "n", "N", "=", "<<");

    private YamlScalars() {}

    /**
     * Returns the value of a plain scalar.
     *
     * @throws MalformedBodyException when it is a number that JSON does not have
     */
    static @Nullable Object value(String plain) {
        if (NULLS.contains(plain)) {
            return null;
        }
        Boolean known = BOOLEANS.get(plain);
        if (known != null) {
            return known;
        }
        Number number = mayBeNumber(plain) ? number(plain) : null;
        if (number instanceof Double d && !Double.isFinite(d)) {
            throw new MalformedBodyException("json: unsupported value: " + plain);
        }
        return number != null ? number : plain;
    }

    /** Returns whether a text must be quoted so that every reader of YAML takes it for a text. */
    static boolean needsQuotes(String text) {
        if (NULLS.contains(text) || BOOLEANS.containsKey(text) || DOUBTFUL.contains(text)) {
            return true;
        }
        return mayBeNumber(text) && (number(text) != null || isDoubtfulNumber(text));
    }

    /** Returns whether another reader may take a text for a number or time: {@code 0o17}, {@code 1e3}, a date. */
    private static boolean isDoubtfulNumber(String text) {
        int dots = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            dots += c == '.' ? 1 : 0;
            if (Character.digit(c, 16) < 0 && "+-_:. oxXTtZz".indexOf(c) < 0) {
                return false;
            }
        }
        // Addresses and versions, such as 10.0.0.1, are texts for everyone.
        return dots < 2 && text.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean mayBeNumber(String text) {
        if (text.isEmpty() || text.length() > NUMBER_LENGTH_MAX) {
            return false;
        }
        char first = text.charAt(0);
        return isDigit(first) || first == '-' || first == '+' || first == '.';
    }

    /** Returns the number that a text is, or {@code null}; infinite and no numbers are returned as such. */
    private static @Nullable Number number(String text) {
        boolean signed = text.charAt(0) == '-' || text.charAt(0) == '+';
        boolean negative = text.charAt(0) == '-';
        String digits = (signed ? text.substring(1) : text).replace("_", "");
        if (digits.isEmpty() || text.startsWith("_", signed ? 1 : 0)) {
            return null;
        }
        String lower = digits.toLowerCase(Locale.ROOT);
        if (lower.equals(".inf")) {
            return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (lower.equals(".nan") && !signed) {
            return Double.NaN;
        }
        Number integer = integer(digits, negative);
        return integer != null ? integer : fraction(digits, negative);
    }

    private static @Nullable Number integer(String digits, boolean negative) {
        if (digits.startsWith("0b")) {
            return inRadix(digits.substring(2), 2, negative);
        }
        if (digits.startsWith("0x")) {
            return inRadix(digits.substring(2), 16, negative);
        }
        boolean octal = digits.length() > 1 && digits.charAt(0) == '0';
        return inRadix(digits, octal ? 8 : 10, negative);
    }

    private static @Nullable Number inRadix(String digits, int radix, boolean negative) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) >= 0x80 || Character.digit(digits.charAt(i), radix) < 0) {
                return null;
            }
        }
        if (digits.isEmpty()) {
            return null;
        }
        BigInteger size = new BigInteger(digits, radix);
        BigInteger value = negative ? size.negate() : size;
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : (Number) value.doubleValue();
    }

    private static @Nullable Number fraction(String digits, boolean negative) {
        int at = skipDigits(digits, 0);
        int whole = at;
        int decimals = 0;
        if (at < digits.length() && digits.charAt(at) == '.') {
            int end = skipDigits(digits, at + 1);
            decimals = end - at - 1;
            at = end;
        }
        if (whole + decimals == 0) {
            return null;
        }
        if (at < digits.length() && (digits.charAt(at) == 'e' || digits.charAt(at) == 'E')) {
            int sign = at + 1 < digits.length() && "+-".indexOf(digits.charAt(at + 1)) >= 0 ? 1 : 0;
            int end = skipDigits(digits, at + 1 + sign);
            at = end > at + 1 + sign ? end : 0;
        }
        if (at != digits.length()) {
            return null;
        }
        double size = Double.parseDouble(digits);
        return negative ? -size : size;
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
