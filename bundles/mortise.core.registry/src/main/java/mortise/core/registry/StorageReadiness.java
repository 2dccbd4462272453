package mortise.core.registry;

import mortise.spi.operations.PostStartHook;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

/**
 * Holds back the word that the server is ready until what is stored of everything served at its start was read:
 * clients that all come at once then find every list in memory, and do not have to be sent away.
 */
@Component(property = PostStartHook.NAME + "=storage-readiness")
public final class StorageReadiness implements PostStartHook {

    private final RegistryComponent registry;

    /** Is there once all bundles have started, and so the groups of this server. */
    @Activate
    public StorageReadiness(@Reference RegistryComponent registry,
            @Reference(target = StoreCheck.STARTED) Condition started) {
        this.registry = registry;
    }

    @Override
    public void run() throws InterruptedException {
        registry.awaitLoaded();
    }
}
