package mortise.storage.encryption;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.spi.operations.HealthCheck;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceConnector;
import mortise.spi.storage.KeyServiceException;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The key services that the file names, and one check for all of them. Each is kept as long as a file names it with the
 * same settings, so that reading another file does not forget keys.
 */
@Component(
        name = "mortise.storage.encryption.services",
        configurationPid = "mortise.storage.encryption",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        service = {KeyServices.class, HealthCheck.class},
        property = HealthCheck.NAME + "=kms-providers")
public final class KeyServices implements HealthCheck {

    private final Map<KmsSettings, Entry> entries = new ConcurrentHashMap<>();
    private volatile @Nullable KeyServiceConnector connector;
    private volatile Runnable onRecovery = () -> { };

    /** A provider and the connection it uses. */
    private static final class Entry {

        final KmsProvider provider;
        final Connection connection;

        Entry(KmsProvider provider, Connection connection) {
            this.provider = provider;
            this.connection = connection;
        }
    }

    /** A connection made by whichever connector is there. */
    private final class Connection implements KeyServiceSource {

        private final KmsSettings settings;
        private @Nullable KeyServiceConnector maker; // guarded by this
        private @Nullable KeyService service; // guarded by this

        Connection(KmsSettings settings) {
            this.settings = settings;
        }

        @Override
        public synchronized KeyService get() throws KeyServiceException {
            KeyServiceConnector now = connector;
            KeyService open = service;
            if (open != null && maker == now) {
                return open;
            }
            close();
            if (now == null) {
                throw new KeyServiceException("no bundle is there that speaks to key services", true, null);
            }
            maker = now;
            KeyService made = now.connect(settings.socket(), settings.timeout());
            service = made;
            return made;
        }

        synchronized void close() {
            KeyService open = service;
            service = null;
            if (open != null) {
                open.close();
            }
        }
    }

    /** Speaks to the services from now on through this. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    public void bindConnector(KeyServiceConnector came) {
        connector = came;
        providers().forEach(provider -> provider.rotation().probeSoon());
    }

    /** Speaks to no service until another connector comes. */
    public void unbindConnector(KeyServiceConnector gone) {
        if (connector == gone) {
            connector = null;
        }
    }

    /** Says whom to tell when values may be readable that were not. */
    void onRecovery(Runnable told) {
        onRecovery = told;
    }

    /** Returns the provider of these settings, which begins to ask its service when it is new. */
    KmsProvider open(KmsSettings settings) {
        return entries.computeIfAbsent(settings, named -> {
            var connection = new Connection(named);
            var provider = new KmsProvider(named, connection, System::nanoTime, () -> onRecovery.run());
            provider.start();
            return new Entry(provider, connection);
        }).provider;
    }

    /** Returns which are open. */
    Set<KmsSettings> open() {
        return Set.copyOf(entries.keySet());
    }

    /**
     * Waits for the services that are not among those known before.
     *
     * @throws IllegalArgumentException when one is not well
     */
    void requireWell(Set<KmsSettings> known) {
        for (KmsProvider provider : providers()) {
            if (!known.contains(provider.settings())) {
                provider.rotation().probe();
                String problem = provider.rotation().problem();
                if (!problem.isEmpty()) {
                    throw new IllegalArgumentException(problem);
                }
            }
        }
    }

    /** Lets go of all others. */
    void retain(Collection<KmsSettings> used) {
        for (KmsSettings settings : open()) {
            if (!used.contains(settings)) {
                Entry entry = entries.remove(settings);
                if (entry != null) {
                    entry.provider.close();
                    entry.connection.close();
                }
            }
        }
    }

    private List<KmsProvider> providers() {
        return entries.values().stream().map(entry -> entry.provider).toList();
    }

    @Override
    public Optional<String> failure() {
        var problems = new ArrayList<String>();
        for (KmsProvider provider : providers()) {
            String problem = provider.rotation().problem();
            if (!problem.isEmpty()) {
                problems.add(problem);
            }
        }
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    }

    /** Lets go of all services. */
    @Deactivate
    public void deactivate() {
        retain(Set.of());
    }
}
