package mortise.spi.operations;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Work that has to be done once before the server is ready. A bundle registers one as a service with the property
 * {@value #NAME}; the core runs it on a thread of its own when the store can be read and written, again after a pause
 * when it throws, and shows it as the health check {@code poststarthook/<name>} until it has returned.
 */
@ConsumerType
public interface PostStartHook {

    /** Service property: name of the hook. */
    String NAME = "mortise.poststarthook.name";

    /** Does the work. May block; returns promptly when the thread is interrupted. */
    void run() throws InterruptedException;
}
