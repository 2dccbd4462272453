package mortise.spi.storage;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something between the core and the chosen backend, for example encryption. A bundle registers one as a service with
 * the property {@value #NAME}; with several, the one of the lowest ranking is next to the backend. Without any, the
 * core uses the backend itself.
 */
@ConsumerType
public interface StoreDecorator {

    /** Service property: name of the decorator, for example {@code encryption}. */
    String NAME = "mortise.storage.decorator";

    /** The name of the decorator without which nothing is served while {@code --encryption-provider-config} is set. */
    String ENCRYPTION = "encryption";

    /**
     * Returns a store that keeps the contract of {@link Store} and has its data in the given one. Called whenever the
     * core takes a store; what is returned ends with that store and is not closed.
     *
     * @param resources says whose object is stored under a key
     */
    Store decorate(Store store, StoredResources resources);
}
