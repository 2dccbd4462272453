package mortise.group.certificates;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.UserInfo;
import mortise.spi.group.ResourceStrategy;

/** Requests for certificates. What is asked for never changes; the answer is written through subresources. */
final class RequestStrategy implements ResourceStrategy {

    private final RequestRules rules;

    RequestStrategy(RequestRules rules) {
        this.rules = rules;
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        Requester.clear(object);
        object.tree().remove("status");
    }

    @Override
    public void prepareForCreate(ApiObject object, UserInfo user) {
        prepareForCreate(object);
        Requester.fill(object, user);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        keepSpec(object, old);
    }

    static void keepSpec(ApiObject object, ApiObject old) {
        Object spec = old.tree().get("spec");
        if (spec == null) {
            object.tree().remove("spec");
        } else {
            object.tree().put("spec", ApiObject.copy(spec));
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return rules.validate(object, old, RequestRules.Path.MAIN);
    }
}
