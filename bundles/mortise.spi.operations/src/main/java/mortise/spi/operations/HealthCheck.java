package mortise.spi.operations;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One line of {@code /livez} and {@code /readyz}. A bundle registers one as a service with the property {@value #NAME}.
 * Called on the thread of a request; returns within a second.
 */
@ConsumerType
public interface HealthCheck {

    /** Service property: name of the check, for example {@code ping} or {@code poststarthook/crd-informer}. */
    String NAME = "mortise.health.name";
    /**
     * Service property, texts: endpoints that show it, of {@code livez}, {@code readyz}; both when missing.
     * {@code healthz} shows what {@code livez} shows.
     */
    String ENDPOINTS = "mortise.health.endpoints";

    /** Returns nothing when all is well, else why not; the reason goes to the log, the caller sees only the failure. */
    Optional<String> failure();

    /**
     * Returns what is not as it should be although nothing fails, in a few words for everybody who sees the page;
     * nothing when all is well.
     */
    default Optional<String> warning() {
        return Optional.empty();
    }
}
