package mortise.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An API object as a tree of JDK collections: {@code Map<String, Object>}, {@code List<Object>}, {@code String},
 * {@code Long}, {@code Double}, {@code Boolean} and {@code null}. Field order is kept. Some structs are a
 * {@link JsonStruct}, which need not concern who works on the tree.
 *
 * <p>A tree lives only while one request works on it, belongs to that request's thread, and is mutable. What is stored
 * and cached are bytes.
 */
public final class ApiObject {

    private final Map<String, @Nullable Object> tree;

    /** Wraps a tree without copying it. */
    public ApiObject(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Returns an object with only a kind. */
    public static ApiObject ofKind(GroupVersionKind kind) {
        var object = new ApiObject(new LinkedHashMap<>());
        object.setKind(kind);
        return object;
    }

    /** Returns the tree itself; changes go to this object. */
    public Map<String, @Nullable Object> tree() {
        return tree;
    }

    /** Returns {@code apiVersion}, or an empty text. */
    public String apiVersion() {
        return text(tree.get("apiVersion"));
    }

    /** Returns {@code kind}, or an empty text. */
    public String kind() {
        return text(tree.get("kind"));
    }

    /** Sets {@code apiVersion} and {@code kind}. */
    public void setKind(GroupVersionKind kind) {
        tree.put("kind", kind.kind());
        tree.put("apiVersion", kind.groupVersion().toString());
    }

    /** Returns a view of {@code metadata}, which is made when it is missing or {@code null}. */
    public ObjectMeta metadata() {
        return new ObjectMeta(structAt("metadata"));
    }

    /** Returns the struct in the given top-level field, which is made when it is missing or {@code null}. */
    public Map<String, @Nullable Object> structAt(String field) {
        Object value = tree.get(field);
        if (value == null) {
            value = new LinkedHashMap<String, @Nullable Object>();
            tree.put(field, value);
        }
        return asStruct(value, field);
    }

    /** Returns the value at the given field names, or {@code null} when a step is missing or not a struct. */
    public @Nullable Object at(String... path) {
        Object value = tree;
        boolean read = false;
        for (String step : path) {
            if (!(value instanceof Map<?, ?> struct)) {
                return null;
            }
            read |= JsonStruct.isUnread(struct);
            value = struct instanceof JsonStruct text ? text.read().get(step) : struct.get(step);
        }
        // Who gets a struct or list may change it, so it must be one that counts.
        return read && (value instanceof Map || value instanceof List) ? opened(path) : value;
    }

    private @Nullable Object opened(String... path) {
        Object value = tree;
        for (String step : path) {
            value = value instanceof Map<?, ?> struct ? struct.get(step) : null;
        }
        return value;
    }

    /** Returns the text at the given field names, or an empty text. */
    public String textAt(String... path) {
        return text(at(path));
    }

    /** Returns a copy that shares nothing mutable with this object. */
    public ApiObject deepCopy() {
        return new ApiObject(asStruct(copy(tree), ""));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApiObject that && tree.equals(that.tree);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }

    @Override
    public String toString() {
        return kind() + " " + textAt("metadata", "namespace") + "/" + textAt("metadata", "name");
    }

    /** Returns a copy of a tree value that shares nothing mutable with it. */
    public static @Nullable Object copy(@Nullable Object value) {
        if (value instanceof JsonStruct text) {
            return text.copy();
        }
        if (value instanceof Map<?, ?> struct) {
            var copy = new LinkedHashMap<String, @Nullable Object>(struct.size() * 4 / 3 + 1);
            struct.forEach((key, item) -> copy.put((String) key, copy(item)));
            return copy;
        }
        if (value instanceof List<?> list) {
            var copy = new ArrayList<@Nullable Object>(list.size());
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> asStruct(@Nullable Object value, String field) {
        if (value instanceof Map<?, ?> struct) {
            return (Map<String, @Nullable Object>) struct;
        }
        throw ApiException.badRequest(
                "json: cannot unmarshal " + typeName(value) + " into field " + field + " of type object");
    }

    private static String text(@Nullable Object value) {
        return value instanceof String s ? s : "";
    }

    /** Returns the JSON type of a value of a tree as error messages name it, for example {@code bool}. */
    public static String typeName(@Nullable Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof Number) {
            return "number";
        }
        return value instanceof Boolean ? "bool" : "null";
    }
}
