package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.ResourceCache;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.JsonDecoder;
import mortise.group.apps.AppsGroup;
import mortise.group.coordination.CoordinationGroup;
import mortise.group.core.CoreGroup;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import mortise.spi.operations.ServerNames;
import mortise.spi.storage.Store;
import mortise.storage.memory.MemoryStore;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The registry with the real cache and the built-in groups over a store in memory, and short words to use it. */
final class TestServer implements AutoCloseable {

    static final Instant NOW = Instant.parse("2030-01-02T03:04:05.678Z");
    static final UserInfo USER = UserInfo.of("tester");
    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");

    /** Fields of the spec of a pod that is valid. */
    static final String POD = "'containers':[{'name':'c','image':'i:1'}]";
    /** Fields of the spec of a deployment that is valid. */
    static final String DEPLOYMENT = "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
            + "'spec':{" + POD + "}}";

    final MemoryStore store;
    private final Store decorated;
    final List<AdmissionChain.Plugin<MutatingAdmission>> mutating = new ArrayList<>();
    final List<AdmissionChain.Plugin<ValidatingAdmission>> validating = new ArrayList<>();
    final Groups groups;
    private final ExecutorService dispatcher = Executors.newSingleThreadExecutor();
    /** What caches take for the time; what is written has the time {@link #NOW}. */
    volatile Instant cacheTime = NOW;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

    TestServer() {
        this("", RandomGenerator.getDefault());
    }

    TestServer(String runtimeConfig, RandomGenerator random) {
        this(runtimeConfig, random, "", new MemoryStore(), 1);
    }

    /** Serves what is in a store, which is closed with the server. */
    TestServer(String runtimeConfig, RandomGenerator random, String gates, MemoryStore store, int deletionWorkers) {
        this(runtimeConfig, random, gates, store, deletionWorkers, plain -> plain);
    }

    /** The same with something between the registry and the store. */
    TestServer(String runtimeConfig, RandomGenerator random, String gates, MemoryStore store, int deletionWorkers,
            UnaryOperator<Store> decorator) {
        this.store = store;
        this.decorated = decorator.apply(store);
        timer.setRemoveOnCancelPolicy(true);
        var admission = new AdmissionChain(() -> mutating, () -> validating, timer, Duration.ofMillis(200));
        var shared = new Resources(
                admission, Gates.parse(gates), () -> NOW, UUID::randomUUID, new NameGenerator(random), deletionWorkers);
        groups = new Groups(RuntimeConfig.parse(runtimeConfig), new GroupOrder(NAMES), shared, this::open);
        groups.add("core", new CoreGroup(NAMES, this::objects), "mortise.group.core");
        groups.add("apps", new AppsGroup(), "mortise.group.apps");
        groups.add("coordination", new CoordinationGroup(NAMES), "mortise.group.coordination");
        create("namespaces", "", "{'metadata':{'name':'default'}}");
    }

    /** Returns what controllers and groups get. */
    ServerObjects objects() {
        return new ServerObjects(registry());
    }

    Registry registry() {
        return new Registry() {
            @Override
            public RegistrySnapshot snapshot() {
                return groups.snapshot();
            }

            @Override
            public void onChange(Runnable listener) {
                // Nobody listens.
            }
        };
    }

    private ResourceState open(Groups.GroupResourceDefinition wanted) {
        if (wanted.definition().virtual().isPresent()) {
            return ResourceState.virtual(wanted.resource(), wanted.definition(), decorated);
        }
        KeyLayout keys = KeyLayout.of(wanted.definition().storagePrefix(), wanted.definition().namespaced());
        var spec = new CacheSpec(keys.prefix(), wanted.definition().namespaced(),
                wanted.definition().selectableFields(), List.of());
        var settings = new CacheSettings(1000, Duration.ofMinutes(5), Duration.ofSeconds(75), 100,
                Duration.ofMillis(300), Duration.ofMinutes(1));
        var forms = new KnownForms(wanted.resource().group(), wanted.definition(), kind -> groups.forms(kind));
        var seen = new FormedStore(decorated, new StoredForm(forms,
                ResourceState.storedKind(wanted.resource().group(), wanted.definition()), false), Duration.ZERO);
        ResourceCache cache = ResourceCache.open(seen, spec, settings, dispatcher, timer, () -> cacheTime);
        return new ResourceState(wanted.resource(), wanted.definition(), keys, seen, cache);
    }

    ServedResource resource(String plural) {
        return groups.snapshot().groups().stream()
                .flatMap(group -> group.versions().stream())
                .flatMap(version -> version.resources().stream())
                .filter(resource -> resource.definition().plural().equals(plural))
                .findFirst().orElseThrow();
    }

    ResourceVerbs verbs(String plural) {
        return resource(plural).verbs();
    }

    /** Reads JSON in which single quotes stand for double ones. */
    /** Makes a call that the server has to refuse, and returns what it is told. */
    static ApiException refused(ThrowingCallable call) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        assertThat(refused).as("a refusal").isNotNull();
        return refused;
    }

    static Decoded json(String text) {
        return JsonDecoder.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT);
    }

    WriteResult create(String plural, String namespace, String object) {
        return create(plural, namespace, object, WriteOptions.DEFAULT);
    }

    WriteResult create(String plural, String namespace, String object, WriteOptions options) {
        return verbs(plural).create(new WriteRequest(USER, namespace, "", "", json(object), options));
    }

    WriteResult update(String plural, String namespace, String name, String subresource, String object) {
        return verbs(plural).update(
                new WriteRequest(USER, namespace, name, subresource, json(object), WriteOptions.DEFAULT));
    }

    WriteResult update(String plural, String namespace, ApiObject object) {
        return verbs(plural).update(new WriteRequest(USER, namespace, object.metadata().name(), "",
                new Decoded(object.deepCopy().tree(), List.of()), WriteOptions.DEFAULT));
    }

    WriteResult merge(String plural, String namespace, String name, String patch) {
        return patch(plural, namespace, name, "", PatchType.MERGE, patch);
    }

    WriteResult patch(
            String plural, String namespace, String name, String subresource, PatchType type, String patch) {
        return verbs(plural).patch(
                new PatchRequest(USER, namespace, name, subresource, type, json(patch), WriteOptions.DEFAULT));
    }

    DeleteResult delete(String plural, String namespace, String name) {
        return delete(plural, namespace, name, DeleteOptions.DEFAULT);
    }

    DeleteResult delete(String plural, String namespace, String name, DeleteOptions options) {
        return verbs(plural).delete(new DeleteRequest(USER, namespace, name, options));
    }

    ApiObject get(String plural, String namespace, String name) {
        return object(plural, verbs(plural).get(new GetRequest(namespace, name, "")));
    }

    ApiObject object(String plural, CacheEntry entry) {
        return resource(plural).object(entry);
    }

    ListPage list(String plural, String namespace, ListOptions options) {
        return verbs(plural).list(new ListRequest(namespace, options));
    }

    static List<String> names(ListPage page) {
        var names = new ArrayList<String>();
        page.entries().forEach(entry -> names.add(entry.name()));
        return names;
    }

    /** Options from query parameters. */
    static ListOptions options(Map<String, String> query) {
        return new ListOptions(
                LabelSelector.parse(query.getOrDefault("labelSelector", "")),
                FieldSelector.parse(query.getOrDefault("fieldSelector", "")),
                Long.parseLong(query.getOrDefault("limit", "0")),
                query.getOrDefault("continue", ""),
                query.getOrDefault("resourceVersion", ""),
                Optional.ofNullable(query.get("resourceVersionMatch")),
                Optional.ofNullable(query.get("sendInitialEvents")).map(Boolean::valueOf),
                Boolean.parseBoolean(query.get("allowWatchBookmarks")),
                Optional.empty(),
                query.containsKey("watch"));
    }

    @Override
    public void close() {
        groups.close();
        timer.shutdownNow();
        dispatcher.shutdownNow();
        store.close();
    }
}
