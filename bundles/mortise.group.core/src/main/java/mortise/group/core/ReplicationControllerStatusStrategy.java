package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a replication controller: counts of pods that fit together. */
final class ReplicationControllerStatusStrategy extends StatusStrategy {

    private static final List<String> COUNTS = List.of(
            "replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration");
    private static final List<String> PARTS = List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        COUNTS.forEach(count -> status.at(count).nonNegative());
        for (String part : PARTS) {
            if (status.at(part).number(0) > status.at("replicas").number(0)) {
                status.at(part).invalid("cannot be greater than status.replicas");
            }
        }
        if (status.at("availableReplicas").number(0) > status.at("readyReplicas").number(0)) {
            status.at("availableReplicas").invalid("cannot be greater than readyReplicas");
        }
        return errors;
    }
}
