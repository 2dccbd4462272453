package mortise.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.core.schema.Times;
import org.jspecify.annotations.Nullable;

/**
 * The structure of {@code metadata}, which every kind shares and therefore no schema repeats: fields that do not exist
 * are removed and reported, values of a wrong type are refused, {@code null} is the same as absent.
 */
final class MetadataShape {

    private enum Type { TEXT, INTEGER, TIME, TEXTS, LIST, OWNERS, MANAGERS, BOOLEAN, ANY }

    private static final Map<String, Type> FIELDS = Map.ofEntries(
            Map.entry("name", Type.TEXT), Map.entry("generateName", Type.TEXT), Map.entry("namespace", Type.TEXT),
            Map.entry("selfLink", Type.TEXT), Map.entry("uid", Type.TEXT), Map.entry("resourceVersion", Type.TEXT),
            Map.entry("generation", Type.INTEGER), Map.entry("creationTimestamp", Type.TIME),
            Map.entry("deletionTimestamp", Type.TIME), Map.entry("deletionGracePeriodSeconds", Type.INTEGER),
            Map.entry("labels", Type.TEXTS), Map.entry("annotations", Type.TEXTS),
            Map.entry("ownerReferences", Type.OWNERS), Map.entry("finalizers", Type.LIST),
            Map.entry("managedFields", Type.MANAGERS));

    private static final Map<String, Type> OWNER_FIELDS = Map.of(
            "apiVersion", Type.TEXT, "kind", Type.TEXT, "name", Type.TEXT, "uid", Type.TEXT,
            "controller", Type.BOOLEAN, "blockOwnerDeletion", Type.BOOLEAN);

    private static final Map<String, Type> MANAGER_FIELDS = Map.of(
            "manager", Type.TEXT, "operation", Type.TEXT, "apiVersion", Type.TEXT, "time", Type.TIME,
            "fieldsType", Type.TEXT, "fieldsV1", Type.ANY, "subresource", Type.TEXT);

    /** Fields that are shown as {@code ""} and never kept. */
    private static final Set<String> DROPPED = Set.of("selfLink");

    private MetadataShape() {
    }

    /**
     * Puts {@code metadata} into shape and returns the paths of the fields that were removed because they do not exist.
     *
     * @throws ApiException 400 with a message that starts with {@code json:} when a value has a wrong type
     */
    static List<String> apply(ApiObject object) {
        Object metadata = object.tree().get("metadata");
        if (metadata != null && !(metadata instanceof Map)) {
            throw wrongType(metadata, object.kind() + ".metadata", "v1.ObjectMeta");
        }
        var unknown = new ArrayList<String>();
        checkStruct(object.metadata().tree(), FIELDS, "metadata", "ObjectMeta.metadata", unknown);
        object.metadata().tree().keySet().removeAll(DROPPED);
        return unknown;
    }

    private static void checkStruct(
            Map<String, @Nullable Object> struct, Map<String, Type> fields, String path, String goPath,
            List<String> unknown) {
        for (Iterator<Map.Entry<String, @Nullable Object>> it = struct.entrySet().iterator(); it.hasNext();) {
            Map.Entry<String, @Nullable Object> field = it.next();
            Type type = fields.get(field.getKey());
            Object value = field.getValue();
            if (type == null) {
                unknown.add(path + "." + field.getKey());
                it.remove();
            } else if (value == null) {
                it.remove();
            } else {
                check(value, type, field.getKey(), goPath, unknown);
                if (type == Type.TIME) {
                    field.setValue(canonicalTime((String) value));
                } else if (fields == FIELDS && meansNothing(field.getKey(), value)) {
                    it.remove();
                }
            }
        }
    }

    /** Paths are those of the struct; texts of a field are made only when it is wrong. */
    private static void check(Object value, Type type, String field, String goPath, List<String> unknown) {
        switch (type) {
            case TEXT -> require(value instanceof String, value, goPath, field, "string");
            case BOOLEAN -> require(value instanceof Boolean, value, goPath, field, "bool");
            case INTEGER -> require(value instanceof Long, value, goPath, field, "int64");
            case TIME -> require(value instanceof String, value, goPath, field, "v1.Time");
            case TEXTS -> checkTexts(value, goPath, field);
            case LIST -> checkList(value, goPath, field);
            case OWNERS -> checkStructs(value, OWNER_FIELDS, "OwnerReference", goPath, field, unknown);
            case MANAGERS -> checkStructs(value, MANAGER_FIELDS, "ManagedFieldsEntry", goPath, field, unknown);
            case ANY -> { }
        }
    }

    /** An empty value is the same as none, and is what clients send that write every field; a grace of 0 is at once. */
    private static boolean meansNothing(String field, Object value) {
        if (field.equals("managedFields")) {
            // To have none may be a wish; whoever keeps them knows.
            return false;
        }
        return value.equals("") || value instanceof Collection<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value.equals(0L) && !field.equals("deletionGracePeriodSeconds");
    }

    /** Clients write times in many ways that mean the same; only the canonical one compares with what is stored. */
    private static String canonicalTime(String text) {
        try {
            return Times.canonical(text);
        } catch (IllegalArgumentException notATime) {
            throw ApiException.badRequest(String.valueOf(notATime.getMessage()));
        }
    }

    @SuppressWarnings("unchecked")
    private static void checkTexts(Object value, String goPath, String field) {
        require(value instanceof Map, value, goPath, field, "map[string]string");
        for (Map.Entry<String, @Nullable Object> entry : ((Map<String, @Nullable Object>) value).entrySet()) {
            if (entry.getValue() == null) {
                entry.setValue("");
            }
            require(entry.getValue() instanceof String, entry.getValue(), goPath, field, "string");
        }
    }

    @SuppressWarnings("unchecked")
    private static void checkList(Object value, String goPath, String field) {
        require(value instanceof List, value, goPath, field, "[]string");
        // Null is an empty item.
        ((List<@Nullable Object>) value).replaceAll(item -> item == null ? "" : item);
        ((List<?>) value).forEach(item -> require(item instanceof String, item, goPath, field, "string"));
    }

    @SuppressWarnings("unchecked")
    private static void checkStructs(
            Object value, Map<String, Type> fields, String goType, String goPath, String field, List<String> unknown) {
        require(value instanceof List, value, goPath, field, "[]v1." + goType);
        var structs = (List<@Nullable Object>) value;
        for (int i = 0; i < structs.size(); i++) {
            if (structs.get(i) == null) {
                structs.set(i, new LinkedHashMap<String, @Nullable Object>());
            }
            Object struct = structs.get(i);
            require(struct instanceof Map, struct, goPath, field, "v1." + goType);
            checkStruct((Map<String, @Nullable Object>) struct, fields, "metadata." + field + "[" + i + "]",
                    goType + ".metadata." + field, unknown);
        }
    }

    private static void require(boolean holds, @Nullable Object value, String goPath, String field, String goType) {
        if (!holds) {
            throw wrongType(value, goPath + "." + field, goType);
        }
    }

    private static ApiException wrongType(@Nullable Object value, String goPath, String goType) {
        return ApiException.badRequest("json: cannot unmarshal " + ApiObject.typeName(value)
                + " into Go struct field " + goPath + " of type " + goType);
    }
}
