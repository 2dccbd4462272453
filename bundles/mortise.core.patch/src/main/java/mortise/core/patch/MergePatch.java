package mortise.core.patch;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * JSON merge patch (RFC 7386) on trees: members of the patch replace those of the target, {@code null} removes one, and
 * everything but objects is replaced whole. Never blocks.
 */
public final class MergePatch {

    private MergePatch() {}

    /**
     * Returns the target with the patch applied, as a new tree that shares nothing mutable with either. Fields of the
     * target keep their place, new ones follow.
     *
     * @param target any tree; left as it is
     * @param patch any tree; left as it is
     */
    public static @Nullable Object apply(@Nullable Object target, @Nullable Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return ApiObject.copy(patch);
        }
        var merged = new LinkedHashMap<String, @Nullable Object>();
        if (target instanceof Map<?, ?> members) {
            members.forEach((name, value) -> {
                if (!changes.containsKey(name)) {
                    merged.put((String) name, ApiObject.copy(value));
                } else if (changes.get(name) != null) {
                    merged.put((String) name, apply(value, changes.get(name)));
                }
            });
        }
        changes.forEach((name, change) -> {
            if (change != null && !merged.containsKey(name)) {
                merged.put((String) name, apply(null, change));
            }
        });
        return merged;
    }

    /**
     * Returns a decoded merge patch for an API object, which must be an object itself.
     *
     * @throws ApiException 400 when it is not
     */
    public static Map<?, ?> changes(@Nullable Object decoded) {
        if (decoded instanceof Map<?, ?> changes) {
            return changes;
        }
        throw ApiException.badRequest("error decoding patch: json: cannot unmarshal " + ApiObject.typeName(decoded)
                + " into Go value of type map[string]interface {}");
    }
}
