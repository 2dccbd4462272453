package mortise.spi.storage;

import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/** An open watch. */
@ProviderType
public interface StoreWatch extends AutoCloseable {

    /**
     * Waits until every event of this watch with a revision up to the given one has been handed to the listener.
     *
     * @return whether that happened in time; also false when the watch has ended
     * @throws InterruptedException when the calling thread is interrupted
     */
    boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException;

    /** Ends the watch. The listener is not called any more once this has returned, except from a call under way. */
    @Override
    void close();
}
