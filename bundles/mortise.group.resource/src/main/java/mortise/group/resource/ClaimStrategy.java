package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Claims for devices: what is wanted is fixed when the claim is made. */
final class ClaimStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (old.isEmpty()) {
            DeviceClaims.validate(spec);
        } else {
            spec.immutable(FieldView.root(old.get(), errors).at("spec"), Shown.of("ResourceClaimSpec", spec));
        }
        return errors;
    }
}
