package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Autoscalers. */
final class AutoscalerStrategy implements ResourceStrategy {

    @Override
    public void prepareForCreate(ApiObject object) {
        // What these say is for readers of the old version; there are fields for it now.
        AutoscalerAnnotations.remove(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        AutoscalerAnnotations.remove(object);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        boolean zeroAllowed = old.filter(was -> Long.valueOf(0).equals(was.at("spec", "minReplicas"))).isPresent();
        FieldView least = spec.at("minReplicas");
        FieldView most = spec.at("maxReplicas");
        if (least.number(1) < (zeroAllowed ? 0 : 1)) {
            least.invalid("must be greater than or equal to " + (zeroAllowed ? 0 : 1));
        }
        if (most.number(0) < 1) {
            most.required("must be set and greater than 0");
        }
        if (least.present() && most.number(0) < least.number(0)) {
            most.invalid(most.number(0), "must be greater than or equal to `minReplicas`");
        }
        FieldView target = spec.at("scaleTargetRef");
        References.validate(target, target.at("kind").isOneOf("ReplicationController"));
        MetricSpecs.validate(spec.at("metrics"), least.present() && least.number(0) == 0);
        Behaviors.validate(spec.at("behavior"));
        return errors;
    }
}
