package mortise.storage.encryption.kms;

import java.nio.file.Path;
import java.time.Duration;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceConnector;
import org.osgi.service.component.annotations.Component;

/** Speaks version 2 of the Kubernetes KMS API. */
@Component(service = KeyServiceConnector.class, name = "mortise.storage.encryption.kms")
public final class KmsConnector implements KeyServiceConnector {

    @Override
    public KeyService connect(Path socket, Duration timeout) {
        return new KmsClient(socket, timeout);
    }
}
