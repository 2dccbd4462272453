package mortise.group.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.FieldError;

/** Sets of indexes as texts such as {@code 1,3-5,7}: ascending, without overlap. */
final class IndexRanges {

    /** Indexes from {@code first} to {@code last}, both included. */
    private record Range(long first, long last) {
    }

    /** Says what is wrong with a text. */
    static final class FormatException extends Exception {

        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    private IndexRanges() {
    }

    /**
     * Returns how many indexes there are.
     *
     * @param completions all indexes must be below it
     * @throws FormatException when it is no set of indexes
     */
    static long count(String text, long completions) throws FormatException {
        long count = 0;
        long last = -1;
        boolean first = true;
        for (String part : parts(text)) {
            Range range = range(part, completions);
            if (!first && last >= range.first()) {
                throw notIncreasing(last, range.first());
            }
            first = false;
            last = range.last();
            count += range.last() - range.first() + 1;
        }
        return count;
    }

    /** Returns the first index that is in both sets; parts that are no ranges count as nothing. */
    static Optional<Long> common(String one, String other, long completions) {
        List<Range> left = ranges(one, completions);
        List<Range> right = ranges(other, completions);
        int at = 0;
        int against = 0;
        while (at < left.size() && against < right.size()) {
            Range a = left.get(at);
            Range b = right.get(against);
            if (a.first() <= b.last() && b.first() <= a.last()) {
                return Optional.of(Math.max(a.first(), b.first()));
            }
            if (a.first() <= b.first()) {
                at++;
            } else {
                against++;
            }
        }
        return Optional.empty();
    }

    private static List<Range> ranges(String text, long completions) {
        var ranges = new ArrayList<Range>();
        for (String part : parts(text)) {
            try {
                ranges.add(range(part, completions));
            } catch (FormatException reportedElsewhere) {
                // Counting the same text tells what is wrong with it.
                continue;
            }
        }
        return ranges;
    }

    private static String[] parts(String text) {
        return text.isEmpty() ? new String[0] : text.split(",", -1);
    }

    private static Range range(String part, long completions) throws FormatException {
        String[] ends = part.split("-", -1);
        if (ends.length > 2) {
            throw new FormatException("the fragment " + FieldError.show(part) + " violates the requirement that an"
                    + " index interval can have at most two parts separated by '-'");
        }
        long first = index(ends[0], completions);
        if (ends.length == 1) {
            return new Range(first, first);
        }
        long last = index(ends[1], completions);
        if (first >= last) {
            throw notIncreasing(first, last);
        }
        return new Range(first, last);
    }

    private static long index(String text, long completions) throws FormatException {
        long index;
        try {
            index = Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new FormatException("cannot convert string to integer for index: " + FieldError.show(text));
        }
        if (index >= completions) {
            throw new FormatException("too large index: " + FieldError.show(text));
        }
        return index;
    }

    private static FormatException notIncreasing(long previous, long current) {
        return new FormatException("non-increasing order, previous: " + previous + ", current: " + current);
    }
}
