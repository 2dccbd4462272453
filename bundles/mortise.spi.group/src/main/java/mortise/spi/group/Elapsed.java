package mortise.spi.group;

import java.time.Instant;

/**
 * A cell that grows with time: how long ago something was, in the short form of command lines ({@code 5m}, {@code 2d3h}).
 *
 * @param before text before the duration, usually empty
 * @param since when it began
 * @param after text behind the duration, usually empty
 */
public record Elapsed(String before, Instant since, String after) {

    /** Returns a cell that is only a duration. */
    public static Elapsed since(Instant instant) {
        return new Elapsed("", instant, "");
    }
}
