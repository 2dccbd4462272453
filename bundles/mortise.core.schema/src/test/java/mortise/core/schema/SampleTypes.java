package mortise.core.schema;

import static mortise.spi.group.Field.Presence.ALWAYS;
import static mortise.spi.group.Field.Presence.ALWAYS_OR_NULL;
import static mortise.spi.group.Field.Presence.IF_SET;
import static mortise.spi.group.Field.Presence.UNLESS_EMPTY;

import java.util.List;
import mortise.spi.group.Field;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/** A kind that has every kind of value. */
final class SampleTypes {

    static final StructType META = StructType.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", List.of(
            field("name", ValueType.STRING, UNLESS_EMPTY),
            field("labels", ValueType.mapOf(ValueType.STRING), UNLESS_EMPTY)));

    static final StructType PORT = StructType.of("io.k8s.api.core.v1.ContainerPort", List.of(
            field("containerPort", ValueType.INT32, ALWAYS),
            field("protocol", ValueType.STRING, UNLESS_EMPTY, "TCP"),
            field("targetPort", ValueType.INT_OR_STRING, ALWAYS)));

    static final StructType RESOURCES = StructType.of("io.k8s.api.core.v1.ResourceRequirements", List.of(
            field("limits", ValueType.mapOf(ValueType.QUANTITY), UNLESS_EMPTY),
            field("requests", ValueType.mapOf(ValueType.QUANTITY), UNLESS_EMPTY)));

    static final StructType CONTAINER = StructType.of("io.k8s.api.core.v1.Container", List.of(
            field("name", ValueType.STRING, ALWAYS),
            field("args", ValueType.listOf(ValueType.STRING), UNLESS_EMPTY),
            field("ports", ValueType.listOf(ValueType.of(PORT)), UNLESS_EMPTY),
            field("resources", ValueType.of(RESOURCES), ALWAYS),
            field("stdin", ValueType.BOOLEAN, UNLESS_EMPTY)));

    /** Contains itself. */
    static final StructType PROPS = new StructType(
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps", false, SampleTypes::props,
            field -> "");

    static final StructType SPEC = StructType.of("io.k8s.api.core.v1.SampleSpec", List.of(
            field("replicas", ValueType.INT32, IF_SET, 1L),
            field("count", ValueType.INT64, UNLESS_EMPTY),
            field("ratio", ValueType.DOUBLE, UNLESS_EMPTY),
            field("paused", ValueType.BOOLEAN, IF_SET),
            field("steps", ValueType.listOf(ValueType.STRING), IF_SET),
            field("bytes", ValueType.BYTES, UNLESS_EMPTY),
            field("files", ValueType.mapOf(ValueType.BYTES), UNLESS_EMPTY),
            field("extra", ValueType.mapOf(ValueType.STRINGS), UNLESS_EMPTY),
            field("size", ValueType.QUANTITY, IF_SET),
            field("least", ValueType.QUANTITY, ALWAYS),
            field("since", ValueType.TIME, ALWAYS),
            field("renewed", ValueType.MICRO_TIME, IF_SET),
            field("numbers", ValueType.listOf(ValueType.INT32), ALWAYS),
            field("selector", ValueType.of(META), ALWAYS_OR_NULL),
            field("anything", ValueType.JSON, IF_SET),
            field("metadata", ValueType.of(META), ALWAYS),
            field("containers", ValueType.listOf(ValueType.of(CONTAINER)), ALWAYS),
            field("byName", ValueType.mapOf(ValueType.of(CONTAINER)), UNLESS_EMPTY),
            field("props", ValueType.of(PROPS), IF_SET),
            field("enabled", ValueType.BOOLEAN, ALWAYS)));

    static final StructType SAMPLE = StructType.of("io.k8s.api.core.v1.Sample", List.of(
            field("apiVersion", ValueType.STRING, UNLESS_EMPTY),
            field("kind", ValueType.STRING, UNLESS_EMPTY),
            field("metadata", ValueType.of(META), ALWAYS),
            field("spec", ValueType.of(SPEC), ALWAYS),
            field("data", ValueType.mapOf(ValueType.STRING), UNLESS_EMPTY)));

    private SampleTypes() {
    }

    static Field field(String name, ValueType type, Presence presence) {
        return field(name, type, presence, null);
    }

    static Field field(String name, ValueType type, Presence presence, @Nullable Object defaultValue) {
        return new Field(name, type, List.of(1), presence, false, defaultValue, List.of(), Field.Merge.USUAL);
    }

    private static List<Field> props() {
        return List.of(
                field("type", ValueType.STRING, UNLESS_EMPTY),
                field("default", ValueType.JSON, IF_SET),
                field("properties", ValueType.mapOf(ValueType.of(PROPS)), UNLESS_EMPTY),
                field("not", ValueType.of(PROPS), IF_SET),
                field("items", ValueType.alternative(Kind.STRUCT_OR_LIST, PROPS), IF_SET),
                field("additionalProperties", ValueType.alternative(Kind.STRUCT_OR_BOOLEAN, PROPS), IF_SET),
                field("dependencies", ValueType.mapOf(ValueType.alternative(Kind.STRUCT_OR_STRINGS, PROPS)),
                        UNLESS_EMPTY));
    }
}
