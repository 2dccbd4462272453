package mortise.api;

import java.time.Duration;
import java.util.OptionalLong;

/** Durations as the flags and parameters of Kubernetes write them: {@code 1m30s}, {@code 500ms}, {@code 0}. */
public final class GoDuration {

    private static final String[] UNITS = {"h", "ms", "m", "us", "ns", "s"};
    private static final double[] NANOS = {3_600e9, 1e6, 60e9, 1e3, 1, 1e9};

    private GoDuration() {
    }

    /**
     * Returns the duration that a setting says.
     *
     * @param name of the setting, for example {@code event.ttl}
     * @throws IllegalArgumentException with one line that names the setting, when the text is no duration
     */
    public static Duration setting(String name, String text) {
        return Duration.ofNanos(nanos(text.strip()).orElseThrow(() ->
                new IllegalArgumentException(name + ": \"" + text + "\" is no duration, such as 5m or 1h30m")));
    }

    /** Returns the nanoseconds that a text says, or nothing when it is no duration. */
    public static OptionalLong nanos(String text) {
        if (text.equals("0")) {
            return OptionalLong.of(0);
        }
        double sum = 0;
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            int unit = unit(text, end);
            double number = number(text.substring(at, end));
            if (unit < 0 || Double.isNaN(number)) {
                return OptionalLong.empty();
            }
            sum += number * NANOS[unit];
            at = end + UNITS[unit].length();
        }
        return at == 0 ? OptionalLong.empty() : OptionalLong.of((long) sum);
    }

    private static int unit(String text, int at) {
        for (int i = 0; i < UNITS.length; i++) {
            if (text.startsWith(UNITS[i], at)) {
                return i;
            }
        }
        return -1;
    }

    private static double number(String digits) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException noneOrSeveralDots) {
            return Double.NaN;
        }
    }
}
