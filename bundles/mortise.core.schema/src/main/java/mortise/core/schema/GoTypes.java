package mortise.core.schema;

import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/** Names of types as messages of kube-apiserver show them, for example {@code v1.PodSpec}. */
final class GoTypes {

    private GoTypes() {
    }

    /** Returns the name of a struct without its version: {@code PodSpec}. */
    static String simpleName(StructType struct) {
        return struct.name().substring(struct.name().lastIndexOf('.') + 1);
    }

    /** Returns the last parts of a struct's name: two for {@code v1.PodSpec}, three for {@code core.v1.PodSpec}. */
    static String lastParts(StructType struct, int count) {
        String name = struct.name();
        int start = name.length();
        for (int i = 0; i < count && start >= 0; i++) {
            start = name.lastIndexOf('.', start - 1);
        }
        return name.substring(start + 1);
    }

    /** Returns the name of the type that a value does not fit. */
    static String name(@Nullable ValueType type) {
        if (type == null) {
            return "interface {}";
        }
        return switch (type.kind()) {
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case INT32 -> "int32";
            case INT64 -> "int64";
            case DOUBLE -> "float64";
            case BYTES -> "[]uint8";
            case TIME -> "v1.Time";
            case MICRO_TIME -> "v1.MicroTime";
            case QUANTITY -> "resource.Quantity";
            case INT_OR_STRING -> "intstr.IntOrString";
            case JSON, FIELDS -> "v1.JSON";
            case OBJECT -> "runtime.RawExtension";
            case STRUCT -> struct(type);
            case LIST -> "[]" + name(type.element());
            case MAP -> isResourceList(type) ? "v1.ResourceList" : "map[string]" + name(type.element());
            case STRINGS -> "v1.ExtraValue";
            case STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS -> name(type.element());
        };
    }

    private static boolean isResourceList(ValueType map) {
        return map.element() != null && map.element().kind() == ValueType.Kind.QUANTITY;
    }

    private static String struct(ValueType type) {
        return type.struct() == null ? "struct" : lastParts(type.struct(), 2);
    }
}
