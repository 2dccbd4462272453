package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;

/** Writing the status of a taint rule. */
final class TaintRuleStatusStrategy implements ResourceStrategy {

    private static final int CONDITIONS_MAX = 8;

    private final ResourceStrategy usual = SubresourceDefinition.status("DeviceTaintRule").strategy();

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        usual.prepareForUpdate(object, old);
    }

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
