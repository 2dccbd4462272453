package mortise.core.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import mortise.core.schema.Quantity.Format;
import org.jspecify.annotations.Nullable;

/**
 * Reads one quantity. What is written in the usual form already, or looks as if it were, keeps its text: so does
 * kube-apiserver, which is why {@code +5} and {@code 1.500} stay as they are while {@code 1.5} becomes {@code 1500m}.
 */
final class QuantityParser {

    /** Longest text, in characters; arithmetic with longer ones would take too long. */
    private static final int LENGTH_MAX = 1000;
    /** Greatest power of ten; sums of what is beyond would take too much memory. */
    private static final int EXPONENT_MAX = 1000;
    /** Digits of a number that surely fits a {@code long}. */
    private static final int SURE_DIGITS = 18;
    /** Digits of a number that surely fits a {@code long} after it was multiplied by a power of two. */
    private static final int SURE_BINARY_DIGITS = 14;
    private static final int NANO = -9;
    private static final int THOUSAND = 3;
    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final String NO_QUANTITY = "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String NO_NUMBER = "unable to parse numeric part of quantity";
    private static final String NO_SUFFIX = "unable to parse quantity's suffix";

    /** What a suffix means: a power of two for binary ones, else a power of ten. */
    private record Unit(Format format, int exponent) {
    }

    private static final Map<String, Unit> UNITS = units();

    private final String text;
    private final boolean negative;
    private final int wholeStart;
    private final int wholeEnd;
    private final int fractionStart;
    private final int fractionEnd;

    private QuantityParser(String text) {
        this.text = text;
        char first = text.charAt(0);
        negative = first == '-';
        int start = negative || first == '+' ? 1 : 0;
        int end = digitsEnd(start);
        int stripped = start;
        while (stripped < end && text.charAt(stripped) == '0') {
            stripped++;
        }
        wholeStart = stripped;
        wholeEnd = end;
        fractionStart = end < text.length() && text.charAt(end) == '.' ? end + 1 : end;
        fractionEnd = fractionStart > end ? digitsEnd(fractionStart) : end;
    }

    static Quantity parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(NO_QUANTITY);
        }
        if (text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(NO_NUMBER);
        }
        var parser = new QuantityParser(text);
        Unit unit = parser.unit();
        Quantity quick = unit.format == Format.BINARY ? parser.quickBinary(unit) : parser.quickDecimal(unit);
        return quick != null ? quick : parser.exact(unit);
    }

    /**
     * Says whether a text is short enough that one look shows its usual form: up to three digits, no zero first, and a
     * suffix. Almost all quantities are.
     */
    static boolean isShort(String text) {
        int digits = 0;
        while (digits < text.length() && digits <= THOUSAND && isDigit(text.charAt(digits))) {
            digits++;
        }
        return digits > 0 && digits <= THOUSAND && text.charAt(0) != '0' && switch (text.length() - digits) {
            case 0 -> true;
            case 1 -> "numkMGTPE".indexOf(text.charAt(digits)) >= 0;
            // Ei is left out because of the amounts that are too large for it.
            case 2 -> "KMGTP".indexOf(text.charAt(digits)) >= 0 && text.charAt(digits + 1) == 'i';
            default -> false;
        };
    }

    /** Returns a decimal quantity of few digits, or {@code null} when it has more. */
    private @Nullable Quantity quickDecimal(Unit unit) {
        int fraction = fractionEnd - fractionStart;
        int scale = unit.exponent - fraction;
        if (Math.max(wholeEnd - wholeStart, 1) + fraction > SURE_DIGITS || scale < NANO) {
            return null;
        }
        boolean keeps = scale % THOUSAND == 0 && wholeEnd > wholeStart && !endsWithThousand();
        return new Quantity(BigDecimal.valueOf(signed(digits()), -scale), unit.format, keeps ? text : null);
    }

    /** Returns a binary quantity of few digits, or {@code null} when it has more. */
    private @Nullable Quantity quickBinary(Unit unit) {
        int room = SURE_BINARY_DIGITS - unit.exponent * 3 / 10;
        if (fractionEnd > fractionStart || Math.max(wholeEnd - wholeStart, 1) > room) {
            return null;
        }
        long number = digits();
        BigDecimal amount = BigDecimal.valueOf(signed(number << unit.exponent));
        return new Quantity(amount, unit.format, (number & 7) != 0 ? text : null);
    }

    private Quantity exact(Unit unit) {
        String digits = text.substring(wholeStart, wholeEnd) + text.substring(fractionStart, fractionEnd);
        if (digits.isEmpty() && wholeEnd == (text.charAt(0) == '+' || negative ? 1 : 0)) {
            throw new IllegalArgumentException(NO_NUMBER);
        }
        var amount = new BigDecimal(new BigInteger(digits.isEmpty() ? "0" : digits), fractionEnd - fractionStart);
        amount = unit.format == Format.BINARY
                ? amount.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(unit.exponent)))
                : amount.scaleByPowerOfTen(unit.exponent);
        if (amount.scale() > -NANO) {
            amount = amount.setScale(-NANO, RoundingMode.UP);
        }
        Format format = unit.format;
        if (format == Format.BINARY && amount.compareTo(MAX_BINARY) > 0) {
            amount = MAX_BINARY;
        } else if (format == Format.BINARY && amount.compareTo(BigDecimal.ONE) < 0) {
            format = Format.DECIMAL;
        }
        return new Quantity(negative ? amount.negate() : amount, format, null);
    }

    private Unit unit() {
        int start = fractionEnd;
        int end = start;
        while (end < text.length() && "eEinumkKMGTP".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        if (end < text.length() && (text.charAt(end) == '-' || text.charAt(end) == '+')) {
            end++;
        }
        if (digitsEnd(end) < text.length()) {
            throw new IllegalArgumentException(NO_QUANTITY);
        }
        String suffix = text.substring(start);
        Unit unit = UNITS.get(suffix);
        return unit != null ? unit : new Unit(Format.EXPONENT, exponent(suffix));
    }

    private static int exponent(String suffix) {
        if (suffix.length() > 1 && (suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E')) {
            try {
                int exponent = Integer.parseInt(suffix.substring(1));
                if (Math.abs(exponent) <= EXPONENT_MAX) {
                    return exponent;
                }
            } catch (NumberFormatException notANumber) {
                // Answered below, as is one that is too large.
            }
        }
        throw new IllegalArgumentException(NO_SUFFIX);
    }

    private boolean endsWithThousand() {
        int zeros = 0;
        for (int i = fractionEnd; i > wholeStart && zeros < THOUSAND; i--) {
            char c = text.charAt(i - 1);
            if (c == '0') {
                zeros++;
            } else if (c != '.') {
                return false;
            }
        }
        return zeros == THOUSAND;
    }

    private long digits() {
        long number = 0;
        for (int i = wholeStart; i < fractionEnd; i++) {
            if (text.charAt(i) != '.') {
                number = number * 10 + (text.charAt(i) - '0');
            }
        }
        return number;
    }

    private long signed(long number) {
        return negative ? -number : number;
    }

    private int digitsEnd(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Map<String, Unit> units() {
        var units = new HashMap<String, Unit>();
        String[] decimal = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
        for (int i = 0; i < decimal.length; i++) {
            units.put(decimal[i], new Unit(Format.DECIMAL, NANO + i * THOUSAND));
        }
        String[] binary = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
        for (int i = 0; i < binary.length; i++) {
            units.put(binary[i], new Unit(Format.BINARY, (i + 1) * 10));
        }
        return Map.copyOf(units);
    }
}
