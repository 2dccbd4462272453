package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a taint rule. */
final class TaintRuleStatusStrategy extends StatusStrategy {

    private static final int CONDITIONS_MAX = 8;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView conditions = FieldView.root(object, errors).at("status", "conditions");
        Conditions.validate(conditions);
        if (conditions.size() > CONDITIONS_MAX) {
            conditions.tooMany(conditions.size(), CONDITIONS_MAX);
        }
        return errors;
    }
}
