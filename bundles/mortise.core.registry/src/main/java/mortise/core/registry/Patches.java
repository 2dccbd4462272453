package mortise.core.registry;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.codec.JsonEncoder;
import mortise.core.patch.JsonPatch;
import mortise.core.patch.JsonPatchLimits;
import mortise.core.patch.MergePatch;
import mortise.core.patch.QuotedTree;
import mortise.core.patch.StrategicLimits;
import mortise.core.patch.StrategicMergePatch;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** Applies patches of every type to trees. Pure functions. */
final class Patches {

    private Patches() {
    }

    /**
     * Refuses a patch that the kind cannot take.
     *
     * @param fields of the kind; nothing when objects may have any
     * @throws ApiException 415 for a strategic one, which cannot be without fields
     */
    static void check(PatchType type, Optional<StructType> fields) {
        if (type == PatchType.STRATEGIC && fields.isEmpty()) {
            throw new ApiException(ApiStatus.of(ErrorReason.UNSUPPORTED_MEDIA_TYPE,
                    "the body of the request was in an unknown format - accepted media types include: "
                            + "application/json-patch+json, application/merge-patch+json, "
                            + "application/apply-patch+yaml"));
        }
    }

    /**
     * Returns the outcome as a tree that shares nothing mutable with the patch, which may be applied again, nor with
     * the target.
     *
     * @param target left as it is
     */
    static @Nullable Object apply(PatchType type, Map<String, @Nullable Object> target, @Nullable Object patch,
            Optional<StructType> fields) {
        return switch (type) {
            case JSON -> JsonPatch.apply(target, JsonPatch.operations(patch), JsonPatchLimits.DEFAULT);
            case MERGE -> MergePatch.apply(target, MergePatch.changes(patch));
            case STRATEGIC -> StrategicMergePatch.apply(
                    target, MergePatch.changes(patch), fields.orElseThrow(), StrategicLimits.DEFAULT);
            case APPLY -> throw new IllegalArgumentException("an apply is more than a change of a tree");
        };
    }

    /** Returns what a refusal shows: the patch if it is a strategic one, else the outcome. */
    static String shown(PatchType type, @Nullable Object patch, @Nullable Object outcome) {
        return type == PatchType.STRATEGIC ? QuotedTree.of(patch, StrategicLimits.DEFAULT.quotedCharsMax())
                : new String(JsonEncoder.encode(outcome), StandardCharsets.UTF_8);
    }
}
