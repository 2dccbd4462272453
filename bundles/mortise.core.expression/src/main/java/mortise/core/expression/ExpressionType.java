package mortise.core.expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * What a variable or a part of one is, and how large it can be. Looks immutable; any thread. Sizes are the greatest
 * number of elements, characters or bytes, used for estimates only; {@link #UNKNOWN} when nothing is known.
 */
public final class ExpressionType {

    /** Size of which nothing is known. */
    public static final long UNKNOWN = -1;

    public static final ExpressionType DYN = new ExpressionType(Kind.DYN, "dyn");
    public static final ExpressionType BOOL = new ExpressionType(Kind.BOOL, "bool");
    public static final ExpressionType INT = new ExpressionType(Kind.INT, "int");
    public static final ExpressionType DOUBLE = new ExpressionType(Kind.DOUBLE, "double");
    public static final ExpressionType STRING = new ExpressionType(Kind.STRING, "string");
    public static final ExpressionType BYTES = new ExpressionType(Kind.BYTES, "bytes");
    public static final ExpressionType TIMESTAMP = new ExpressionType(Kind.TIMESTAMP, "timestamp");
    public static final ExpressionType DURATION = new ExpressionType(Kind.DURATION, "duration");
    /** {@code authorizer}; its value is an {@link AccessCheck}. */
    public static final ExpressionType AUTHORIZER = new ExpressionType(Kind.OPAQUE, Names.AUTHORIZER);
    /** The authorizer of the resource of a request; its value is an {@link AccessCheck.Prepared}. */
    public static final ExpressionType RESOURCE_CHECK = new ExpressionType(Kind.OPAQUE, Names.RESOURCE_CHECK);
    /** A {@code mortise.core.schema.Quantity}. */
    public static final ExpressionType QUANTITY = new ExpressionType(Kind.OPAQUE, Names.QUANTITY);

    /** Sorts of types. */
    public enum Kind {
        /** Anything; found out when it is evaluated. */
        DYN, BOOL, INT, DOUBLE, STRING,
        /** Base64 text in a tree. */
        BYTES,
        /** RFC 3339 text, or a date, in a tree. */
        TIMESTAMP,
        /** Text such as {@code 1h30m} in a tree. */
        DURATION,
        LIST, MAP,
        /** Known fields. */
        OBJECT,
        /** {@code optional_type} of an element. */
        OPTIONAL,
        /** Known to functions only. */
        OPAQUE
    }

    private final Kind kind;
    private final String name;
    private final @Nullable ExpressionType element;
    private final Supplier<Map<String, ExpressionType>> source;
    private final Field.ListKind listKind;
    private final List<String> keys;
    private final long size;
    private final boolean named;
    private volatile @Nullable Map<String, ExpressionType> fields;

    private ExpressionType(Kind kind, String name) {
        this(kind, name, null, Map::of, Field.ListKind.ATOMIC, List.of(), UNKNOWN);
    }

    private ExpressionType(Kind kind, String name, @Nullable ExpressionType element,
            Supplier<Map<String, ExpressionType>> source, Field.ListKind listKind, List<String> keys, long size) {
        this(kind, name, element, source, listKind, keys, size, false);
    }

    private ExpressionType(Kind kind, String name, @Nullable ExpressionType element,
            Supplier<Map<String, ExpressionType>> source, Field.ListKind listKind, List<String> keys, long size,
            boolean named) {
        this.named = named;
        this.kind = kind;
        this.name = name;
        this.element = element;
        this.source = source;
        this.listKind = listKind;
        this.keys = keys;
        this.size = size;
    }

    /** Returns the type of lists whose elements are told apart by nothing. */
    public static ExpressionType list(ExpressionType element) {
        return list(element, Field.ListKind.ATOMIC, List.of());
    }

    /** Returns the type of lists; the kind says what {@code ==} and {@code +} do. */
    public static ExpressionType list(ExpressionType element, Field.ListKind listKind, List<String> keys) {
        return new ExpressionType(Kind.LIST, "list", element, Map::of, listKind, List.copyOf(keys), UNKNOWN);
    }

    /** Returns the type of maps from texts. */
    public static ExpressionType map(ExpressionType value) {
        return new ExpressionType(Kind.MAP, "map", value, Map::of, Field.ListKind.ATOMIC, List.of(), UNKNOWN);
    }

    /** Returns the type of values that may be missing. */
    public static ExpressionType optional(ExpressionType element) {
        return new ExpressionType(
                Kind.OPTIONAL, "optional_type", element, Map::of, Field.ListKind.ATOMIC, List.of(), UNKNOWN);
    }

    /**
     * Returns the type of objects with known fields.
     *
     * @param name unlike that of any other type of the same environment
     * @param fields gives the fields by their names in JSON; called when first needed
     */
    public static ExpressionType object(String name, Supplier<Map<String, ExpressionType>> fields) {
        return new ExpressionType(Kind.OBJECT, name, null, fields, Field.ListKind.ATOMIC, List.of(), UNKNOWN);
    }

    /**
     * Returns the type of objects with known fields that expressions name as they are: {@code request.namespace}, and
     * not {@code request.__namespace__}.
     *
     * @param name unlike that of any other type of the same environment
     * @param fields gives the fields by their names, which are words; called when first needed
     */
    public static ExpressionType request(String name, Supplier<Map<String, ExpressionType>> fields) {
        return new ExpressionType(
                Kind.OBJECT, name, null, fields, Field.ListKind.ATOMIC, List.of(), UNKNOWN, true);
    }

    /** Returns the type of what an expression evaluates to; {@link #DYN} when it is more than a single value. */
    public static ExpressionType resultOf(Expression expression) {
        return switch (expression.resultType()) {
            case "bool" -> BOOL;
            case "int" -> INT;
            case "double" -> DOUBLE;
            case "string" -> STRING;
            default -> DYN;
        };
    }

    /** Returns the type of values of a built-in kind. */
    public static ExpressionType of(ValueType type) {
        return of(type, Field.Merge.USUAL);
    }

    /** Returns the type of objects with the fields of a struct. */
    public static ExpressionType of(StructType struct) {
        return object(struct.name(), () -> {
            var fields = new LinkedHashMap<String, ExpressionType>();
            struct.fields().forEach(field -> fields.put(field.name(), of(field.type(), field.merge())));
            return fields;
        });
    }

    private static ExpressionType of(ValueType type, Field.Merge merge) {
        return switch (type.kind()) {
            case STRING, QUANTITY -> STRING;
            case BOOLEAN -> BOOL;
            case INT32, INT64 -> INT;
            case DOUBLE -> DOUBLE;
            case BYTES -> BYTES;
            case TIME, MICRO_TIME -> TIMESTAMP;
            case STRUCT -> of(Objects.requireNonNull(type.struct()));
            case LIST, STRINGS -> list(
                    of(Objects.requireNonNull(type.element())), merge.list(), merge.keys());
            case MAP -> map(of(Objects.requireNonNull(type.element())));
            default -> DYN;
        };
    }

    /** Returns the same type with a greatest size. */
    public ExpressionType sized(long max) {
        return new ExpressionType(kind, name, element, this::fields, listKind, keys, max, named);
    }

    /** Returns what sort of type it is. */
    public Kind kind() {
        return kind;
    }

    /** Returns the name of the type of an object or of something opaque. */
    public String name() {
        return name;
    }

    /** Returns what a list, map or optional holds; {@link #DYN} for other types. */
    public ExpressionType element() {
        return element == null ? DYN : element;
    }

    /** Returns the fields of an object by their names in JSON. */
    public Map<String, ExpressionType> fields() {
        Map<String, ExpressionType> known = fields;
        if (known == null) {
            known = source.get();
            fields = known;
        }
        return known;
    }

    /** Says whether expressions name its fields as they are. */
    boolean isNamed() {
        return named;
    }

    /** Returns how the elements of a list are told apart. */
    Field.ListKind listKind() {
        return listKind;
    }

    /** Returns the names of the fields that tell elements apart. */
    List<String> keys() {
        return keys;
    }

    /** Returns the greatest size, or {@link #UNKNOWN}. */
    public long size() {
        return size;
    }

    /** Says whether values in a tree are not yet the values that expressions see. */
    boolean isDisguised() {
        return switch (kind) {
            case BYTES, TIMESTAMP, DURATION, OBJECT, DOUBLE, OPTIONAL -> true;
            case OPAQUE -> !name.equals(Names.QUANTITY);
            case LIST -> listKind != Field.ListKind.ATOMIC || element().isDisguised();
            case MAP -> element().isDisguised();
            default -> false;
        };
    }

    /** Names of the types that are known to functions only. */
    static final class Names {
        static final String AUTHORIZER = "kubernetes.authorization.Authorizer";
        static final String RESOURCE_CHECK = "kubernetes.authorization.ResourceCheck";
        static final String QUANTITY = "kubernetes.Quantity";
        static final String URL = "kubernetes.URL";
        static final String FORMAT = "kubernetes.NamedFormat";
        static final String SEMVER = "kubernetes.Semver";
        static final String IP = "net.IP";
        static final String CIDR = "net.CIDR";

        private Names() {
        }
    }
}
