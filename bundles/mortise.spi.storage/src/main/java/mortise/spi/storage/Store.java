package mortise.spi.storage;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An ordered map from keys to bytes in which every change has a revision, with history and watches.
 *
 * <p>A backend registers one {@code Store} as a service with the property {@value #BACKEND}; the core takes the one
 * whose backend is configured. All methods may be called from any thread at any time, from many at once.
 *
 * <h2>Model</h2>
 * <ul>
 *   <li>Keys are texts, ordered by their UTF-8 bytes as unsigned numbers ({@link KeyOrder}). Every Unicode character
 *       may be part of a key; a lone surrogate is none, and such a key is a programming error.
 *   <li>The store has one revision, a number that starts at 1 for an empty store, grows by at least one with every
 *       change, never goes back (not after a crash, not after a restore) and is never used twice.
 *   <li>A commit that was acknowledged survives a crash of the process and of the machine, for backends that say they
 *       are persistent.
 *   <li>History is kept until {@link #compact}; reads and watches at a compacted revision fail.
 * </ul>
 *
 * <h2>Failures</h2>
 * Every failure is a {@link StoreException}; its subclasses say what the caller may do. Methods that return a stage
 * fail through the stage.
 */
@ConsumerType
public interface Store {

    /** Service property: name of the backend, as {@code --storage-backend} takes it, for example {@code rocksdb}. */
    String BACKEND = "mortise.storage.backend";

    /**
     * Service property: {@code true} when several servers may use the same store at once, as those of a cluster do.
     * Then they agree by a lease on who runs the controllers. Without it, one server has the store for itself.
     */
    String SHARED = "mortise.storage.shared";

    /**
     * Reads one key. May block for I/O.
     *
     * @param key what to read
     * @param revision the revision to read at; 0 for the latest
     * @return the value, or nothing when the key had none at that revision
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when the revision is greater than the current one
     */
    Optional<StoredValue> get(String key, long revision);

    /**
     * Reads keys in order, all at one revision. May block for I/O.
     *
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when the revision is greater than the current one
     */
    RangePage range(RangeRequest request);

    /**
     * Changes one key if it is still as the caller believes. Does not block, except to hold back a caller while too
     * many commits are under way.
     *
     * <p>When the stage completes with {@link CommitOutcome.Committed}, the change is durable, {@link #currentRevision}
     * is at least its revision, and every watch that had caught up with the changes before has been handed its event.
     *
     * <p>The stage may complete on the thread that makes all commits: what is chained to it must not block.
     *
     * @return a stage that completes on any thread; it fails with {@link UnknownOutcomeException} when the change may
     *     or may not have been made, and then the caller must read before it acts
     */
    CompletionStage<CommitOutcome> commit(Commit commit);

    /**
     * Follows changes. Returns at once; events come through the listener. A revision of the future is allowed: the
     * changes up to it are left out.
     *
     * @throws CompactedException when changes after {@code request.afterRevision()} are no longer in the history
     */
    StoreWatch watch(WatchRequest request, WatchListener listener);

    /** Returns the revision of the latest acknowledged change. May ask another machine and so may block. */
    long currentRevision();

    /**
     * Forgets history: afterwards, reads and watches at revisions lower than the given one fail. The latest value of
     * every key stays. A revision at or below the last compacted one does nothing.
     *
     * @throws FutureRevisionException when the revision is greater than the current one
     */
    void compact(long revision);

    /** Returns the lowest revision that can still be read; 1 when nothing was compacted. */
    long compactedRevision();

    /**
     * Says whether the latest value of a key should be written again even if it does not change, because the form it is
     * stored in is outdated: encrypted with a key that is on its way out, for example. May block for I/O.
     */
    default boolean outdated(String key) {
        return false;
    }
}
