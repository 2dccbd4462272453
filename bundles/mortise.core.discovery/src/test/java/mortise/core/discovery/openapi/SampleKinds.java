package mortise.core.discovery.openapi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.core.discovery.FakeRegistry;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Merge;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.StructType;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.ValueType;
import mortise.spi.group.Verb;

/** Kinds with every sort of field and of subresource. */
public final class SampleKinds {

    private static final StructType PORT = StructType.of("io.k8s.api.core.v1.Port", List.of(
            required("containerPort", ValueType.INT32),
            with("protocol", ValueType.STRING, Presence.UNLESS_EMPTY, "TCP", Merge.USUAL)));

    private static final StructType CONTAINER = StructType.of("io.k8s.api.core.v1.Container", List.of(
            required("name", ValueType.STRING),
            with("ports", ValueType.listOf(ValueType.of(PORT)), Presence.UNLESS_EMPTY, null, new Merge(
                    ListKind.MAP, List.of("containerPort", "protocol"), false, Set.of("merge"), "containerPort")),
            field("limits", ValueType.mapOf(ValueType.QUANTITY)),
            field("probe", ValueType.INT_OR_STRING)));

    private static final StructType SELECTOR = new StructType("io.k8s.api.core.v1.Selector", true,
            () -> List.of(field("key", ValueType.STRING)), field -> "");

    private static final StructType META = StructType.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", List.of(
            field("creationTimestamp", ValueType.TIME), field("labels", ValueType.mapOf(ValueType.STRING)),
            field("fields", ValueType.FIELDS)));

    private static final StructType SPEC = StructType.of("io.k8s.api.core.v1.PodSpec", List.of(
            with("containers", ValueType.listOf(ValueType.of(CONTAINER)), Presence.ALWAYS, null,
                    new Merge(ListKind.MAP, List.of("name"), false, Set.of("merge", "retainKeys"), "name")),
            with("nodeSelector", ValueType.mapOf(ValueType.STRING), Presence.UNLESS_EMPTY, null,
                    new Merge(ListKind.ATOMIC, List.of(), true, Set.of(), "")),
            with("selector", ValueType.of(SELECTOR), Presence.UNLESS_EMPTY, null,
                    new Merge(ListKind.ATOMIC, List.of(), true, Set.of(), "")),
            field("claim", ValueType.of(SELECTOR)), field("priority", ValueType.INT64),
            field("extra", ValueType.mapOf(ValueType.STRINGS)), field("template", ValueType.OBJECT),
            field("data", ValueType.mapOf(ValueType.BYTES)), field("anything", ValueType.JSON),
            field("weight", ValueType.DOUBLE), field("renewTime", ValueType.MICRO_TIME),
            field("hostNetwork", ValueType.BOOLEAN)));

    private static final StructType POD = new StructType("io.k8s.api.core.v1.Pod", false, () -> List.of(
            field("apiVersion", ValueType.STRING), field("kind", ValueType.STRING),
            with("metadata", ValueType.of(META), Presence.ALWAYS, null, Merge.USUAL),
            field("spec", ValueType.of(SPEC))), field -> field.isEmpty() ? "A pod." : "The " + field + " of it.");

    private SampleKinds() {
    }

    /** Returns the registry that serves them, and kinds without fields. */
    public static FakeRegistry registry() {
        return new FakeRegistry().serve("", "v1", pods()).serve("apps", "v1", trees())
                .serve("example.com", "v1", FakeRegistry.reviews());
    }

    /** Returns a resource with subresources of every sort. */
    public static ResourceDefinition pods() {
        StructType scale = StructType.of("io.k8s.api.autoscaling.v1.Scale", List.of(
                with("metadata", ValueType.of(META), Presence.ALWAYS, null, Merge.USUAL)));
        StructType eviction = StructType.of("io.k8s.api.policy.v1.Eviction", List.of(
                field("deleteOptions", ValueType.of(MetaKinds.DELETE_OPTIONS))));
        return ResourceDefinition.named("pods", "pod", "Pod").version(version(POD)).status()
                .subresource(new SubresourceDefinition("scale", new GroupVersionKind("autoscaling", "v1", "Scale"),
                        Set.of(Verb.GET, Verb.UPDATE, Verb.PATCH), new SubresourceBehavior.View(null, schema(scale))))
                .subresource(new SubresourceDefinition("eviction", new GroupVersionKind("policy", "v1", "Eviction"),
                        Set.of(Verb.CREATE), new SubresourceBehavior.Action(null, schema(eviction))))
                .subresource(connection("exec", "PodExecOptions", Set.of(Verb.CREATE, Verb.GET)))
                .subresource(connection("log", "Pod", Set.of(Verb.GET)))
                .subresource(connection("proxy", "PodProxyOptions",
                        Set.of(Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)))
                .build();
    }

    /** Returns a resource whose type contains itself. */
    public static ResourceDefinition trees() {
        StructType[] self = new StructType[1];
        self[0] = new StructType("io.k8s.api.apps.v1.Tree", false, () -> List.of(
                field("metadata", ValueType.of(META)), field("left", ValueType.of(self[0])),
                field("branches", ValueType.listOf(ValueType.listOf(ValueType.of(self[0])))),
                field("items", ValueType.alternative(ValueType.Kind.STRUCT_OR_LIST, self[0]))), field -> "");
        return ResourceDefinition.named("trees", "tree", "Tree").clusterScoped().version(version(self[0])).build();
    }

    /** Returns a resource whose parts have no names, as those of custom resources. */
    public static ResourceDefinition tabs(String description) {
        StructType spec = new StructType("", false, () -> List.of(field("cron", ValueType.STRING)),
                field -> field.isEmpty() ? "" : description);
        StructType tab = StructType.of("", List.of(
                field("metadata", ValueType.of(META)), field("spec", ValueType.of(spec)),
                field("specs", ValueType.listOf(ValueType.of(spec)))));
        return ResourceDefinition.named("crontabs", "crontab", "CronTab").version(version(tab)).build();
    }

    private static SubresourceDefinition connection(String name, String kind, Set<Verb> verbs) {
        return new SubresourceDefinition(
                name, new GroupVersionKind("", "", kind), verbs, new SubresourceBehavior.Connect(null));
    }

    private static ResourceVersion version(StructType type) {
        return new ResourceVersion("v1", true, schema(type));
    }

    private static Field field(String name, ValueType type) {
        return Field.of(name, 1, type);
    }

    private static Field required(String name, ValueType type) {
        return new Field(name, type, List.of(1), Presence.ALWAYS, true, null, List.of(), Merge.USUAL);
    }

    private static Field with(String name, ValueType type, Presence presence, Object absent, Merge merge) {
        return new Field(name, type, List.of(1), presence, false, absent, List.of(), merge);
    }

    private static ObjectSchema schema(StructType type) {
        return new ObjectSchema() {
            @Override
            public Optional<StructType> type() {
                return Optional.of(type);
            }

            @Override
            public List<String> prune(ApiObject object) {
                throw new AssertionError("documents read no objects");
            }

            @Override
            public void applyDefaults(ApiObject object) {
                throw new AssertionError("documents read no objects");
            }

            @Override
            public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
                throw new AssertionError("documents read no objects");
            }
        };
    }

    /** Returns a member of an object, however deep. */
    static Object at(Object tree, String... path) {
        Object found = tree;
        for (String member : path) {
            found = ((Map<?, ?>) found).get(member);
        }
        return found;
    }
}
