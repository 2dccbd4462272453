package mortise.core.registry;

import java.util.TreeSet;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreDecorator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

/**
 * Once everything that starts with the server is there, a storage backend that is not installed is a mistake: this
 * component then does not start, which ends the start of the server and is a record later.
 */
@Component(name = "mortise.core.registry.storecheck", configurationPid = "mortise.core.registry.store", service = {},
        immediate = true)
public final class StoreCheck {

    /** The condition that the launcher registers when all bundles have started. */
    static final String STARTED = "(" + Condition.CONDITION_ID + "=mortise.started)";

    /**
     * Checks once; a changed configuration makes a new one.
     *
     * @throws IllegalArgumentException when no store of the backend is registered, or nothing that encrypts although
     *     that
     *     is configured
     */
    @Activate
    public StoreCheck(BundleContext context, StoreConfig config, @Reference(target = STARTED) Condition started)
            throws InvalidSyntaxException {
        var installed = new TreeSet<String>();
        for (ServiceReference<Store> store : context.getServiceReferences(Store.class, null)) {
            installed.add(String.valueOf(store.getProperty(Store.BACKEND)));
        }
        if (!installed.contains(config.storage_backend())) {
            throw new IllegalArgumentException("storage.backend: " + config.storage_backend()
                    + " is not installed; there are: " + String.join(", ", installed));
        }
        String encryption = "(" + StoreDecorator.NAME + "=" + StoreDecorator.ENCRYPTION + ")";
        if (!config.encryption_provider_config().isBlank()
                && context.getServiceReferences(StoreDecorator.class, encryption).isEmpty()) {
            throw new IllegalArgumentException(
                    "encryption.provider.config: no bundle that encrypts what is stored is installed");
        }
    }
}
