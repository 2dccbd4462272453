package mortise.group.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.NodeLabelWarnings;
import mortise.spi.group.ResourceStrategy;

/** How much storage of a class there is where. */
final class CsiStorageCapacityStrategy implements ResourceStrategy {

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        NodeLabelWarnings.selector(FieldView.root(object, new ArrayList<>()).at("nodeTopology"), warnings);
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        LabelSelectors.validate(root.at("nodeTopology"));
        root.at("storageClassName").subdomain();
        root.at("capacity").quantity();
        root.at("maximumVolumeSize").quantity();
        old.ifPresent(before -> {
            FieldView was = FieldView.root(before, errors);
            root.at("nodeTopology").immutable(was.at("nodeTopology"));
            root.at("storageClassName").immutable(was.at("storageClassName"));
        });
        return errors;
    }
}
