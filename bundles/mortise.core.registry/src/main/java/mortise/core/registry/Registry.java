package mortise.core.registry;

import org.osgi.annotation.versioning.ProviderType;

/** Which resources are served now. One service of the core. Both methods may be called from any thread. */
@ProviderType
public interface Registry {

    /** Returns what is served now. Does not block. A request takes it once and keeps it. */
    RegistrySnapshot snapshot();

    /**
     * Calls the listener after every change of the snapshot, on the thread that made the change and outside every lock.
     * The listener returns promptly. It is called for as long as this service lives.
     */
    void onChange(Runnable listener);
}
