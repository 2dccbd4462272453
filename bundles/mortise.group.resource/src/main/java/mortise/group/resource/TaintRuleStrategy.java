package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Rules that taint devices from outside. */
final class TaintRuleStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView selector = spec.at("deviceSelector");
        if (selector.at("driver").present()) {
            DeviceNames.driver(selector.at("driver"));
        }
        if (selector.at("pool").present()) {
            DeviceNames.pool(selector.at("pool"));
        }
        if (selector.at("device").present()) {
            selector.at("device").label();
        }
        FieldView taint = spec.at("taint");
        Taints.taint(taint, old.map(was -> FieldView.root(was, new ArrayList<>()).at("spec", "taint"))
                .orElse(taint.with(null)));
        return errors;
    }
}
