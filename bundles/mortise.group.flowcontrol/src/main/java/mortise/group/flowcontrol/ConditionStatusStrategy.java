package mortise.group.flowcontrol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** A status that is a list of conditions, each type once. */
final class ConditionStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        check(FieldView.root(object, errors));
        return errors;
    }

    static void check(FieldView root) {
        var types = new HashSet<String>();
        for (FieldView condition : root.at("status", "conditions").items()) {
            FieldView type = condition.at("type");
            if (!types.add(type.text())) {
                type.duplicate();
            }
            if (type.isEmpty()) {
                type.required("must not be empty");
            }
        }
    }
}
