package mortise.core.discovery.openapi;

import java.util.List;
import java.util.Map;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/** Definitions that are no structs. */
enum Special {

    TIME("io.k8s.apimachinery.pkg.apis.meta.v1.Time", ValueType.Kind.TIME, "string", "date-time",
            "A point in time in the form of RFC 3339, with whole seconds."),
    MICRO_TIME("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", ValueType.Kind.MICRO_TIME, "string", "date-time",
            "A point in time in the form of RFC 3339, with microseconds."),
    QUANTITY("io.k8s.apimachinery.pkg.api.resource.Quantity", ValueType.Kind.QUANTITY, "string", "",
            "A number with an optional unit: n, u, m, k, M, G, T, P, E for powers of 1000, Ki, Mi, Gi, Ti, Pi, Ei for"
            + " powers of 1024, or a decimal exponent. It is kept in its shortest form with a whole number, for"
            + " example 1.5 as 1500m and 1.5Gi as 1536Mi; more than three decimal places are rounded up."),
    INT_OR_STRING("io.k8s.apimachinery.pkg.util.intstr.IntOrString", ValueType.Kind.INT_OR_STRING, "string",
            "int-or-string", "A whole number of 32 bits, or a text such as a percentage or the name of a port."),
    JSON("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON", ValueType.Kind.JSON, "", "",
            "Any JSON value: an object, a list, a text, a number, true, false or null."),
    RAW_EXTENSION("io.k8s.apimachinery.pkg.runtime.RawExtension", ValueType.Kind.OBJECT, "object", "",
            "An object of any kind."),
    FIELDS("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", ValueType.Kind.FIELDS, "object", "",
            "A set of fields: names are f:NAME, k:KEYS, v:VALUE or i:INDEX, and hold the set below that place."
            + " An empty object is the place itself."),
    PATCH("io.k8s.apimachinery.pkg.apis.meta.v1.Patch", null, "object", "",
            "What is to be changed, in the form that the content type names."),
    BOOLEAN_OR("OrBool", ValueType.Kind.STRUCT_OR_BOOLEAN, "", "", "A schema, or a boolean."),
    LIST_OR("OrArray", ValueType.Kind.STRUCT_OR_LIST, "", "", "A schema, or a list of schemas."),
    STRINGS_OR("OrStringArray", ValueType.Kind.STRUCT_OR_STRINGS, "", "", "A schema, or a list of texts.");

    private final String name;
    private final ValueType.@Nullable Kind kind;
    private final String type;
    private final String format;
    private final String description;

    Special(String name, ValueType.@Nullable Kind kind, String type, String format, String description) {
        this.name = name;
        this.kind = kind;
        this.type = type;
        this.format = format;
        this.description = description;
    }

    /** Returns the definition of values of a type, or {@code null} when their form is written in place. */
    static @Nullable Special of(ValueType type) {
        for (Special special : values()) {
            if (special.kind == type.kind()) {
                return special;
            }
        }
        return null;
    }

    /** Returns the name of the definition; that of an alternative begins with the name of its struct. */
    String schema(ValueType type) {
        ValueType element = type.element();
        return name.startsWith("Or") && element != null && element.struct() != null
                ? element.struct().name() + name : name;
    }

    /** Returns the name of a definition that is no alternative. */
    String schema() {
        return name;
    }

    Map<String, Object> form(Dialect dialect) {
        Map<String, Object> form = Tree.of("description", description);
        Tree.putText(form, "format", format);
        if (dialect == Dialect.V3 && this == QUANTITY) {
            form.put("oneOf", List.of(Tree.of("type", "string"), Tree.of("type", "number")));
        } else if (dialect == Dialect.V3 && this == INT_OR_STRING) {
            form.put("oneOf", List.of(Tree.of("type", "integer"), Tree.of("type", "string")));
        } else {
            Tree.putText(form, "type", type);
        }
        return form;
    }

    /** Returns what the hash of a document that has this definition depends on. */
    @Override
    public String toString() {
        return name() + type + format + description;
    }
}
