package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodStatuses;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a pod, which its node does. The class of service stays what it was. */
final class PodStatusStrategy extends StatusStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        super.prepareForUpdate(object, old);
        String quality = old.textAt("status", "qosClass");
        if (object.textAt("status", "qosClass").isEmpty() && !quality.isEmpty()) {
            object.structAt("status").put("qosClass", quality);
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        old.ifPresent(before -> PodStatuses.validate(
                FieldView.root(object, errors), FieldView.root(before, new ArrayList<>())));
        return errors;
    }
}
