package mortise.group.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Revisions keep what a controller's template once was, so their data never changes. */
final class ControllerRevisionStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        if (!root.at("data").present()) {
            root.at("data").required("data is mandatory");
        }
        root.at("revision").nonNegative();
        old.ifPresent(before -> root.at("data").immutable(FieldView.root(before, errors).at("data")));
        return errors;
    }
}
