package mortise.core.expression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code format} of texts: {@code '%s has %d'.format([a, b])}. */
final class TextFormat {

    static final String DECLARED = """
            string -> format(list(dyn)): string
            """;

    private static final int USUAL_PRECISION = 6;
    private static final int PRECISION_MAX = 1000;

    private final String pattern;
    private final List<?> values;
    private final StringBuilder result = new StringBuilder();
    private int at;
    private int next;

    private TextFormat(String pattern, List<?> values) {
        this.pattern = pattern;
        this.values = values;
    }

    static void register(Registry registry) {
        registry.add("format", String.class, List.class, (pattern, values) -> new TextFormat(pattern, values).run());
    }

    private String run() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c != '%') {
                result.append(c);
            } else if (at < pattern.length() && pattern.charAt(at) == '%') {
                result.append('%');
                at++;
            } else {
                clause();
            }
        }
        return result.toString();
    }

    private void clause() {
        int precision = USUAL_PRECISION;
        if (at < pattern.length() && pattern.charAt(at) == '.') {
            int start = ++at;
            while (at < pattern.length() && Character.isDigit(pattern.charAt(at))) {
                at++;
            }
            String digits = pattern.substring(start, at);
            precision = digits.isEmpty() || digits.length() > 4 ? PRECISION_MAX + 1 : Integer.parseInt(digits);
            if (precision > PRECISION_MAX) {
                throw Fault.of("could not parse formatting clause: error while converting precision to integer");
            }
        }
        if (at >= pattern.length()) {
            throw Fault.of("could not parse formatting clause: unexpected end of string");
        }
        char verb = pattern.charAt(at++);
        if (next >= values.size()) {
            throw Fault.of("index %d out of range", next);
        }
        result.append(one(verb, values.get(next++), precision));
    }

    private static String one(char verb, @Nullable Object value, int precision) {
        return switch (verb) {
            case 's' -> text(value);
            case 'd' -> decimal(value);
            case 'f' -> value instanceof String name ? name
                    : fixed(broken(value), precision);
            case 'e' -> scientific(broken(value), precision);
            case 'b' -> value instanceof Boolean flag ? (flag ? "1" : "0") : binary(value);
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            case 'o' -> octal(value);
            default -> throw Fault.of("could not parse formatting clause: unrecognized formatting clause \"%s\"", verb);
        };
    }

    private static Fault wrong(char verb, @Nullable Object value) {
        return Fault.of("error during formatting: %%%s clause cannot be used on %s", verb, Values.typeName(value));
    }

    private static String decimal(@Nullable Object value) {
        if (value instanceof Long || value instanceof Unsigned || value instanceof Double) {
            return Texts.converted(value);
        }
        throw Fault.of("error during formatting: decimal clause can only be used on integers, was given %s",
                Values.typeName(value));
    }

    private static Double broken(@Nullable Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Long number) {
            return number.doubleValue();
        }
        throw wrong('f', value);
    }

    /** Rounds what the number exactly is; the JDK's formatter rounds its shortest text. */
    private static String fixed(double number, int precision) {
        return Double.isNaN(number) || Double.isInfinite(number) ? Texts.number(number)
                : new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String scientific(double number, int precision) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Texts.number(number);
        }
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
        int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        return rounded.scaleByPowerOfTen(-exponent).setScale(precision, RoundingMode.HALF_EVEN).toPlainString()
                + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String binary(@Nullable Object value) {
        if (value instanceof Long number) {
            return number < 0 ? "-" + Long.toBinaryString(-number) : Long.toBinaryString(number);
        }
        throw wrong('b', value);
    }

    private static String hex(@Nullable Object value) {
        if (value instanceof Long number) {
            return number < 0 ? "-" + Long.toHexString(-number) : Long.toHexString(number);
        }
        if (value instanceof Unsigned number) {
            return Long.toHexString(number.bits());
        }
        if (value instanceof String || value instanceof Bytes) {
            byte[] bytes = value instanceof Bytes raw ? raw.array() : Bytes.of((String) value).array();
            return HexFormat.of().formatHex(bytes);
        }
        throw wrong('x', value);
    }

    private static String octal(@Nullable Object value) {
        if (value instanceof Long number) {
            return number < 0 ? "-" + Long.toOctalString(-number) : Long.toOctalString(number);
        }
        if (value instanceof Unsigned number) {
            return Long.toOctalString(number.bits());
        }
        throw wrong('o', value);
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(TextFormat::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            var sorted = new TreeMap<String, String>();
            map.forEach((key, item) -> sorted.put(text(key), text(item)));
            return sorted.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue())
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (Values.isNumber(value) || value instanceof String || value instanceof Boolean || value instanceof Bytes
                || value instanceof TypeValue || value instanceof Instant || value instanceof Duration) {
            return Texts.converted(value);
        }
        throw Fault.of("error during formatting: string clause can only be used on strings, bools, bytes, ints,"
                + " doubles, maps, lists, types, durations, and timestamps, was given %s", Values.typeName(value));
    }
}
