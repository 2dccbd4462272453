package mortise.tck.storage;

import org.jspecify.annotations.Nullable;

/**
 * What somebody did with one key, and when. Values are different for each write of a history.
 *
 * @param kind how it ended
 * @param expected for writes, the revision that the key had to have; 0 for none
 * @param value what was read or written, for refusals what the key had; {@code null} for nothing, when it was not told,
 *     and for deletions
 * @param revision for reads and refusals the revision that the key had, 0 for none, {@link #UNTOLD} when a refusal did
 *     not say; for commits their own
 * @param callNanos when it began
 * @param returnNanos when it ended
 */
public record KeyOperation(Kind kind, long expected, @Nullable String value, long revision, long callNanos,
        long returnNanos) {

    /** The refusal did not tell. */
    public static final long UNTOLD = -1;

    /** How an operation ended. */
    public enum Kind {
        /** It read. */
        READ,
        /** It wrote. */
        COMMITTED,
        /** It did not write, as the key had another revision. */
        REFUSED,
        /** It wrote, or writes at some later time, or does not: nobody knows. */
        UNKNOWN
    }
}
