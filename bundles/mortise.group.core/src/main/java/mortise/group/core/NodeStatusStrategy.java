package mortise.group.core;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a node, which the node does. */
final class NodeStatusStrategy extends StatusStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        super.prepareForUpdate(object, old);
        if (object.at("status", "config") != null) {
            object.structAt("status").remove("config");
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return NodeStrategy.check(object, old);
    }
}
