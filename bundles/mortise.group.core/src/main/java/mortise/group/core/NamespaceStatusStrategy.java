package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a namespace: the phase follows from whether it was deleted. */
final class NamespaceStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        boolean deleted = !object.metadata().deletionTimestamp().isEmpty();
        FieldView phase = status.at("Phase").with(status.at("phase").text());
        if (!deleted && !phase.isOneOf("Active")) {
            phase.invalid("may only be 'Active' if `deletionTimestamp` is empty");
        } else if (deleted && !phase.isOneOf("Terminating")) {
            phase.invalid("may only be 'Terminating' if `deletionTimestamp` is not empty");
        }
        return errors;
    }
}
