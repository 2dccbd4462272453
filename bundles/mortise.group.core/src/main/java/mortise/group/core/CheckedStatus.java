package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/** Writing a status that is looked at before it is stored. */
class CheckedStatus implements ResourceStrategy {

    private final ResourceStrategy usual;
    private final Consumer<FieldView> check;

    /**
     * Makes the strategy of a kind's status.
     *
     * @param check gets the whole object
     */
    CheckedStatus(String kind, Consumer<FieldView> check) {
        this.usual = SubresourceDefinition.status(kind).strategy();
        this.check = check;
    }

    /** Returns the subresource {@code status} of a kind with its own way of being written. */
    static SubresourceDefinition subresource(String kind, ResourceStrategy strategy) {
        return new SubresourceDefinition("status", new GroupVersionKind("", "", kind),
                Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE), strategy);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        usual.prepareForUpdate(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        check.accept(FieldView.root(object, errors));
        return errors;
    }
}
