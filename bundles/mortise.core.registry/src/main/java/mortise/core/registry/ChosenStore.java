package mortise.core.registry;

import mortise.spi.storage.Store;

/**
 * The store of the configured backend. A service inside this bundle: its components start when it is there and stop
 * when it goes.
 *
 * @param store the store
 */
record ChosenStore(Store store) {
}
