package mortise.group.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.NodeLabelWarnings;
import mortise.core.schema.ResourceNames;
import mortise.core.workload.Scheduling;
import mortise.spi.group.ResourceStrategy;

/** Runtime classes: their handler is fixed once, for pods have been started with it. */
final class RuntimeClassStrategy implements ResourceStrategy {

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        FieldView labels = FieldView.root(object, new ArrayList<>()).at("scheduling", "nodeSelector");
        labels.entries().keySet().forEach(key -> NodeLabelWarnings.of(key)
                .ifPresent(text -> warnings.add(labels.path() + ": " + text)));
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        root.at("handler").label();
        root.at("overhead", "podFixed").entries().forEach((name, amount) -> {
            ResourceNames.checkForContainer(amount, name);
            ResourceNames.checkAmount(amount, name);
        });
        LabelSelectors.labels(root.at("scheduling", "nodeSelector"));
        Scheduling.tolerations(root.at("scheduling", "tolerations"));
        Checks.unique(root.at("scheduling", "tolerations"));
        old.ifPresent(before -> root.at("handler").immutable(FieldView.root(before, errors).at("handler")));
        return errors;
    }
}
