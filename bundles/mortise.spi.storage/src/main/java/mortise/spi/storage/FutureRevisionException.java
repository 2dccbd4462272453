package mortise.spi.storage;

/** The revision is greater than the current one. Waiting may help. */
public final class FutureRevisionException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final long current;

    public FutureRevisionException(long requested, long current) {
        super("revision " + requested + " is in the future, the current one is " + current, null);
        this.current = current;
    }

    /** Returns the current revision. */
    public long current() {
        return current;
    }
}
