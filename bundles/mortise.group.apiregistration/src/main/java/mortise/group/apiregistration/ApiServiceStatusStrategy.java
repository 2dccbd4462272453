package mortise.group.apiregistration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Whether a group version can be asked. */
final class ApiServiceStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        for (FieldView condition : FieldView.root(object, errors).at("status", "conditions").items()) {
            condition.at("status").oneOf("True", "False", "Unknown");
        }
        return errors;
    }
}
