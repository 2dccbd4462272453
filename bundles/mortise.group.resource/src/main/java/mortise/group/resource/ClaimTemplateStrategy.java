package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;

/** Templates for claims, fixed when they are made. */
final class ClaimTemplateStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (old.isEmpty()) {
            Checks.annotations(spec.at("metadata", "annotations"));
            LabelSelectors.labels(spec.at("metadata", "labels"));
            DeviceClaims.validate(spec.at("spec"));
        } else {
            spec.immutable(FieldView.root(old.get(), errors).at("spec"), Shown.template(spec));
        }
        return errors;
    }
}
