package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;

/** What a node may do with claims of volumes: say how large they have become. Pure. */
final class ClaimRules {

    private static final List<String> STATUS =
            List.of("capacity", "conditions", "allocatedResources", "allocatedResourceStatuses");

    private ClaimRules() {
    }

    /** Returns why a node may not do this; nothing when it may. */
    static Optional<String> fault(String node, AdmissionRequest request) {
        if (!request.subresource().equals("status")) {
            return Optional.of("may only update PVC status");
        }
        if (request.operation() != Operation.UPDATE) {
            return Optional.of("unexpected operation \"" + request.operation() + "\"");
        }
        return rest(request.oldObject()).equals(rest(request.object())) ? Optional.empty()
                : Optional.of("node \"" + node
                        + "\" is not allowed to update fields other than status.quantity and status.conditions");
    }

    /** Returns everything that has to stay as it is. */
    private static Optional<ApiObject> rest(Optional<ApiObject> claim) {
        return claim.map(ApiObject::deepCopy).map(copy -> {
            if (copy.tree().get("metadata") instanceof Map<?, ?> metadata) {
                metadata.remove("resourceVersion");
                metadata.remove("managedFields");
            }
            if (copy.tree().get("status") instanceof Map<?, ?> status) {
                STATUS.forEach(status::remove);
                if (status.isEmpty()) {
                    copy.tree().remove("status");
                }
            }
            return copy;
        });
    }
}
