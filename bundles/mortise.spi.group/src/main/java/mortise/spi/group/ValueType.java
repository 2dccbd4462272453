package mortise.spi.group;

import org.jspecify.annotations.Nullable;

/**
 * What a value is, in JSON and in protobuf. Immutable.
 *
 * @param kind what sort of value
 * @param element what a list, map or alternative holds; {@code null} for other kinds
 * @param struct the fields of a struct; {@code null} for other kinds
 */
public record ValueType(Kind kind, @Nullable ValueType element, @Nullable StructType struct) {

    public static final ValueType STRING = new ValueType(Kind.STRING, null, null);
    public static final ValueType BOOLEAN = new ValueType(Kind.BOOLEAN, null, null);
    public static final ValueType INT32 = new ValueType(Kind.INT32, null, null);
    public static final ValueType INT64 = new ValueType(Kind.INT64, null, null);
    public static final ValueType DOUBLE = new ValueType(Kind.DOUBLE, null, null);
    public static final ValueType BYTES = new ValueType(Kind.BYTES, null, null);
    public static final ValueType TIME = new ValueType(Kind.TIME, null, null);
    public static final ValueType MICRO_TIME = new ValueType(Kind.MICRO_TIME, null, null);
    public static final ValueType QUANTITY = new ValueType(Kind.QUANTITY, null, null);
    public static final ValueType INT_OR_STRING = new ValueType(Kind.INT_OR_STRING, null, null);
    public static final ValueType JSON = new ValueType(Kind.JSON, null, null);
    public static final ValueType OBJECT = new ValueType(Kind.OBJECT, null, null);
    public static final ValueType FIELDS = new ValueType(Kind.FIELDS, null, null);
    public static final ValueType STRINGS = new ValueType(Kind.STRINGS, STRING, null);

    /** Sorts of values, each with its JSON form; the protobuf form follows from it. */
    public enum Kind {
        STRING,
        BOOLEAN,
        /** A whole number of 32 bits with sign. */
        INT32,
        /** A whole number of 64 bits with sign. */
        INT64,
        DOUBLE,
        /** Base64 text; raw bytes in protobuf. */
        BYTES,
        /** RFC 3339 text with whole seconds; {@code null} when not set. Message {seconds=1, nanos=2}. */
        TIME,
        /** RFC 3339 text with six fractional digits; {@code null} when not set. Message {seconds=1, nanos=2}. */
        MICRO_TIME,
        /** Text such as {@code 500m}, or a number on input. Message {string=1}. */
        QUANTITY,
        /** A whole number or a text. Message {type=1, intVal=2, strVal=3}, type 0 for the number. */
        INT_OR_STRING,
        /** Any JSON value. Message {raw=1} that holds the JSON text. */
        JSON,
        /** Any object, usually with a kind of its own. Message {raw=1} that holds JSON text or an enveloped object. */
        OBJECT,
        /** A set of fields in the form of {@code managedFields[].fieldsV1}. Message {Raw=1} that holds JSON text. */
        FIELDS,
        STRUCT,
        LIST,
        /** Object with free keys. */
        MAP,
        /** A list of texts that protobuf wraps in a message of its own, {items=1}. */
        STRINGS,
        /** The struct of the element, or a boolean. Message {allows=1, schema=2}. */
        STRUCT_OR_BOOLEAN,
        /** The struct of the element, or a list of such structs. Message {schema=1, jSONSchemas=2}. */
        STRUCT_OR_LIST,
        /** The struct of the element, or a list of texts. Message {schema=1, property=2}. */
        STRUCT_OR_STRINGS
    }

    /** Returns the type of values with the fields of a struct. */
    public static ValueType of(StructType struct) {
        return new ValueType(Kind.STRUCT, null, struct);
    }

    /** Returns the type of lists of an element. */
    public static ValueType listOf(ValueType element) {
        return new ValueType(Kind.LIST, element, null);
    }

    /** Returns the type of maps from texts to an element. */
    public static ValueType mapOf(ValueType element) {
        return new ValueType(Kind.MAP, element, null);
    }

    /** Returns the type of one of the alternatives of a struct. */
    public static ValueType alternative(Kind kind, StructType struct) {
        return new ValueType(kind, of(struct), null);
    }

    @Override
    public String toString() {
        return kind + (element == null ? "" : " of " + element) + (struct == null ? "" : " " + struct.name());
    }
}
