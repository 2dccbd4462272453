package mortise.storage.encryption;

import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;

/** Where a key service comes from, which may come and go. */
@FunctionalInterface
interface KeyServiceSource {

    /**
     * Returns the service.
     *
     * @throws KeyServiceException when nothing can speak to it now
     */
    KeyService get() throws KeyServiceException;
}
