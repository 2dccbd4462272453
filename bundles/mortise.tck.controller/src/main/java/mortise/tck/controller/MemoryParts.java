package mortise.tck.controller;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** What a write changes of an object. Pure functions. */
final class MemoryParts {

    private MemoryParts() {
    }

    /**
     * Returns an object after an update.
     *
     * @param below {@code status} writes nothing but the status, {@code finalize} the finalizers of the spec, anything
     *     else the whole object
     */
    static ApiObject replaced(ApiObject current, ApiObject sent, String below) {
        ApiObject copy = sent.deepCopy();
        ApiObject replaced = current.deepCopy();
        switch (below) {
            case "status" -> put(replaced.tree(), "status", copy.tree().get("status"));
            case "finalize" -> put(replaced.structAt("spec"), "finalizers", copy.at("spec", "finalizers"));
            default -> replaced = copy;
        }
        return replaced;
    }

    private static void put(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (value == null) {
            struct.remove(field);
        } else {
            struct.put(field, value);
        }
    }

    /** Says whether an object, a namespace for example, has finalizers beside those of its metadata. */
    static boolean holdsFinalizersInSpec(ApiObject object) {
        return object.at("spec", "finalizers") instanceof List<?> list && !list.isEmpty();
    }

    /** Changes a tree as RFC 7386 says. */
    static void merge(Map<String, @Nullable Object> target, Map<String, @Nullable Object> changes) {
        changes.forEach((field, value) -> {
            if (value == null) {
                target.remove(field);
            } else if (value instanceof Map<?, ?> struct) {
                Map<String, @Nullable Object> inner = tree(target.get(field));
                merge(inner, tree(struct));
                target.put(field, inner);
            } else {
                target.put(field, ApiObject.copy(value));
            }
        });
    }

    private static Map<String, @Nullable Object> tree(@Nullable Object value) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> tree.put(String.valueOf(key), inner));
        }
        return tree;
    }
}
