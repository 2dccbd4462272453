package mortise.spi.storage;

/**
 * Which keys to read.
 *
 * @param from first key, inclusive
 * @param to end of the range, exclusive; empty for no end
 * @param revision the revision to read at; 0 for the latest
 * @param limit how many values at most; 0 for no limit
 */
public record RangeRequest(String from, String to, long revision, int limit) {

    public RangeRequest {
        if (revision < 0 || limit < 0) {
            throw new IllegalArgumentException("negative revision or limit");
        }
    }

    /** Returns the request for every key that starts with the prefix, at the latest revision. */
    public static RangeRequest ofPrefix(String prefix) {
        return new RangeRequest(prefix, KeyOrder.endOfPrefix(prefix), 0, 0);
    }

    /** Returns this request at another revision; 0 for the latest. */
    public RangeRequest atRevision(long newRevision) {
        return new RangeRequest(from, to, newRevision, limit);
    }

    /** Returns this request with another limit; 0 for no limit. */
    public RangeRequest withLimit(int newLimit) {
        return new RangeRequest(from, to, revision, newLimit);
    }
}
