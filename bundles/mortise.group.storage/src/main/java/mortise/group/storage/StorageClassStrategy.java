package mortise.group.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.core.schema.NodeLabelWarnings;
import mortise.spi.group.ResourceStrategy;

/** Storage classes: once volumes were made by a class it says the same for ever. */
final class StorageClassStrategy implements ResourceStrategy {

    private static final List<String> FIXED =
            List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode");

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        for (FieldView term : FieldView.root(object, new ArrayList<>()).at("allowedTopologies").items()) {
            for (FieldView expression : term.at("matchLabelExpressions").items()) {
                FieldView key = expression.at("key");
                NodeLabelWarnings.of(key.text()).ifPresent(text -> warnings.add(key.path() + ": " + text));
            }
        }
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        if (old.isPresent()) {
            FieldView before = FieldView.root(old.get(), errors);
            FIXED.forEach(field -> root.at(field).immutable(before.at(field)));
            return errors;
        }
        provisioner(root.at("provisioner"));
        Drivers.parameters(root.at("parameters"), false);
        root.at("reclaimPolicy").oneOf("Delete", "Retain");
        root.at("volumeBindingMode").oneOf("Immediate", "WaitForFirstConsumer");
        topologies(root.at("allowedTopologies"));
        return errors;
    }

    private static void provisioner(FieldView provisioner) {
        if (provisioner.isEmpty()) {
            provisioner.required("");
        } else {
            Names.qualified(provisioner.text().toLowerCase(Locale.ROOT)).forEach(provisioner::invalid);
        }
    }

    private static void topologies(FieldView terms) {
        for (FieldView term : terms.items()) {
            for (FieldView expression : term.at("matchLabelExpressions").items()) {
                expression.at("key").qualifiedName();
                if (expression.at("values").size() == 0) {
                    expression.at("values").required("");
                }
                expression.at("values").items().forEach(FieldView::labelValue);
            }
        }
    }
}
