package mortise.spi.storage;

/** The revision is no longer in the history. Trying again does not help: read the latest state instead. */
public final class CompactedException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final long requested;
    private final long compacted;

    public CompactedException(long requested, long compacted) {
        super("revision " + requested + " is compacted, the oldest one is " + compacted, null);
        this.requested = requested;
        this.compacted = compacted;
    }

    /** Returns the revision that was asked for. */
    public long requested() {
        return requested;
    }

    /** Returns the lowest revision that can still be read. */
    public long compacted() {
        return compacted;
    }
}
