package mortise.core.patch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ApiStatus.Details;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch (RFC 6902) on trees: a list of operations that are applied all or not at all. Never blocks.
 */
public final class JsonPatch {

    private static final String DECODING = "error decoding patch: json: cannot unmarshal ";
    private static final String APPEND = "-";

    private final JsonPatchLimits limits;
    private final TreeValues.Copier copier;
    private @Nullable Object document;

    private JsonPatch(@Nullable Object document, JsonPatchLimits limits) {
        this.document = document;
        this.limits = limits;
        this.copier = new TreeValues.Copier(limits.copiedBytesMax());
    }

    /**
     * Returns the document with the operations applied, as a new tree that shares nothing mutable with the document or
     * the operations, nor one place of it with another.
     *
     * @param document any tree; left as it is
     * @param operations the decoded patch; left as it is
     * @throws ApiException 400 when an operation is no operation; 413 when there are too many; 422 when one does not
     *     fit the document, a {@code test} fails, or the outcome exceeds a limit
     */
    public static @Nullable Object apply(@Nullable Object document, List<?> operations, JsonPatchLimits limits) {
        operations.forEach(JsonPatch::checkShape);
        if (operations.size() > limits.operationsMax()) {
            throw new ApiException(ApiStatus.of(
                    ErrorReason.REQUEST_ENTITY_TOO_LARGE,
                    "Request entity too large: The allowed maximum operations in a JSON patch is "
                            + limits.operationsMax() + ", got " + operations.size()));
        }
        try {
            var patch = new JsonPatch(ApiObject.copy(document), limits);
            operations.forEach(operation -> patch.perform((Map<?, ?>) operation));
            return patch.outcome();
        } catch (PatchFailure failure) {
            throw new ApiException(
                    ApiStatus.of(
                            ErrorReason.INVALID,
                            "the server rejected our request due to an error in our request",
                            Details.of(List.of(), 0)),
                    failure);
        }
    }

    /**
     * Returns a decoded JSON patch as a list of operations.
     *
     * @throws ApiException 400 when it is no list
     */
    public static List<?> operations(@Nullable Object decoded) {
        if (decoded instanceof List<?> operations) {
            return operations;
        }
        throw ApiException.badRequest(
                DECODING + ApiObject.typeName(decoded) + " into Go value of type []handlers.jsonPatchOp");
    }

    private static void checkShape(@Nullable Object operation) {
        if (!(operation instanceof Map<?, ?> members)) {
            throw ApiException.badRequest(
                    DECODING + ApiObject.typeName(operation) + " into Go value of type handlers.jsonPatchOp");
        }
        for (String field : List.of("op", "from", "path")) {
            Object value = members.get(field);
            if (value != null && !(value instanceof String)) {
                throw ApiException.badRequest(DECODING + ApiObject.typeName(value)
                        + " into Go struct field jsonPatchOp." + field + " of type string");
            }
        }
    }

    private void perform(Map<?, ?> operation) {
        String kind = operation.get("op") instanceof String op ? op : "";
        switch (kind) {
            case "add" -> add(pointer(operation, "path"), ApiObject.copy(value(operation)));
            case "remove" -> remove(pointer(operation, "path"));
            case "replace" -> replace(pointer(operation, "path"), ApiObject.copy(value(operation)));
            case "move" -> move(pointer(operation, "from"), pointer(operation, "path"));
            case "copy" -> {
                Object source = pointer(operation, "from").find(document);
                add(pointer(operation, "path"), copier.copy(source, limits.depthMax()));
            }
            case "test" -> test(pointer(operation, "path"), value(operation));
            default -> throw new PatchFailure("unknown operation");
        }
    }

    private void add(JsonPointer path, @Nullable Object value) {
        put(path, value, items -> items.add(
                path.last().equals(APPEND) ? items.size() : JsonPointer.index(path.last(), items.size()), value));
    }

    /** Sets the document or a member of an object; {@code intoItems} does it when the parent is an array. */
    private void put(JsonPointer path, @Nullable Object value, Consumer<List<@Nullable Object>> intoItems) {
        if (path.isRoot()) {
            document = value;
            return;
        }
        Object parent = path.parent(document);
        if (parent instanceof Map) {
            members(parent).put(path.last(), value);
        } else {
            intoItems.accept(items(parent));
        }
    }

    private @Nullable Object remove(JsonPointer path) {
        if (path.isRoot()) {
            throw new PatchFailure("the whole document cannot be removed");
        }
        Object removed = path.find(document);
        Object parent = path.parent(document);
        if (parent instanceof Map) {
            members(parent).remove(path.last());
        } else {
            List<@Nullable Object> items = items(parent);
            items.remove(JsonPointer.index(path.last(), items.size() - 1));
        }
        return removed;
    }

    /**
     * Other than RFC 6902 says, an object gets a member that it did not have. Servers of this API have always done
     * so, and clients rely on it: what is zero is not written, so they cannot know whether a member is there.
     */
    private void replace(JsonPointer path, @Nullable Object value) {
        put(path, value, items -> items.set(JsonPointer.index(path.last(), items.size() - 1), value));
    }

    private void move(JsonPointer from, JsonPointer path) {
        if (from.isAbove(path)) {
            throw new PatchFailure("a value cannot be moved into itself");
        }
        if (from.equals(path)) {
            from.find(document);
        } else {
            add(path, remove(from));
        }
    }

    /** Other than RFC 6902 says, a member that is not there is {@code null}: clients test so that nothing is there. */
    private void test(JsonPointer path, @Nullable Object expected) {
        boolean absent = !path.isRoot() && path.parent(document) instanceof Map<?, ?> members
                && !members.containsKey(path.last());
        if (!TreeValues.same(absent ? null : path.find(document), expected)) {
            throw new PatchFailure("test failed");
        }
    }

    /** Returns the document, unless operations that are each within the limits have nested it too deeply. */
    private @Nullable Object outcome() {
        if (!TreeValues.fits(document, limits.depthMax())) {
            throw new PatchFailure("nested too deeply");
        }
        return document;
    }

    private static JsonPointer pointer(Map<?, ?> operation, String field) {
        if (operation.get(field) instanceof String text) {
            return JsonPointer.parse(text);
        }
        throw new PatchFailure(field + " is missing");
    }

    private static @Nullable Object value(Map<?, ?> operation) {
        if (!operation.containsKey("value")) {
            throw new PatchFailure("value is missing");
        }
        return operation.get("value");
    }

    @SuppressWarnings("unchecked") // A tree has no other maps, and this one is our copy.
    private static Map<String, @Nullable Object> members(Object parent) {
        return (Map<String, @Nullable Object>) parent;
    }

    @SuppressWarnings("unchecked") // A tree has no other lists, and this one is our copy.
    private static List<@Nullable Object> items(Object parent) {
        return (List<@Nullable Object>) parent;
    }
}
