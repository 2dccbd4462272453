package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodTemplates;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;

/** Templates of pods that belong to no controller. */
final class PodTemplateStrategy implements ResourceStrategy {

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return PodWarnings.isChanged(object, old)
                ? PodWarnings.ofTemplate(FieldView.root(object, new ArrayList<>()).at("template")) : List.of();
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        PodTemplates.validate(FieldView.root(object, errors).at("template"));
        return errors;
    }
}
