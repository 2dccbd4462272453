package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of an autoscaler. */
final class AutoscalerStatusStrategy extends StatusStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        super.prepareForUpdate(object, old);
        AutoscalerAnnotations.remove(object);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        status.at("currentReplicas").nonNegative();
        status.at("desiredReplicas").nonNegative();
        return errors;
    }
}
