package mortise.core.patch;

import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ApiStatus.Details;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;

/**
 * What clients are told about a strategic merge patch that cannot be applied. Most of it is a 500 without a reason,
 * though the patch is to blame: clients know these answers so.
 *
 * @param quotedCharsMax how many characters of the patch are shown at most
 */
record StrategicRefusal(int quotedCharsMax) {

    private static final String LIST_TYPE = "[]interface {}";
    private static final String MAP_TYPE = "map[string]interface {}";

    ApiException unknownDirective(@Nullable Object directive, Map<?, ?> patch) {
        return failed("unknown patch type: " + quote(directive) + " in map: " + quote(patch));
    }

    ApiException mergeDirectiveInList() {
        return failed("merging lists cannot yet be specified in the patch");
    }

    ApiException noMergeKey(Map<?, ?> element, String key) {
        return failed("map: " + quote(element) + " does not contain declared merge key: " + key);
    }

    ApiException noDeclaredKey() {
        return failed("cannot merge lists without merge key for type struct");
    }

    ApiException unlikeElements(List<?> one, List<?> other) {
        return failed("list element types are not identical: " + quote(List.of(one, other)));
    }

    ApiException otherOrder(List<?> elements, List<?> order) {
        return failed("The order in patch list:\n" + quote(elements) + "\n doesn't match "
                + Directives.ORDER + " list:\n" + quote(order) + "\n");
    }

    ApiException unknownField(String struct, String field) {
        return failed("unable to find api field in struct " + struct.substring(struct.lastIndexOf('.') + 1)
                + " for the json field \"" + field + "\"");
    }

    ApiException noList(@Nullable Object value) {
        return failed("expected a " + LIST_TYPE + ", but received a " + typeName(value));
    }

    ApiException noMap(@Nullable Object value) {
        return failed("expected a " + MAP_TYPE + ", but received a " + typeName(value));
    }

    static ApiException badDeletions() {
        return ApiException.badRequest("invalid patch format of primitive list");
    }

    static ApiException badRetainKeys() {
        return ApiException.badRequest("invalid patch format of retainKeys");
    }

    static ApiException badOrder() {
        return ApiException.badRequest("invalid patch format of setElementOrder list");
    }

    static ApiException tooManyElements() {
        return new ApiException(ApiStatus.of(ErrorReason.REQUEST_ENTITY_TOO_LARGE,
                "Request entity too large: the patch merges too many elements of lists"));
    }

    /** Lists of lists, or nesting beyond the limit. */
    static ApiException unsupported() {
        return new ApiException(ApiStatus.of(ErrorReason.INVALID,
                "the server rejected our request due to an error in our request", Details.of(List.of(), 0)));
    }

    private String quote(@Nullable Object value) {
        return QuotedTree.of(value, quotedCharsMax);
    }

    private static ApiException failed(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.UNKNOWN, message));
    }

    private static String typeName(@Nullable Object value) {
        if (value instanceof Map) {
            return MAP_TYPE;
        }
        if (value instanceof List) {
            return LIST_TYPE;
        }
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof Number) {
            return value instanceof Double ? "float64" : "int64";
        }
        return value instanceof Boolean ? "bool" : "%!s(<nil>)";
    }
}
