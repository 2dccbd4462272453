package mortise.core.expression;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.core.schema.Addresses;
import mortise.core.schema.Quantity;
import org.jspecify.annotations.Nullable;

/** What values are, and when they are equal. */
final class Values {

    private static final Map<Class<?>, String> NAMES = Map.ofEntries(
            Map.entry(Boolean.class, "bool"), Map.entry(Long.class, "int"), Map.entry(Unsigned.class, "uint"),
            Map.entry(Double.class, "double"), Map.entry(String.class, "string"), Map.entry(Bytes.class, "bytes"),
            Map.entry(Instant.class, "google.protobuf.Timestamp"),
            Map.entry(Duration.class, "google.protobuf.Duration"), Map.entry(TypeValue.class, "type"),
            Map.entry(OptionalValue.class, "optional_type"),
            Map.entry(Quantity.class, ExpressionType.Names.QUANTITY),
            Map.entry(Url.class, ExpressionType.Names.URL), Map.entry(Addresses.Ip.class, ExpressionType.Names.IP),
            Map.entry(Addresses.Cidr.class, ExpressionType.Names.CIDR),
            Map.entry(Semver.class, ExpressionType.Names.SEMVER),
            Map.entry(NamedFormat.class, ExpressionType.Names.FORMAT));

    private Values() {
    }

    /** Returns what an expression sees of a value in a tree; nothing is copied. */
    static @Nullable Object dress(@Nullable Object raw, ExpressionType type) {
        if (raw instanceof Integer number) {
            return number.longValue();
        }
        if (raw == null || !type.isDisguised()) {
            return raw;
        }
        if (raw instanceof String text) {
            return text(text, type);
        }
        return switch (type.kind()) {
            case DOUBLE -> raw instanceof Long number ? (Object) number.doubleValue() : raw;
            case LIST -> raw instanceof List<?> list ? new TypedList(list, type) : raw;
            case MAP -> raw instanceof Map<?, ?> map ? new TypedMap(map, type.element()) : raw;
            case OBJECT -> raw instanceof Map<?, ?> map ? new ObjectValue(map, type) : raw;
            case OPTIONAL -> raw instanceof Optional<?> maybe
                    ? maybe.map(value -> OptionalValue.of(dress(value, type.element()))).orElse(OptionalValue.NONE)
                    : raw;
            case OPAQUE -> Authority.dressed(raw);
            default -> raw;
        };
    }

    private static Object text(String text, ExpressionType type) {
        try {
            return switch (type.kind()) {
                case BYTES -> new Bytes(Base64.getDecoder().decode(text));
                case TIMESTAMP -> Moments.timestamp(text);
                case DURATION -> Moments.duration(text);
                case OPAQUE -> type.name().equals(ExpressionType.Names.SEMVER) ? Semver.parse(text, false) : text;
                default -> text;
            };
        } catch (IllegalArgumentException e) {
            throw Fault.of("%s", e.getMessage());
        }
    }

    /** Returns the name of the type of a value as the language writes it. */
    static String typeName(@Nullable Object value) {
        if (value == null) {
            return "null_type";
        }
        if (value instanceof List) {
            return "list";
        }
        if (value instanceof Map) {
            return "map";
        }
        if (value instanceof ObjectValue object) {
            return object.type().name();
        }
        return NAMES.getOrDefault(value.getClass(), "dyn");
    }

    static boolean isNumber(@Nullable Object value) {
        return value instanceof Long || value instanceof Double || value instanceof Unsigned;
    }

    static boolean equal(@Nullable Object a, @Nullable Object b) {
        if (isNumber(a) && isNumber(b)) {
            return !isNaN(a) && !isNaN(b) && compareNumbers(a, b) == 0;
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            return equalLists(left, right);
        }
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            return equalMaps(left, right);
        }
        if (a instanceof ObjectValue left && b instanceof ObjectValue right) {
            return left.sameAs(right);
        }
        if (a instanceof OptionalValue left && b instanceof OptionalValue right) {
            return left.present() == right.present() && equal(left.value(), right.value());
        }
        return Objects.equals(a, b);
    }

    private static boolean equalLists(List<?> a, List<?> b) {
        if (a instanceof TypedList set && !set.isOrdered()) {
            return set.sameElements(b);
        }
        if (b instanceof TypedList set && !set.isOrdered()) {
            return set.sameElements(a);
        }
        if (a instanceof TypedList.Merged set) {
            return set.sameElements(b);
        }
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalMaps(Map<?, ?> a, Map<?, ?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : a.entrySet()) {
            if (!b.containsKey(entry.getKey()) || !equal(entry.getValue(), b.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNaN(@Nullable Object value) {
        return value instanceof Double number && number.isNaN();
    }

    /** Compares numbers of any types. */
    static int compareNumbers(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Long.compare(x, y);
        }
        if (a instanceof Double x && (b instanceof Double || x.isInfinite() || x.isNaN())) {
            return Double.compare(x + 0.0, b instanceof Double y ? y + 0.0 : 0.0);
        }
        if (b instanceof Double y && (y.isInfinite() || y.isNaN())) {
            return Double.compare(0.0, y);
        }
        return exact(a).compareTo(exact(b));
    }

    private static BigDecimal exact(Object number) {
        if (number instanceof Long value) {
            return BigDecimal.valueOf(value);
        }
        return number instanceof Unsigned value ? new BigDecimal(value.number()) : new BigDecimal((Double) number);
    }

    /** Compares values of one type that has an order. */
    static int compare(@Nullable Object a, @Nullable Object b) {
        if (isNumber(a) && isNumber(b)) {
            return compareNumbers(Objects.requireNonNull(a), Objects.requireNonNull(b));
        }
        if (a instanceof String x && b instanceof String y) {
            return Texts.compare(x, y);
        }
        if (a instanceof Boolean x && b instanceof Boolean y) {
            return x.compareTo(y);
        }
        if (a instanceof Bytes x && b instanceof Bytes y) {
            return x.compareTo(y);
        }
        if (a instanceof Instant x && b instanceof Instant y) {
            return x.compareTo(y);
        }
        if (a instanceof Duration x && b instanceof Duration y) {
            return x.compareTo(y);
        }
        throw Fault.noSuchOverload();
    }

    /** Says whether {@code <} and the like are false for these numbers, whatever they are. */
    static boolean unordered(@Nullable Object a, @Nullable Object b) {
        return isNaN(a) || isNaN(b);
    }

    /** Returns how many characters, bytes or elements there are; 1 for what has no size. */
    static long size(@Nullable Object value) {
        if (value instanceof String text) {
            return Texts.length(text);
        }
        if (value instanceof Bytes bytes) {
            return bytes.array().length;
        }
        if (value instanceof List<?> list) {
            return list.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof OptionalValue maybe && maybe.present()) {
            return size(maybe.value());
        }
        return value instanceof Addresses.Ip || value instanceof Addresses.Cidr ? NetFunctions.size(value) : 1;
    }

    static List<?> plus(List<?> a, List<?> b) {
        if (a instanceof TypedList set && !set.isOrdered()) {
            return set.merged(b);
        }
        return Chain.of(a, b);
    }
}
