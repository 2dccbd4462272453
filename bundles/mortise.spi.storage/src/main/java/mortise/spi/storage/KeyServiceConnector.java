package mortise.spi.storage;

import java.nio.file.Path;
import java.time.Duration;
import org.osgi.annotation.versioning.ConsumerType;

/** Speaks the protocol of key services: version 2 of the Kubernetes KMS API. A bundle registers one as a service. */
@ConsumerType
public interface KeyServiceConnector {

    /**
     * Returns a service, which need not be there yet. Does not block.
     *
     * @param socket the Unix domain socket that it listens on
     * @param timeout for each call
     */
    KeyService connect(Path socket, Duration timeout);
}
