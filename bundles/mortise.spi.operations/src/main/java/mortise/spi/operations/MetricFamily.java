package mortise.spi.operations;

import java.util.List;

/**
 * All samples of one name.
 *
 * @param name name on the page: {@code [a-zA-Z_][a-zA-Z0-9_]*}; only that of a counter ends with
 *     {@code _total}, and one of old without it is shown as {@code name_total} to readers that insist
 * @param type what the samples are
 * @param stability how long the family stays as it is
 * @param help one sentence for people
 * @param labels names of the labels, each once, in the order of the samples' values
 * @param samples at most one for each combination of label values: {@link Value}s, or {@link Distribution}s of a
 *     histogram; the set of combinations is bounded
 */
public record MetricFamily(
        String name, Type type, Stability stability, String help, List<String> labels, List<Sample> samples) {

    /** What the samples of a family are. */
    public enum Type {
        /** A number that only grows, but for a start of the server. */
        COUNTER,
        /** A number that goes up and down. */
        GAUGE,
        /** How many observations fell into which range. */
        HISTOGRAM
    }

    /** How long a family stays as it is. */
    public enum Stability {
        /** May change or go at any time. */
        ALPHA,
        /** May get labels, loses none. */
        BETA,
        /** Stays. */
        STABLE
    }

    /** One line of a family, or the lines of one histogram. */
    public sealed interface Sample permits Value, Distribution {

        /** Returns the values of the family's labels, in their order; may be empty texts. */
        List<String> labelValues();
    }

    /**
     * A number.
     *
     * @param labelValues values of the family's labels
     * @param value the number; of a counter never below 0
     */
    public record Value(List<String> labelValues, double value) implements Sample {
    }

    /**
     * A histogram.
     *
     * @param labelValues values of the family's labels
     * @param bounds upper bounds of the ranges, inclusive and ascending; the last range has none
     * @param counts observations in each range alone; one more than bounds
     * @param sum sum of everything observed
     */
    public record Distribution(List<String> labelValues, List<Double> bounds, List<Long> counts, double sum)
            implements Sample {
    }

    /** Makes a family of numbers without labels. */
    public static MetricFamily of(String name, Type type, Stability stability, String help, double value) {
        return new MetricFamily(name, type, stability, help, List.of(), List.of(new Value(List.of(), value)));
    }
}
