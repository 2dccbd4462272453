package mortise.group.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Volume attributes classes: sets of parameters that a driver gives to a volume. */
final class VolumeAttributesClassStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        if (old.isPresent()) {
            FieldView before = FieldView.root(old.get(), errors);
            for (String field : List.of("driverName", "parameters")) {
                root.at(field).immutable(before.at(field));
            }
            return errors;
        }
        Drivers.name(root.at("driverName"));
        Drivers.parameters(root.at("parameters"), true);
        return errors;
    }
}
