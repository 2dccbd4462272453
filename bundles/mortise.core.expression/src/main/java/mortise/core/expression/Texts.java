package mortise.core.expression;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Texts by code points, and values as texts. */
final class Texts {

    private static final int LEAST_EXPONENT = -4;
    private static final int GREATEST_EXPONENT = 21;

    private Texts() {
    }

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns the part between two places that are counted in code points. */
    static String part(String text, long from, long to) {
        int start = text.offsetByCodePoints(0, (int) from);
        return text.substring(start, text.offsetByCodePoints(start, (int) (to - from)));
    }

    /** Compares by code points. */
    static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean pairs = Character.isSurrogate(x) != Character.isSurrogate(y);
                return pairs ? (Character.isSurrogate(x) ? 1 : -1) : x - y;
            }
        }
        return a.length() - b.length();
    }

    /** Returns a value as messages show it. */
    static String shown(@Nullable Object value) {
        return value == null ? "null" : value instanceof Double number ? number(number) : value.toString();
    }

    /** Returns what {@code string()} makes of a value. */
    static String converted(Object value) {
        if (value instanceof Double number) {
            return number(number);
        }
        if (value instanceof Instant time) {
            return time.toString();
        }
        return value instanceof Duration duration ? seconds(duration) : value.toString();
    }

    /** Returns the shortest text that stands for the number. */
    static String number(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent < GREATEST_EXPONENT) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        int size = Math.abs(exponent);
        return (number < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }

    private static String seconds(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds())
                .add(BigDecimal.valueOf(duration.getNano(), 9));
        return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
    }
}
