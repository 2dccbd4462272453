package mortise.spi.controller;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Objects as they are and then every change of them, in order for each resource. Belongs to one thread, which closes
 * it. What is not fetched waits in a bounded queue; whoever is too slow for it is told to begin anew.
 */
@ProviderType
public interface ObjectChanges extends AutoCloseable {

    /**
     * Waits for the next change.
     *
     * @param limit how long at most
     * @return nothing when none came in time
     * @throws mortise.api.ApiException when the changes of one resource cannot be followed any further: 410 when the
     *     reader was too slow, 404 when the resource is not served any more. {@link #ended} says which; the others are
     *     still followed, so a reader that adds it again, or does without it, may go on asking
     */
    Optional<ObjectChange> next(Duration limit) throws InterruptedException;

    /** Returns what is not followed any more since {@link #next} failed last; nothing when it never did. */
    Optional<Followed> ended();

    /**
     * Follows more objects from now on: first each of them that there is comes as {@link ObjectChange.Type#ADDED}.
     *
     * @throws mortise.api.ApiException 404 when the resource is not served
     * @throws IllegalStateException when they are followed already
     */
    void add(Followed followed);

    /** Follows some objects no more; nothing happens when they are not followed. */
    void remove(Followed followed);

    @Override
    void close();
}
