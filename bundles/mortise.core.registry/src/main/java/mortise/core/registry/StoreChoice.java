package mortise.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import mortise.api.GoDuration;
import mortise.spi.group.SharedRecords;
import mortise.spi.operations.HealthCheck;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreDecorator;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.condition.Condition;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the store of the configured backend and no other, and puts the decorators before it. It looks at references
 * only: backends are delayed components, so one that is not chosen never opens its files. When decorators come or go,
 * all that is built on the store starts anew.
 */
@Component(name = "mortise.core.registry.store", service = {}, immediate = true)
@Designate(ocd = StoreConfig.class)
public final class StoreChoice {

    private static final Logger LOG = LoggerFactory.getLogger(StoreChoice.class);

    private final BundleContext context;
    private final String backend;
    private final Duration healthLimit;
    private final Duration readyLimit;
    private final boolean encrypted;
    private final TreeSet<ServiceReference<Store>> candidates = new TreeSet<>(); // guarded by this
    private final TreeMap<ServiceReference<StoreDecorator>, StoreDecorator> decorators =
            new TreeMap<>(); // guarded by this
    private @Nullable ServiceReference<Store> taken; // guarded by this
    /** There once the store has been offered to all that waits for it. Written under this. */
    private volatile @Nullable ServiceRegistration<ChosenStore> registration;
    private @Nullable ServiceRegistration<SharedRecords> records; // guarded by this
    private final List<ServiceRegistration<HealthCheck>> checks = new ArrayList<>(); // guarded by this
    private final List<StoreProbe> probes = new ArrayList<>(); // guarded by this
    private boolean active; // guarded by this
    /** One of the checks, which fails, until all that waits for the store has begun. Guarded by this. */
    private @Nullable ServiceRegistration<HealthCheck> beginning;
    private volatile boolean started;

    /**
     * Makes the choice that the configuration says.
     *
     * @throws IllegalArgumentException when a time limit is no duration
     */
    @Activate
    public StoreChoice(BundleContext context, StoreConfig config) {
        this.context = context;
        this.backend = config.storage_backend();
        healthLimit = GoDuration.setting("etcd.healthcheck.timeout", config.etcd_healthcheck_timeout());
        readyLimit = GoDuration.setting("etcd.readycheck.timeout", config.etcd_readycheck_timeout());
        this.encrypted = !config.encryption_provider_config().isBlank();
    }

    /** Begins once all decorators that are there are known, so that the store is taken once. */
    @Activate
    synchronized void activate() {
        active = true;
        takeBest();
    }

    @Reference(
            service = Store.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeStore")
    synchronized void addStore(ServiceReference<Store> reference) {
        if (!backend.equals(reference.getProperty(Store.BACKEND))) {
            return;
        }
        candidates.add(reference);
        takeBest();
    }

    synchronized void removeStore(ServiceReference<Store> reference) {
        candidates.remove(reference);
        if (reference.equals(taken)) {
            release();
            takeBest();
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeDecorator")
    synchronized void addDecorator(StoreDecorator decorator, ServiceReference<StoreDecorator> reference) {
        decorators.put(reference, decorator);
        release();
        takeBest();
    }

    synchronized void removeDecorator(ServiceReference<StoreDecorator> reference) {
        if (decorators.remove(reference) != null) {
            release();
            takeBest();
        }
    }

    private synchronized void takeBest() {
        // A second store of the same backend changes nothing while the first is there. What is to be encrypted is
        // neither written nor read without what does it.
        if (!active || taken != null || candidates.isEmpty() || encrypted && !encrypting()) {
            return;
        }
        ServiceReference<Store> best = candidates.last();
        Store store = context.getService(best);
        if (store == null) {
            LOG.error("storage backend {} of bundle {} does not open", backend, Plugins.bundle(best));
            return;
        }
        taken = best;
        // First: whoever serves because the store is there must not call itself ready without having asked it.
        check("etcd", probe(store, healthLimit), "livez", "readyz");
        check("etcd-readiness", probe(store, readyLimit), "readyz");
        beginning = check("server-start", () -> Optional.of("not everything has begun"), "readyz");
        boolean shared = Boolean.parseBoolean(String.valueOf(best.getProperty(Store.SHARED)));
        if (shared) {
            records = context.registerService(SharedRecords.class, new StoreRecords(store), null);
        }
        var prefixes = new StoragePrefixes();
        for (StoreDecorator decorator : decorators.values()) {
            store = decorator.decorate(store, prefixes);
        }
        registration = context.registerService(ChosenStore.class, new ChosenStore(store, shared, prefixes), null);
        endBeginning();
    }

    /**
     * All bundles have started and have been offered the store: what has to hold before the server is ready has brought
     * its checks. Who took the list of checks earlier has the one in it that goes here, and that fails.
     */
    private synchronized void endBeginning() {
        if (started && registration != null && beginning != null && checks.remove(beginning)) {
            beginning.unregister();
        }
    }

    /** All bundles have started. Does not wait while the store is being offered, which takes its time. */
    @Reference(target = StoreCheck.STARTED, cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC, unbind = "stopped")
    void started(Condition condition) {
        started = true;
        if (registration != null) {
            endBeginning();
        }
    }

    void stopped(Condition condition) {
        // What has begun goes on.
    }

    private synchronized boolean encrypting() {
        return decorators.keySet().stream()
                .anyMatch(reference -> StoreDecorator.ENCRYPTION.equals(reference.getProperty(StoreDecorator.NAME)));
    }

    private synchronized StoreProbe probe(Store store, Duration limit) {
        var probe = new StoreProbe(store, limit);
        probes.add(probe);
        return probe;
    }

    private synchronized ServiceRegistration<HealthCheck> check(String name, HealthCheck check, String... endpoints) {
        var properties = new Hashtable<String, Object>();
        properties.put(HealthCheck.NAME, name);
        properties.put(HealthCheck.ENDPOINTS, endpoints);
        ServiceRegistration<HealthCheck> shown = context.registerService(HealthCheck.class, check, properties);
        checks.add(shown);
        return shown;
    }

    private synchronized void release() {
        checks.forEach(ServiceRegistration::unregister);
        checks.clear();
        probes.forEach(StoreProbe::close);
        probes.clear();
        ServiceRegistration<ChosenStore> offered = registration;
        if (offered != null) {
            offered.unregister();
            registration = null;
        }
        if (records != null) {
            records.unregister();
            records = null;
        }
        if (taken != null) {
            context.ungetService(taken);
            taken = null;
        }
    }

    @Deactivate
    synchronized void deactivate() {
        active = false;
        candidates.clear();
        release();
    }
}
