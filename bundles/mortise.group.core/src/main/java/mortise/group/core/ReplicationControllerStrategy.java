package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodTemplates;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Replication controllers, whose selector is a map of labels and taken from the template when there is none. */
final class ReplicationControllerStrategy implements ResourceStrategy {

    private static final String LABELS = "labels";

    /** Takes labels and selector from the template. */
    static void defaults(Map<String, @Nullable Object> controller) {
        var object = new ApiObject(controller);
        if (!(object.at("spec", "template", "metadata", LABELS) instanceof Map<?, ?> labels) || labels.isEmpty()) {
            return;
        }
        if (isEmpty(object.at("spec", "selector"))) {
            object.structAt("spec").put("selector", ApiObject.copy(labels));
        }
        if (isEmpty(object.at("metadata", LABELS))) {
            object.metadata().tree().put(LABELS, ApiObject.copy(labels));
        }
    }

    private static boolean isEmpty(@Nullable Object map) {
        return !(map instanceof Map<?, ?> entries) || entries.isEmpty();
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return PodWarnings.ofController(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        spec.at("minReadySeconds").nonNegative();
        FieldView selector = spec.at("selector");
        if (selector.isEmpty()) {
            selector.required("");
        }
        spec.at("replicas").nonNegative();
        FieldView template = spec.at("template");
        if (!template.present()) {
            template.required("");
            return errors;
        }
        PodTemplates.matches(template, selector.with(Map.of("matchLabels", selector.textMap())));
        PodTemplates.validate(template);
        if (spec.at("replicas").number(0) > 1) {
            PodTemplates.readOnlyDisks(template);
        }
        PodTemplates.alwaysRestarting(template, "ReplicationController");
        return errors;
    }
}
