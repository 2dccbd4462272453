package mortise.core.registry;

import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows whether the store answers, under the name that tools look for. */
@Component(property = HealthCheck.NAME + "=etcd")
public final class StoreHealth implements HealthCheck {

    private final Store store;

    @Activate
    public StoreHealth(@Reference ChosenStore store) {
        this.store = store.store();
    }

    @Override
    public Optional<String> failure() {
        try {
            store.currentRevision();
            return Optional.empty();
        } catch (StoreException failed) {
            return Optional.of("the store does not answer: " + failed.getMessage());
        }
    }
}
