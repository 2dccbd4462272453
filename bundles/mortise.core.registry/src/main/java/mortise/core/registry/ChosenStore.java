package mortise.core.registry;

import mortise.spi.storage.Store;

/**
 * The store of the configured backend. A service inside this bundle: its components start when it is there and stop
 * when it goes.
 *
 * @param store the store, behind its decorators
 * @param shared whether other servers may use it at the same time
 * @param prefixes tells the decorators what is stored where
 */
record ChosenStore(Store store, boolean shared, StoragePrefixes prefixes) {
}
