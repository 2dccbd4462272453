package mortise.build.schema;

import java.util.Locale;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a field are.
 *
 * @param kind what sort of value
 * @param element what a list or map holds; {@code null} for other kinds
 * @param definition short name of the struct, or of that of an alternative; empty for other kinds
 */
record Type(Kind kind, @Nullable Type element, String definition) {

    private static final String ALTERNATIVES = "apiextensions.v1.JSONSchemaProps";

    static Type listOf(Type element) {
        return new Type(Kind.LIST, element, "");
    }

    static Type mapOf(Type element) {
        return new Type(Kind.MAP, element, "");
    }

    /** Returns the type of what protobuf calls so: a scalar, or the short name of a message. */
    static Type of(String protobuf) {
        return switch (protobuf) {
            case "string" -> scalar(Kind.STRING);
            case "bool" -> scalar(Kind.BOOLEAN);
            case "int32" -> scalar(Kind.INT32);
            case "int64" -> scalar(Kind.INT64);
            case "double" -> scalar(Kind.DOUBLE);
            case "bytes" -> scalar(Kind.BYTES);
            case "meta.v1.Time" -> scalar(Kind.TIME);
            case "meta.v1.MicroTime" -> scalar(Kind.MICRO_TIME);
            case "resource.Quantity" -> scalar(Kind.QUANTITY);
            case "intstr.IntOrString" -> scalar(Kind.INT_OR_STRING);
            case "runtime.RawExtension" -> scalar(Kind.OBJECT);
            case "apiextensions.v1.JSON" -> scalar(Kind.JSON);
            case "meta.v1.FieldsV1" -> scalar(Kind.FIELDS);
            case "meta.v1.Verbs", "authentication.v1.ExtraValue", "authorization.v1.ExtraValue",
                    "certificates.v1.ExtraValue" -> scalar(Kind.STRINGS);
            case ALTERNATIVES + "OrBool" -> new Type(Kind.STRUCT_OR_BOOLEAN, null, ALTERNATIVES);
            case ALTERNATIVES + "OrArray" -> new Type(Kind.STRUCT_OR_LIST, null, ALTERNATIVES);
            case ALTERNATIVES + "OrStringArray" -> new Type(Kind.STRUCT_OR_STRINGS, null, ALTERNATIVES);
            default -> new Type(Kind.STRUCT, null, protobuf);
        };
    }

    private static Type scalar(Kind kind) {
        return new Type(kind, null, "");
    }

    /** Returns the short name of the definition that is somewhere in this type, or an empty text. */
    String reference() {
        return element == null ? definition : element.reference();
    }

    /** Returns how the models of the client library show such values, as far as they tell them apart. */
    String form() {
        return switch (kind) {
            case TIME, MICRO_TIME -> "time";
            case JSON, OBJECT, FIELDS, STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS -> "anything";
            case STRUCT -> definition;
            case STRINGS -> "list of string";
            case LIST -> "list of " + inner();
            case MAP -> "map of " + inner();
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private String inner() {
        return element == null ? "nothing" : element.form();
    }
}
