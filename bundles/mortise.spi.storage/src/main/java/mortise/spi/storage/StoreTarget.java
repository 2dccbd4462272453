package mortise.spi.storage;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A place without data that a tool fills. One thread. Every failure is a {@link StoreException}; what is closed without
 * {@link #finish} is no store yet.
 */
@ConsumerType
public interface StoreTarget extends AutoCloseable {

    /**
     * Puts a value, each key once. To be called in the order of their revisions: a backend that gives revisions itself
     * keeps about that order, any other the revisions. It may be written a little later, so that a failure may be one
     * of a value that was put before.
     *
     * @param lifetimeSeconds how long it lives from now on, in seconds; 0 for ever
     */
    void put(StoredValue value, long lifetimeSeconds);

    /** Waits until every value that was put is written. */
    default void settle() {
        // For those that write at once.
    }

    /** Says whether values keep their revisions, and {@link #finish} reaches any. */
    boolean keepsRevisions();

    /**
     * Makes it a store. Its revision is then the given one or a greater one, and nothing before can be read or
     * followed; a backend that gives revisions itself comes as near as it can.
     *
     * @param revision at least that of every value
     * @return the revision that it has
     */
    long finish(long revision);

    /** Lets go of the place. */
    @Override
    void close();
}
