package mortise.core.http;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.CacheWatch;
import mortise.core.cache.ResourceCache;
import mortise.core.cache.WatchOptions;
import mortise.core.codec.JsonEncoder;
import mortise.core.registry.ConnectRequest;
import mortise.core.registry.DeleteCollectionRequest;
import mortise.core.registry.DeleteRequest;
import mortise.core.registry.DeleteResult;
import mortise.core.registry.GetRequest;
import mortise.core.registry.ListPage;
import mortise.core.registry.ListRequest;
import mortise.core.registry.PatchRequest;
import mortise.core.registry.PatchType;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedResource;
import mortise.core.registry.WatchRequest;
import mortise.core.registry.WriteRequest;
import mortise.core.registry.WriteResult;
import mortise.spi.group.Connector;
import mortise.spi.group.Conversion;
import mortise.spi.group.Deprecation;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ObjectView;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.storage.memory.MemoryStore;

/** A resource with a real cache over a store in memory, and verbs that do no more than the tests need. */
final class TestResource implements ServedResource, ResourceVerbs, AutoCloseable {

    static final int HISTORY_EVENTS_MAX = 1000;

    final MemoryStore store = new MemoryStore();
    final AtomicInteger openWatches = new AtomicInteger();
    final List<String> warnings = new ArrayList<>();
    volatile RuntimeException fails;
    volatile Function<ConnectRequest, Connector.Target> connector;
    volatile Function<WriteRequest, WriteResult> action;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final ExecutorService dispatcher = Executors.newFixedThreadPool(2);
    private final ResourceDefinition definition;
    private final GroupVersion version;
    private final ResourceCache cache;

    TestResource(GroupVersion version, ResourceDefinition definition) {
        this.version = version;
        this.definition = definition;
        this.cache = ResourceCache.open(store,
                new CacheSpec("/registry/" + definition.plural() + "/", definition.namespaced(), Map.of(), List.of()),
                new CacheSettings(HISTORY_EVENTS_MAX, Duration.ofMinutes(5), Duration.ofSeconds(75), 100,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(60)),
                dispatcher, timer, Clock.systemUTC());
    }

    static TestResource configMaps() {
        return new TestResource(new GroupVersion("", "v1"),
                ResourceDefinition.named("configmaps", "configmap", "ConfigMap")
                        .version(new ResourceVersion("v1", true, TestTypes.schema())).status().build());
    }

    /** A deprecated kind with a view, an action and a proxy below its objects. */
    static TestResource endpoints() {
        Connector never = (request, rest) -> {
            throw new AssertionError("asked by the registry only");
        };
        var outdated = new ResourceVersion("v1", true, ObjectSchema.OPEN, Conversion.NONE,
                Optional.of(new Deprecation("v1 Endpoints is deprecated in v1.33+", "1.99")));
        return new TestResource(new GroupVersion("", "v1"),
                ResourceDefinition.named("endpoints", "endpoints", "Endpoints").version(outdated)
                        .subresource(new SubresourceDefinition("scale", new GroupVersionKind("x.io", "v2", "Scale"),
                                Set.of(Verb.GET), new SubresourceBehavior.View(NO_VIEW, ObjectSchema.OPEN)))
                        .subresource(new SubresourceDefinition("poke", new GroupVersionKind("x.io", "v2", "Poke"),
                                Set.of(Verb.CREATE), new SubresourceBehavior.Action(
                                request -> request.body(), ObjectSchema.OPEN)))
                        .subresource(new SubresourceDefinition("proxy", new GroupVersionKind("", "v1", "Options"),
                                Set.of(Verb.GET, Verb.CREATE, Verb.UPDATE), new SubresourceBehavior.Connect(never)))
                        .subresource(new SubresourceDefinition("exec", new GroupVersionKind("", "v1", "Options"),
                                Set.of(Verb.GET, Verb.CREATE), new SubresourceBehavior.Connect(never)))
                        .build());
    }

    private static final ObjectView NO_VIEW = new ObjectView() {
        @Override
        public ApiObject read(ApiObject object) {
            return object;
        }

        @Override
        public void write(ApiObject view, ApiObject object) {
            // Only the registry calls it.
        }
    };

    @Override
    public Connector.Target connect(ConnectRequest request) {
        return connector.apply(request);
    }

    /** Stores an object with some data and returns its revision. */
    long put(String namespace, String name, String data) {
        byte[] stored = ("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace + "\",\"uid\":\"uid-" + name
                + "\",\"creationTimestamp\":\"2026-01-02T03:04:05Z\",\"labels\":{\"creationTimestamp\":\"x\"}},"
                + "\"data\":{\"a\":\"" + data + "\"}}").getBytes(StandardCharsets.UTF_8);
        return put(cacheKey(namespace, name), stored);
    }

    private long put(String key, byte[] stored) {
        long before = store.get(key, 0).map(value -> value.modRevision()).orElse(0L);
        CommitOutcome outcome = store.commit(before == 0 ? Commit.create(key, stored)
                : Commit.replace(key, before, stored)).toCompletableFuture().join();
        return ((CommitOutcome.Committed) outcome).revision();
    }

    private String cacheKey(String namespace, String name) {
        return cache.prefix() + namespace + "/" + name;
    }

    @Override
    public GroupVersion version() {
        return version;
    }

    @Override
    public ResourceDefinition definition() {
        return definition;
    }

    @Override
    public ResourceVerbs verbs() {
        return this;
    }

    @Override
    public String bundle() {
        return "mortise.core.http";
    }

    private void failIfAsked() {
        RuntimeException failure = fails;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public CacheEntry get(GetRequest request) {
        failIfAsked();
        return cache.mostRecent().get(cacheKey(request.namespace(), request.name()))
                .orElseThrow(() -> ApiException.notFound(new GroupResource("", definition.plural()), request.name()));
    }

    @Override
    public ListPage list(ListRequest request) {
        failIfAsked();
        var snapshot = cache.mostRecent();
        String from = cache.prefix() + (request.namespace().isEmpty() ? "" : request.namespace() + "/");
        String to = from.substring(0, from.length() - 1) + "0";
        boolean cut = request.options().limit() > 0;
        return new ListPage(snapshot.revision(), () -> snapshot.range(from, to), cut ? "next" : "",
                cut ? OptionalLong.of(7) : OptionalLong.empty());
    }

    @Override
    public CacheWatch watch(WatchRequest request, Runnable onReadable) {
        String version = request.options().resourceVersion();
        CacheWatch watch = cache.watch(new WatchOptions(request.namespace(), request.name(),
                request.options().labels(), request.options().fields(),
                version.isEmpty() ? WatchOptions.Start.MOST_RECENT : WatchOptions.Start.AFTER_REVISION,
                version.isEmpty() ? 0 : Long.parseLong(version), request.options().allowWatchBookmarks(),
                request.options().sendInitialEvents().orElse(false), request.endsAt(), request.changesOf()),
                onReadable);
        openWatches.incrementAndGet();
        return new CacheWatch() {
            @Override
            public Optional<mortise.core.cache.CacheEvent> poll() {
                return watch.poll();
            }

            @Override
            public Optional<mortise.api.ApiStatus> ended() {
                return watch.ended();
            }

            @Override
            public void close() {
                openWatches.decrementAndGet();
                watch.close();
            }
        };
    }

    private WriteResult write(String namespace, String name, ApiObject object, boolean created) {
        failIfAsked();
        byte[] stored = JsonEncoder.encodeStored(object);
        String key = cacheKey(namespace, name);
        long revision = put(key, stored);
        return new WriteResult(CacheEntry.of(key, stored, revision, Map.of()), created, warnings);
    }

    @Override
    @SuppressWarnings("unchecked")
    public WriteResult create(WriteRequest request) {
        if (!request.subresource().isEmpty()) {
            return action.apply(request);
        }
        var object = new ApiObject((Map<String, Object>) request.body().value());
        object.metadata().setNamespace(request.namespace());
        return write(request.namespace(), object.metadata().name(), object, true);
    }

    @Override
    @SuppressWarnings("unchecked")
    public WriteResult update(WriteRequest request) {
        var object = new ApiObject((Map<String, Object>) request.body().value());
        return write(request.namespace(), request.name(), object, false);
    }

    @Override
    @SuppressWarnings("unchecked")
    public WriteResult patch(PatchRequest request) {
        boolean missing = store.get(cacheKey(request.namespace(), request.name()), 0).isEmpty();
        if (request.type() == PatchType.APPLY && missing) {
            request.mayCreate().run();
            return write(request.namespace(), request.name(),
                    new ApiObject((Map<String, Object>) request.body().value()), true);
        }
        ApiObject object = get(new GetRequest(request.namespace(), request.name(), ""))
                .toObject(version.kind(definition.kind()));
        object.tree().put("data", Map.of("patched", request.type().name()));
        return write(request.namespace(), request.name(), object, false);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        if (request.options().ignoreReadError()) {
            request.beforeUnsafe().run();
            return new DeleteResult(CacheEntry.corrupt(
                    cacheKey(request.namespace(), request.name()), request.namespace(), request.name(), 1, "broken"),
                    true);
        }
        CacheEntry entry = get(new GetRequest(request.namespace(), request.name(), ""));
        if (!request.options().dryRun()) {
            store.commit(Commit.delete(cacheKey(request.namespace(), request.name()), entry.revision()))
                    .toCompletableFuture().join();
        }
        return new DeleteResult(entry, true);
    }

    @Override
    public ListPage deleteCollection(DeleteCollectionRequest request) {
        return list(new ListRequest(request.namespace(), request.list()));
    }

    @Override
    public void close() {
        cache.close();
        dispatcher.shutdownNow();
        timer.shutdownNow();
        store.close();
    }
}
