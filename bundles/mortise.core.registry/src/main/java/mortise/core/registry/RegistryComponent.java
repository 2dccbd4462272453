package mortise.core.registry;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.ResourceCache;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.FeatureGates;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import mortise.spi.operations.ServerNames;
import mortise.spi.storage.Store;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows groups and admission plug-ins as they come and go, and provides the registry over the chosen store. */
@Component(name = RegistryComponent.PID, service = {Registry.class, RegistryComponent.class, MetricsSource.class},
        immediate = true)
@Designate(ocd = RegistryConfig.class)
public final class RegistryComponent implements Registry, MetricsSource {

    /** Where the configuration of this bundle is. */
    static final String PID = "mortise.core.registry";

    private static final Logger LOG = LoggerFactory.getLogger(RegistryComponent.class);

    /** Selectable fields that are worth an index: each is asked for by a client per value. */
    private static final List<String> INDEXED = List.of("spec.nodeName");

    private final Store store;
    private final boolean protobuf;
    private final StoragePrefixes prefixes;
    private final CacheSettings cacheSettings;
    private final ExecutorService dispatcher;
    private final ScheduledThreadPoolExecutor timer;
    private final InstantSource clock = InstantSource.system();
    private final Plugins<MutatingAdmission> mutating;
    private final Plugins<ValidatingAdmission> validating;
    private final Groups groups;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Starts the registry without any group.
     *
     * @throws IllegalArgumentException when {@code runtime.config} or the media type is not valid, or an admission
     *     plug-in is both on and off
     */
    @Activate
    public RegistryComponent(RegistryConfig config, @Reference ChosenStore store, @Reference FeatureGates gates,
            @Reference ServerNames names) {
        this.store = store.store();
        protobuf = StoredForm.isProtobuf(config.storage_media_type());
        this.prefixes = store.prefixes();
        RuntimeConfig runtimeConfig = RuntimeConfig.parse(config.runtime_config());
        AdmissionSelection selection = AdmissionSelection.of(config);
        mutating = new Plugins<>(selection);
        validating = new Plugins<>(selection);
        CacheSettings usual = CacheSettings.defaults();
        cacheSettings = new CacheSettings(config.watch_history_events(), usual.historyMax(), usual.snapshotsMax(),
                config.watch_queue_events(), usual.readTimeout(), usual.bookmarkPeriod());
        dispatcher = Executors.newFixedThreadPool(config.watch_dispatch_threads(), threads("mortise-watch-"));
        timer = new ScheduledThreadPoolExecutor(1, threads("mortise-timer-"));
        timer.setRemoveOnCancelPolicy(true);
        var random = new SecureRandom();
        var admission = new AdmissionChain(
                mutating, validating, timer, Duration.ofSeconds(config.plugin_timeout_seconds()));
        // Uids only need to be unique; a seeded generator per thread gives them without a lock.
        var shared = new Resources(admission, gates, clock, () -> uid(ThreadLocalRandom.current()),
                new NameGenerator(random), config.delete_collection_workers());
        groups = new Groups(runtimeConfig, new GroupOrder(names), shared, this::open);
    }

    /**
     * Serves other versions and asks other admission plug-ins from now on. The other keys take effect when the registry
     * starts anew.
     *
     * @throws IllegalArgumentException when one of these keys is not valid; everything stays as it was
     */
    @Modified
    void modified(RegistryConfig config) {
        AdmissionSelection selection = AdmissionSelection.of(config);
        groups.reconfigure(RuntimeConfig.parse(config.runtime_config()));
        mutating.select(selection);
        validating.select(selection);
        changed();
    }

    private static UUID uid(RandomGenerator random) {
        long high = random.nextLong() & ~0xf000L | 0x4000L;
        long low = random.nextLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    private static ThreadFactory threads(String prefix) {
        var number = new AtomicInteger();
        return work -> {
            var thread = new Thread(work, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private ResourceState open(Groups.GroupResourceDefinition wanted) {
        ResourceDefinition definition = wanted.definition();
        if (definition.virtual().isPresent()) {
            return ResourceState.virtual(wanted.resource(), definition, store);
        }
        KeyLayout keys = KeyLayout.of(definition.storagePrefix(), definition.namespaced());
        String group = ResourceState.storedKind(wanted.resource().group(), definition).group();
        prefixes.add(keys.prefix(), new GroupResource(group, definition.plural()));
        var indexed = INDEXED.stream().filter(definition.selectableFields()::containsKey).toList();
        var spec = new CacheSpec(keys.prefix(), definition.namespaced(), definition.selectableFields(), indexed);
        var forms = new KnownForms(wanted.resource().group(), definition, kind -> groups.forms(kind));
        GroupVersionKind storedKind = ResourceState.storedKind(wanted.resource().group(), definition);
        var seen = new FormedStore(store, new StoredForm(forms, storedKind, protobuf), definition.lifetime());
        ResourceCache cache = ResourceCache.open(seen, spec, cacheSettings, dispatcher, timer, clock);
        return new ResourceState(wanted.resource(), definition, keys, seen, cache);
    }

    @Override
    public RegistrySnapshot snapshot() {
        return groups.snapshot();
    }

    /** Says whether a {@code group/version} (or a version of the core group) is installed, served or not. */
    boolean installed(String groupVersion) {
        return groups.installed(groupVersion);
    }

    /** Waits until the objects of every resource that is installed now were read, or its group is gone. */
    void awaitLoaded() throws InterruptedException {
        for (ResourceState state : groups.states()) {
            if (state.definition().virtual().isEmpty()) {
                try {
                    state.cache().loaded().toCompletableFuture().get();
                } catch (ExecutionException closed) {
                    LOG.debug("{} is not read any more", state.resource());
                }
            }
        }
    }

    /** Says whether there is an admission plug-in of a name, on or off. */
    boolean admissionInstalled(String name) {
        return mutating.installed(name) || validating.installed(name);
    }

    @Override
    public List<MetricFamily> metrics() {
        return ObjectCounts.of(groups.states());
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            unbind = "removeGroup")
    void addGroup(ApiGroup group, ServiceReference<ApiGroup> reference) {
        String bundle = Plugins.bundle(reference);
        try {
            groups.add(reference, group, bundle);
        } catch (RuntimeException broken) {
            LOG.error("a group of bundle {} cannot be served", bundle, broken);
            return;
        }
        changed();
    }

    void removeGroup(ServiceReference<ApiGroup> reference) {
        groups.remove(reference);
        changed();
    }

    private void changed() {
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException broken) {
                LOG.error("a listener of the registry failed", broken);
            }
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            unbind = "removeMutating")
    void addMutating(MutatingAdmission plugin, ServiceReference<MutatingAdmission> reference) {
        mutating.add(reference, plugin);
    }

    void removeMutating(ServiceReference<MutatingAdmission> reference) {
        mutating.remove(reference);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            unbind = "removeValidating")
    void addValidating(ValidatingAdmission plugin, ServiceReference<ValidatingAdmission> reference) {
        validating.add(reference, plugin);
    }

    void removeValidating(ServiceReference<ValidatingAdmission> reference) {
        validating.remove(reference);
    }

    @Deactivate
    void deactivate() {
        groups.close();
        timer.shutdownNow();
        dispatcher.shutdown();
    }
}
