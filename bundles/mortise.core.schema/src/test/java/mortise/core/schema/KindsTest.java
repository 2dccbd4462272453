package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.core.schema.samples.Sample;
import mortise.spi.group.Conversion;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType.Kind;
import mortise.spi.group.Verb;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KindsTest {

    @Test
    void aPodHasTheseFieldsWithTheseNumbers() throws Exception {
        Kinds kinds = kinds("core");
        StructType pod = kinds.type("core.v1.Pod");
        assertThat(pod.name()).isEqualTo("io.k8s.api.core.v1.Pod");
        assertThat(pod.fields()).extracting(Field::name)
                .containsExactly("kind", "apiVersion", "metadata", "spec", "status");
        assertThat(pod.fields()).extracting(Field::wire)
                .containsExactly(List.of(), List.of(), List.of(1), List.of(2), List.of(3));
        Field containers = field(kinds, "core.v1.PodSpec", "containers");
        assertThat(containers.wire()).containsExactly(2);
        assertThat(containers.presence()).isEqualTo(Presence.ALWAYS_OR_NULL);
        assertThat(containers.required()).isTrue();
        assertThat(containers.merge().list()).isEqualTo(ListKind.MAP);
        assertThat(containers.merge().keys()).containsExactly("name");
        assertThat(containers.merge().patchMergeKey()).isEqualTo("name");
        assertThat(field(kinds, "core.v1.PodSpec", "volumes").merge().patchStrategies())
                .containsExactlyInAnyOrder("merge", "retainKeys");
        assertThat(field(kinds, "core.v1.Probe", "periodSeconds").defaultValue()).isEqualTo(10L);
        assertThat(field(kinds, "core.v1.ContainerPort", "protocol").values()).containsExactly("TCP", "UDP", "SCTP");
    }

    @Test
    void volumeSourcesAreFlattened() throws Exception {
        StructType volume = kinds("core").type("core.v1.Volume");
        assertThat(volume.fields().get(0).name()).isEqualTo("name");
        assertThat(volume.fields()).filteredOn(field -> field.name().equals("emptyDir"))
                .extracting(Field::wire).containsExactly(List.of(2, 2));
        assertThat(volume.field("volumeSource")).isNull();
    }

    @Test
    void autoscalersAreServedInTwoVersionsAndStoredInTheFirst() throws Exception {
        Kinds kinds = Kinds.load(Sample.of("autoscaling", ""))
                .cells("HorizontalPodAutoscaler", Map.of("Targets", object -> "1/2"))
                .conversion("horizontalpodautoscalers", "v1", new Marking()).build();
        ResourceDefinition scaler = kinds.resource("horizontalpodautoscalers").build();
        assertThat(scaler.versions()).extracting(ResourceVersion::name).containsExactly("v2", "v1");
        assertThat(scaler.storageVersion()).isEqualTo("v2");
        assertThat(scaler.versions().get(0).conversion()).isSameAs(Conversion.NONE);
        assertThat(scaler.versions().get(1).conversion()).isInstanceOf(Marking.class);
        assertThat(scaler.shortNames()).containsExactly("hpa");
        assertThat(scaler.verbs()).isEqualTo(Verb.ALL);
        assertThat(scaler.subresources()).extracting("name").containsExactly("status");
        assertThat(scaler.storageVersionHash()).isEqualTo("qwQve8ut294=");
        assertThat(scaler.columns().get(0).description().get()).startsWith("Name must be unique within a namespace.");
        assertThat(scaler.versions().get(1).schema().type().orElseThrow())
                .isSameAs(kinds.type("autoscaling.v1.HorizontalPodAutoscaler"));
    }

    @Test
    void schemasOfCustomResourcesContainThemselves() throws Exception {
        Kinds kinds = kinds("apiextensions");
        StructType schema = kinds.type("apiextensions.v1.JSONSchemaProps");
        assertThat(field(kinds, "apiextensions.v1.JSONSchemaProps", "$ref").wire()).containsExactly(3);
        Field items = field(kinds, "apiextensions.v1.JSONSchemaProps", "items");
        assertThat(items.type().kind()).isEqualTo(Kind.STRUCT_OR_LIST);
        assertThat(items.type().element()).isNotNull().extracting("struct").isSameAs(schema);
        assertThat(field(kinds, "apiextensions.v1.JSONSchemaProps", "default").type().kind()).isEqualTo(Kind.JSON);
        assertThat(schema.name())
                .isEqualTo("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    }

    @Test
    void moreDefinitionsAreThereWhenTheBundleAsks() throws Exception {
        Kinds kinds = Kinds.load(Sample.of("node", "policy.v1.Eviction")).build();
        assertThat(kinds.schema("policy.v1.Eviction").type().orElseThrow().name())
                .isEqualTo("io.k8s.api.policy.v1.Eviction");
        assertThatThrownBy(() -> kinds.type("policy.v1.Nothing")).isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("policy.v1.Nothing");
        assertThatThrownBy(() -> kinds.resource("nothings")).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void deprecatedAndSwitchedOffVersionsSayIt() throws Exception {
        Kinds core = withCells("core", "Endpoints");
        assertThat(core.resource("endpoints").build().versions().get(0).deprecation().orElseThrow().warning())
                .startsWith("v1 Endpoints is deprecated in v1.33+");
        ResourceDefinition leases = kinds("coordination").resource("leasecandidates").build();
        assertThat(leases.versions()).extracting(ResourceVersion::servedByDefault).containsExactly(false, false);
    }

    @Test
    void selectorsReadPathsAndZeros() throws Exception {
        var read = withCells("core", "Node").resource("nodes").build().selectableFields().get("spec.unschedulable");
        assertThat(read.apply(object(Map.of()))).isEqualTo("false");
        assertThat(read.apply(object(Map.of("spec", Map.of("unschedulable", true))))).isEqualTo("true");
    }

    @Test
    void aColumnWithoutItsFunctionIsRefused() throws Exception {
        Kinds kinds = kinds("core");
        assertThatThrownBy(() -> kinds.resource("pods")).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Pod needs a function for the column ");
    }

    @Test
    void rulesReachTheSchemas() throws Exception {
        Consumer<Map<String, @Nullable Object>> rule = struct -> struct.put("handler", "x");
        Kinds kinds = Kinds.load(Sample.of("node", "")).defaults(Map.of("node.v1.RuntimeClass", rule)).build();
        ApiObject object = object(Map.of());
        kinds.resource("runtimeclasses").build().versions().get(0).schema().applyDefaults(object);
        assertThat(object.at("handler")).isEqualTo("x");
    }

    @Test
    void everyTypeDecodes() throws Exception {
        Kinds kinds = kinds("core");
        assertThat(kinds.types()).hasSizeGreaterThan(200).allSatisfy(name -> {
            StructType type = kinds.type(name);
            assertThat(type.fields()).extracting(Field::name).doesNotHaveDuplicates();
            type.fields().forEach(field -> assertThat(type.description(field.name())).isNotNull());
        });
        assertThat(kinds.type("core.v1.Pod").description("")).startsWith("Pod is a collection of containers");
        assertThat(kinds.type("core.v1.Pod").description("nothing")).isEmpty();
    }

    @Test
    void aClassWithoutTablesIsRefused() {
        assertThatThrownBy(() -> Kinds.load(String.class).build())
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("kinds.bin");
    }

    @Test
    void metaTypesAreThereForEverybody() {
        assertThat(MetaTypes.objectMeta().name()).isEqualTo("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
        assertThat(MetaTypes.objectMeta().field("managedFields")).isNotNull();
        assertThat(MetaTypes.type("APIResource").fields())
                .filteredOn(field -> field.name().equals("verbs"))
                .extracting(field -> field.type().kind()).containsExactly(Kind.STRINGS);
    }

    private static Kinds kinds(String group) throws Exception {
        return Kinds.load(Sample.of(group, "")).build();
    }

    /** Every column of the kind that needs a function has one. */
    private static Kinds withCells(String group, String kind) throws Exception {
        var cells = new LinkedHashMap<String, Function<ApiObject, @Nullable Object>>();
        for (int missing = 0; missing < 20; missing++) {
            Kinds kinds = Kinds.load(Sample.of(group, "")).cells(kind, cells).build();
            Optional<String> column = missingColumn(kinds, kind);
            if (column.isEmpty()) {
                return kinds;
            }
            cells.put(column.get(), object -> null);
        }
        throw new AssertionError("too many columns");
    }

    private static Optional<String> missingColumn(Kinds kinds, String kind) {
        try {
            kinds.resources().stream().filter(plural -> plural.startsWith(kind.toLowerCase(Locale.ROOT)))
                    .forEach(kinds::resource);
            return Optional.empty();
        } catch (IllegalStateException missing) {
            return Optional.of(missing.getMessage().replaceAll(".* the column ", ""));
        }
    }

    private static ApiObject object(Map<String, Object> tree) {
        return new ApiObject(new LinkedHashMap<>(tree));
    }

    private static Field field(Kinds kinds, String type, String name) {
        Field field = kinds.type(type).field(name);
        assertThat(field).as(type + "." + name).isNotNull();
        return Objects.requireNonNull(field);
    }

    private static final class Marking implements Conversion {

        @Override
        public void fromStored(ApiObject object) {
            object.tree().put("from", "stored");
        }

        @Override
        public void toStored(ApiObject object) {
            object.tree().put("to", "stored");
        }
    }
}
