package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** What has become of a definition, and in which versions objects may be stored. */
final class DefinitionStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        DefinitionNames.validate(FieldView.root(object, errors).at("status", "acceptedNames"));
        return errors;
    }
}
