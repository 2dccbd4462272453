package mortise.core.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.JsonStruct;
import mortise.spi.group.Field;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * One walk over a tree that refuses wrong types, removes unknown fields and what means nothing, and brings values into
 * their canonical form. Messages are those of a Go program that decodes JSON, since clients know them. For one object
 * and thread.
 */
final class Prune {

    /** How many unknown fields are reported; further ones are removed without a word. */
    private static final int UNKNOWN_MAX = 100;
    /** Times that count as none. */
    private static final Set<String> NO_TIMES = Set.of("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z");
    private static final String METADATA = "metadata";

    private final Place place = new Place();
    private @Nullable List<String> unknown;

    /** Prunes an object except for its {@code metadata} and returns the paths of its unknown fields. */
    List<String> object(Map<String, @Nullable Object> tree, StructType type) {
        fields(tree, type, true);
        return unknown == null ? List.of() : unknown;
    }

    private void fields(Map<String, @Nullable Object> struct, StructType type, boolean keepsMetadata) {
        for (Iterator<Map.Entry<String, @Nullable Object>> all = struct.entrySet().iterator(); all.hasNext();) {
            Map.Entry<String, @Nullable Object> entry = all.next();
            String name = entry.getKey();
            Object value = entry.getValue();
            Field field = type.field(name);
            if (keepsMetadata && field != null && METADATA.equals(name)) {
                continue;
            }
            if (field == null) {
                report(name);
            }
            Object kept = field == null || value == null ? null : field(value, field, type);
            if (kept == null) {
                all.remove();
            } else if (kept != value) {
                entry.setValue(kept);
            }
        }
    }

    /** Returns the canonical value of a field, or {@code null} when it means nothing. */
    private @Nullable Object field(Object value, Field field, StructType owner) {
        place.enterField(field.name());
        Object kept = value(value, field.type(), owner);
        place.leave();
        return kept == null || meansNothing(kept, field) ? null : kept;
    }

    private static boolean meansNothing(Object value, Field field) {
        Presence presence = field.presence();
        if (presence == Presence.IF_SET) {
            return false;
        }
        // Empty lists and maps are none, even where none is written: storage does not tell them apart.
        return switch (field.type().kind()) {
            case LIST, STRINGS -> ((List<?>) value).isEmpty();
            case MAP -> ((Map<?, ?>) value).isEmpty();
            case STRING, BYTES -> presence == Presence.UNLESS_EMPTY && ((String) value).isEmpty();
            case BOOLEAN -> presence == Presence.UNLESS_EMPTY && !((Boolean) value);
            case INT32, INT64, DOUBLE -> presence == Presence.UNLESS_EMPTY && ((Number) value).doubleValue() == 0;
            default -> false;
        };
    }

    /**
     * Returns the canonical value, or {@code null} when it means nothing; the field that holds it is the owner's. What
     * nobody has looked into is as it was stored, and was pruned before.
     */
    private @Nullable Object value(Object value, ValueType type, StructType owner) {
        return JsonStruct.isUnread(value) && (type.kind() == Kind.STRUCT || type.kind() == Kind.MAP)
                ? value : canonical(value, type, owner);
    }

    private @Nullable Object canonical(Object value, ValueType type, StructType owner) {
        return switch (type.kind()) {
            case STRING -> value instanceof String ? value : refuse(value, type, owner);
            case BOOLEAN -> value instanceof Boolean ? value : refuse(value, type, owner);
            case INT32 -> int32(value, owner);
            case INT64 -> value instanceof Long ? value : refuseNumber(value, "int64", owner);
            case DOUBLE -> value instanceof Number ? value : refuse(value, type, owner);
            case BYTES -> value instanceof String text ? canonical(text, Base64Text::canonical)
                    : refuse(value, type, owner);
            case TIME -> time(value, owner, false);
            case MICRO_TIME -> time(value, owner, true);
            case QUANTITY -> quantity(value);
            case INT_OR_STRING -> value instanceof String ? value : int32(value, owner);
            case JSON, OBJECT, FIELDS -> value;
            case STRUCT -> struct(value, type, owner);
            case LIST -> list(value, type, element(type), owner);
            case STRINGS -> list(value, type, ValueType.STRING, owner);
            case MAP -> map(value, type, owner);
            case STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS -> alternative(value, type, owner);
        };
    }

    private Object int32(Object value, StructType owner) {
        return value instanceof Long number && number == number.intValue()
                ? value
                : refuseNumber(value, "int32", owner);
    }

    private @Nullable Object time(Object value, StructType owner, boolean micros) {
        if (!(value instanceof String text)) {
            throw wrongType(ApiObject.typeName(value), "string", owner);
        }
        String time = canonical(text, micros ? Times::canonicalMicros : Times::canonical);
        return NO_TIMES.contains(time) ? null : time;
    }

    private static Object quantity(Object value) {
        String text = value instanceof String written ? written.strip() : value.toString();
        if (value instanceof Double number) {
            text = BigDecimal.valueOf(number).toPlainString();
        } else if (value instanceof Map || value instanceof List) {
            // Starts like JSON, which no quantity does.
            text = "{";
        }
        return canonical(text, Quantity::canonical);
    }

    private static String canonical(String text, UnaryOperator<String> form) {
        try {
            return form.apply(text);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest(String.valueOf(malformed.getMessage()));
        }
    }

    @SuppressWarnings("unchecked")
    private Object struct(Object value, ValueType type, StructType owner) {
        if (!(value instanceof Map) || type.struct() == null) {
            return refuse(value, type, owner);
        }
        fields((Map<String, @Nullable Object>) value, type.struct(), false);
        return value;
    }

    @SuppressWarnings("unchecked")
    private Object list(Object value, ValueType type, ValueType element, StructType owner) {
        if (!(value instanceof List)) {
            return refuse(value, type, owner);
        }
        var list = (List<@Nullable Object>) value;
        for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            place.enterIndex(i);
            Object kept = item == null ? nothing(element) : value(item, element, owner);
            place.leave();
            if (kept != item) {
                list.set(i, kept);
            }
        }
        return list;
    }

    @SuppressWarnings("unchecked")
    private Object map(Object value, ValueType type, StructType owner) {
        if (!(value instanceof Map)) {
            return refuse(value, type, owner);
        }
        ValueType element = element(type);
        for (Map.Entry<String, @Nullable Object> entry : ((Map<String, @Nullable Object>) value).entrySet()) {
            Object item = entry.getValue();
            place.enterKey(entry.getKey());
            Object kept = item == null ? nothing(element) : value(item, element, owner);
            place.leave();
            if (kept != item) {
                entry.setValue(kept);
            }
        }
        return value;
    }

    private @Nullable Object alternative(Object value, ValueType type, StructType owner) {
        if (value instanceof Map) {
            return struct(value, element(type), owner);
        }
        if (type.kind() == Kind.STRUCT_OR_BOOLEAN) {
            if (value instanceof Boolean) {
                return value;
            }
            throw ApiException.badRequest("boolean or JSON schema expected");
        }
        if (!(value instanceof List)) {
            return null;
        }
        return list(value, type, type.kind() == Kind.STRUCT_OR_LIST ? element(type) : ValueType.STRING, owner);
    }

    /** Returns what {@code null} means in a list or map. */
    private static @Nullable Object nothing(ValueType type) {
        return switch (type.kind()) {
            case LIST, STRINGS -> new ArrayList<@Nullable Object>();
            case MAP -> new LinkedHashMap<String, @Nullable Object>();
            default -> Completion.nothing(type.kind());
        };
    }

    private static ValueType element(ValueType type) {
        return type.element() == null ? ValueType.JSON : type.element();
    }

    private void report(String field) {
        List<String> reported = unknown;
        if (reported == null) {
            reported = new ArrayList<>();
            unknown = reported;
        }
        if (reported.size() < UNKNOWN_MAX) {
            reported.add(place.path(field));
        }
    }

    private Object refuse(Object value, ValueType type, StructType owner) {
        throw wrongType(ApiObject.typeName(value), GoTypes.name(type), owner);
    }

    /** Refuses what is no whole number, or none of the size; the message shows the number when it is one. */
    private Object refuseNumber(Object value, String goType, StructType owner) {
        String what = ApiObject.typeName(value);
        if (value instanceof Double number) {
            what += " " + BigDecimal.valueOf(number).toPlainString();
        } else if (value instanceof Number) {
            what += " " + value;
        }
        throw wrongType(what, goType, owner);
    }

    private ApiException wrongType(String what, String goType, StructType owner) {
        return ApiException.badRequest("json: cannot unmarshal " + what + " into Go struct field "
                + GoTypes.simpleName(owner) + "." + place.fields() + " of type " + goType);
    }
}
