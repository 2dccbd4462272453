package mortise.core.registry;

import java.util.concurrent.CountDownLatch;
import mortise.spi.operations.PostStartHook;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.condition.Condition;

/**
 * Holds back the word that the server is ready until what is stored of everything served at its start was read:
 * clients that all come at once then find every list in memory, and do not have to be sent away.
 */
@Component(property = PostStartHook.NAME + "=storage-readiness")
public final class StorageReadiness implements PostStartHook {

    private final RegistryComponent registry;
    private final CountDownLatch started = new CountDownLatch(1);

    /** Is there as soon as the registry is, so that nobody takes the server for ready in the meantime. */
    @Activate
    public StorageReadiness(@Reference RegistryComponent registry) {
        this.registry = registry;
    }

    /** All bundles have started, and so the groups of this server, and what has to run after the start. */
    @Reference(target = StoreCheck.STARTED, cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC, unbind = "stopped")
    void started(Condition condition) {
        started.countDown();
    }

    void stopped(Condition condition) {
        // What was read once stays; there is nothing to hold back any more.
    }

    @Override
    public void run() throws InterruptedException {
        started.await();
        registry.awaitLoaded();
    }
}
