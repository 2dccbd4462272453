package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing a status that is looked at before it is stored. */
class CheckedStatus extends StatusStrategy {

    private final Consumer<FieldView> check;

    /**
     * Makes the strategy of a kind's status.
     *
     * @param check gets the whole object
     */
    CheckedStatus(Consumer<FieldView> check) {
        this.check = check;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        check.accept(FieldView.root(object, errors));
        return errors;
    }
}
