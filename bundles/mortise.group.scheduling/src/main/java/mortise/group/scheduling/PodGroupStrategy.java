package mortise.group.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Pod groups: pods that are scheduled together. What is wanted of a group is fixed when it is made. */
final class PodGroupStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        policy(spec.at("schedulingPolicy"));
        old.ifPresent(before -> spec.immutable(FieldView.root(before, errors).at("spec")));
        return errors;
    }

    /** Checks that exactly one way of scheduling is chosen. */
    static void policy(FieldView policy) {
        boolean basic = policy.at("basic").present();
        boolean gang = policy.at("gang").present();
        if (basic == gang) {
            policy.invalid(basic ? "must specify exactly one of: `basic`, `gang`"
                    : "must specify one of: `basic`, `gang`");
        }
        if (gang) {
            policy.at("gang", "minCount").positive();
        }
    }
}
