package mortise.group.coordination;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/**
 * Leases: who holds something, and for how long. Coordinated election is not switched on, so its fields are dropped.
 */
final class LeaseStrategy implements ResourceStrategy {

    @Override
    public void prepareForCreate(ApiObject object) {
        dropElection(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (old.at("spec", "strategy") == null && old.at("spec", "preferredHolder") == null) {
            dropElection(object);
        }
    }

    private static void dropElection(ApiObject object) {
        object.structAt("spec").remove("strategy");
        object.structAt("spec").remove("preferredHolder");
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (spec.at("leaseDurationSeconds").number(1) <= 0) {
            spec.at("leaseDurationSeconds").invalid("must be greater than 0");
        }
        if (spec.at("leaseTransitions").number(0) < 0) {
            spec.at("leaseTransitions").invalid("must be greater than or equal to 0");
        }
        LeaseCandidateStrategy.strategy(spec.at("strategy"));
        if (!spec.at("preferredHolder").isEmpty() && spec.at("strategy").isEmpty()) {
            spec.at("preferredHolder").forbidden("may only be specified if `strategy` is defined");
        }
        return errors;
    }
}
