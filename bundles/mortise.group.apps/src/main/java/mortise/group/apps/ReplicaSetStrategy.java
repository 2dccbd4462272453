package mortise.group.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;

/** Replica sets. */
final class ReplicaSetStrategy implements ResourceStrategy {

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return PodWarnings.ofController(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        spec.at("replicas").nonNegative();
        spec.at("minReadySeconds").nonNegative();
        // The message has named deployments since replica sets were taken from them.
        Templates.validate(spec, "ReplicaSet", "deployment");
        old.ifPresent(before -> spec.at("selector")
                .immutable(FieldView.root(before, errors).at("spec", "selector")));
        return errors;
    }
}
