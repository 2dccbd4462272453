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
     * @throws mortise.api.ApiException when the changes cannot be followed any further: 410 when the reader was too
     *     slow, 404 when the resource is not served any more; a new following tells the state first
     */
    Optional<ObjectChange> next(Duration limit) throws InterruptedException;

    @Override
    void close();
}
