package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;

/** What has become of a definition, and in which versions objects may be stored. */
final class DefinitionStatusStrategy implements ResourceStrategy {

    private static final SubresourceDefinition USUAL = SubresourceDefinition.status("CustomResourceDefinition");

    static SubresourceDefinition subresource() {
        return new SubresourceDefinition(USUAL.name(), USUAL.kind(), USUAL.verbs(), new DefinitionStatusStrategy());
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        USUAL.strategy().prepareForUpdate(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        DefinitionNames.validate(FieldView.root(object, errors).at("status", "acceptedNames"));
        return errors;
    }
}
