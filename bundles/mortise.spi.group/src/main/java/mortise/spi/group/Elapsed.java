package mortise.spi.group;

import java.time.Duration;
import java.time.Instant;

/**
 * A cell that grows with time: how long ago something was, in the short form of command lines ({@code 5m},
 * {@code 2d3h}).
 *
 * @param before text before the duration, usually empty
 * @param since when it began
 * @param after text behind the duration, usually empty
 */
public record Elapsed(String before, Instant since, String after) {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    /** Returns a cell that is only a duration. */
    public static Elapsed since(Instant instant) {
        return new Elapsed("", instant, "");
    }

    /** Returns what the cell says at a time. */
    public String text(Instant now) {
        return before + shortForm(Duration.between(since, now)) + after;
    }

    /**
     * Returns a duration in at most two units, the smaller one only while it matters: {@code 119s}, {@code 2m5s},
     * {@code 3h}, {@code 2d1h}, {@code 400d}. Two seconds or more in the future are {@code <invalid>}; clocks that
     * differ by less make {@code 0s}.
     */
    public static String shortForm(Duration duration) {
        long seconds = duration.toMillis() / 1000;
        if (seconds < 0) {
            return seconds < -1 ? "<invalid>" : "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 3 * HOUR) {
            return units(seconds, MINUTE, "m", seconds < 10 * MINUTE, 1, "s");
        }
        if (seconds < 2 * DAY) {
            return units(seconds, HOUR, "h", seconds < 8 * HOUR, MINUTE, "m");
        }
        if (seconds < 2 * YEAR) {
            return units(seconds, DAY, "d", seconds < 8 * DAY, HOUR, "h");
        }
        return units(seconds, YEAR, "y", seconds < 8 * YEAR, DAY, "d");
    }

    private static String units(long seconds, long unit, String name, boolean both, long small, String smallName) {
        long rest = seconds % unit / small;
        String whole = seconds / unit + name;
        return both && rest > 0 ? whole + rest + smallName : whole;
    }
}
