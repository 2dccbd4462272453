package mortise.core.http;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.Field;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/** As many fields of a config map as tests look at. */
final class TestTypes {

    private static final StructType METADATA = StructType.of("ObjectMeta", List.of(
            Field.of("name", 1, ValueType.STRING),
            Field.of("namespace", 3, ValueType.STRING),
            Field.of("uid", 5, ValueType.STRING),
            Field.of("resourceVersion", 6, ValueType.STRING),
            Field.of("creationTimestamp", 8, ValueType.TIME),
            Field.of("labels", 11, ValueType.mapOf(ValueType.STRING)),
            Field.of("annotations", 12, ValueType.mapOf(ValueType.STRING))));

    private static final StructType LIST_METADATA = StructType.of("ListMeta", List.of(
            Field.of("resourceVersion", 2, ValueType.STRING),
            Field.of("continue", 3, ValueType.STRING),
            Field.of("remainingItemCount", 4, ValueType.INT64)));

    static final StructType CONFIG_MAP = StructType.of("ConfigMap", List.of(
            Field.of("metadata", 1, ValueType.of(METADATA)),
            Field.of("data", 2, ValueType.mapOf(ValueType.STRING)),
            Field.of("binaryData", 3, ValueType.mapOf(ValueType.BYTES)),
            Field.of("immutable", 4, ValueType.BOOLEAN)));

    static final StructType CONFIG_MAP_LIST = StructType.of("ConfigMapList", List.of(
            Field.of("metadata", 1, ValueType.of(LIST_METADATA)),
            Field.of("items", 2, ValueType.listOf(ValueType.of(CONFIG_MAP)))));

    private TestTypes() {
    }

    /** Returns a schema that has a type and lets everything be. */
    static ObjectSchema schema() {
        return new ObjectSchema() {
            @Override
            public Optional<StructType> type() {
                return Optional.of(CONFIG_MAP);
            }

            @Override
            public List<String> prune(ApiObject object) {
                return List.of();
            }

            @Override
            public void applyDefaults(ApiObject object) {
                // None.
            }

            @Override
            public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
                return List.of();
            }
        };
    }
}
