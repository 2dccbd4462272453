package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Questions about the pools of a driver: asked once, answered once. */
final class PoolRequestStrategy implements ResourceStrategy {

    private static final int LIMIT_MAX = 1000;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (old.isPresent()) {
            spec.immutable(FieldView.root(old.get(), errors).at("spec"),
                    Shown.of("ResourcePoolStatusRequestSpec", spec));
            return errors;
        }
        if (spec.at("driver").isEmpty()) {
            spec.at("driver").required("driver name is required");
        } else {
            DeviceNames.driver(spec.at("driver"));
        }
        FieldView pool = spec.at("poolName");
        if (pool.present() && pool.isEmpty()) {
            pool.invalid("must not be empty when specified");
        } else if (pool.present()) {
            DeviceNames.pool(pool);
        }
        FieldView limit = spec.at("limit");
        if (limit.number(1) < 1) {
            limit.invalid("must be at least 1");
        } else if (limit.number(1) > LIMIT_MAX) {
            limit.invalid("must not exceed " + LIMIT_MAX);
        }
        return errors;
    }
}
