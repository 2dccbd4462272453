package mortise.core.cache;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mortise.api.ApiObject;

/**
 * What one cache holds.
 *
 * @param prefix prefix of the keys, for example {@code /registry/pods/}; keys are the prefix, for a namespaced resource
 *     the namespace and a slash, and the name
 * @param namespaced whether objects live in namespaces
 * @param selectable how to read each field that field selectors may name, besides {@code metadata.name} and
 *     {@code metadata.namespace}, by its path; an absent field is an empty text
 * @param indexedFields those of the selectable fields that get an index; each costs memory for every entry
 */
public record CacheSpec(
        String prefix,
        boolean namespaced,
        Map<String, Function<ApiObject, String>> selectable,
        List<String> indexedFields) {

    public CacheSpec {
        selectable = Map.copyOf(selectable);
        indexedFields = List.copyOf(indexedFields);
        if (!prefix.endsWith("/")) {
            throw new IllegalArgumentException("prefix does not end in a slash: " + prefix);
        }
        if (!selectable.keySet().containsAll(indexedFields)) {
            throw new IllegalArgumentException("indexed but not selectable: " + indexedFields);
        }
    }

    /** Returns the key of an object; the namespace is ignored when the resource is not namespaced. */
    public String key(String namespace, String name) {
        return namespaced ? prefix + namespace + "/" + name : prefix + name;
    }

    /** Returns the prefix of the keys in a namespace; that of all keys when the namespace is empty. */
    public String prefixOf(String namespace) {
        return namespaced && !namespace.isEmpty() ? prefix + namespace + "/" : prefix;
    }

    /** Returns the entry of a value under one of the keys that is no object. */
    CacheEntry corrupt(String key, long revision, RuntimeException why, SelectableFields fields) {
        return corrupt(key, revision, CacheEntry.notDecodable(revision, String.valueOf(why.getMessage())), fields);
    }

    /** Returns the entry of a value under one of the keys that the store cannot make out. */
    CacheEntry unreadable(String key, long revision, String why, SelectableFields fields) {
        return corrupt(key, revision, CacheEntry.notTransformable(revision, why), fields);
    }

    private CacheEntry corrupt(String key, long revision, String corruption, SelectableFields fields) {
        String place = key.substring(prefix.length());
        int slash = namespaced ? place.indexOf('/') : -1;
        return CacheEntry.corrupt(key, place.substring(0, Math.max(0, slash)), place.substring(slash + 1), revision,
                corruption, fields);
    }
}
