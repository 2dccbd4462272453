package mortise.group.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Workloads: templates of pod groups. What is wanted is fixed when it is made, except who controls it. */
final class WorkloadStrategy implements ResourceStrategy {

    /** Templates that one workload may have. */
    private static final int TEMPLATES_MAX = 8;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView controller = spec.at("controllerRef");
        if (controller.present()) {
            controller.at("kind").requireText();
            controller.at("name").requireText();
        }
        FieldView templates = spec.at("podGroupTemplates");
        if (templates.size() == 0) {
            templates.required("must have at least one item");
        } else if (templates.size() > TEMPLATES_MAX) {
            templates.tooMany(templates.size(), TEMPLATES_MAX);
        }
        var names = new HashSet<String>();
        for (FieldView template : templates.items()) {
            template.at("name").label();
            if (!names.add(template.at("name").text())) {
                template.duplicate();
            }
            PodGroupStrategy.policy(template.at("schedulingPolicy"));
        }
        old.ifPresent(before -> templates.immutable(
                FieldView.root(before, errors).at("spec", "podGroupTemplates")));
        return errors;
    }
}
