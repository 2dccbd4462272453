package mortise.group.core;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ResourceStrategy;

/** Writing {@code namespaces/finalize} changes {@code spec.finalizers} and metadata, but not {@code status}. */
final class FinalizeStrategy implements ResourceStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        Object finalizers = object.at("spec", "finalizers");
        object.tree().remove("spec");
        if (finalizers instanceof List<?> list && !list.isEmpty()) {
            object.structAt("spec").put("finalizers", list);
        } else {
            object.structAt("spec");
        }
        Object status = old.tree().get("status");
        object.tree().remove("status");
        if (status != null) {
            object.tree().put("status", ApiObject.copy(status));
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return NamespaceStrategy.validateFinalizers(object, true);
    }
}
