package mortise.group.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a workload: counts of pods that fit together. */
class WorkloadStatusStrategy extends StatusStrategy {

    private static final List<String> COUNTS = List.of("replicas", "readyReplicas", "availableReplicas",
            "updatedReplicas", "unavailableReplicas", "currentReplicas", "fullyLabeledReplicas", "terminatingReplicas",
            "observedGeneration", "collisionCount", "currentNumberScheduled", "numberMisscheduled",
            "desiredNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable", "numberUnavailable");
    private static final List<String> PARTS =
            List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas", "currentReplicas", "updatedReplicas");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        COUNTS.forEach(count -> status.at(count).nonNegative());
        long all = status.at("replicas").number(0);
        if (status.at("replicas").present() || object.at("status", "readyReplicas") != null) {
            for (String part : PARTS) {
                if (status.at(part).number(0) > all) {
                    status.at(part).invalid("cannot be greater than status.replicas");
                }
            }
            FieldView available = status.at("availableReplicas");
            if (available.number(0) > status.at("readyReplicas").number(0)) {
                available.invalid(available.number(0), "cannot be greater than readyReplicas");
            }
        }
        return errors;
    }
}
