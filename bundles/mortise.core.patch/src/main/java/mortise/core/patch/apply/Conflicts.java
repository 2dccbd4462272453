package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ApiStatus.Details;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;

/** The fields that others own and that an apply would change. For one apply. */
final class Conflicts {

    private final Map<Owner, FieldSet> byOwner = new TreeMap<>(Owner.WRITTEN);

    void add(Owner owner, FieldSet fields) {
        if (!fields.isEmpty()) {
            byOwner.merge(owner, fields, FieldSet::union);
        }
    }

    boolean isEmpty() {
        return byOwner.isEmpty();
    }

    /** Removes conflicts about some fields. */
    void forgive(FieldSet fields) {
        byOwner.replaceAll((owner, conflict) -> conflict.minus(fields));
        byOwner.values().removeIf(FieldSet::isEmpty);
    }

    /** Returns what the manager is told. */
    ApiException refusal() {
        List<ErrorCause> causes = new ArrayList<>();
        var lines = new StringBuilder();
        byOwner.forEach((owner, fields) -> {
            lines.append(lines.isEmpty() ? "" : "\n").append("conflicts with ").append(owner.shown()).append(':');
            fields.show("", path -> {
                causes.add(new ErrorCause("FieldManagerConflict", "conflict with " + owner.shown(), path));
                lines.append(causes.size() <= OwnershipLimits.CONFLICTS_MAX ? "\n- " + path : "");
            });
        });
        String message = causes.size() == 1
                ? "Apply failed with 1 conflict: " + causes.get(0).message() + ": " + causes.get(0).field()
                : "Apply failed with " + causes.size() + " conflicts: " + lines;
        List<ErrorCause> shown = causes.subList(0, Math.min(causes.size(), OwnershipLimits.CONFLICTS_MAX));
        return new ApiException(ApiStatus.of(ErrorReason.CONFLICT, message, Details.of(shown, 0)));
    }
}
