package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a question about pools, which is its answer and never changes. */
final class PoolRequestStatusStrategy extends StatusStrategy {

    private static final List<String> COUNTS =
            List.of("totalDevices", "allocatedDevices", "availableDevices", "unavailableDevices");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        FieldView before = FieldView.root(old.orElse(object), new ArrayList<>()).at("status");
        if (before.present() && old.isPresent()) {
            status.immutable(before, Shown.of("ResourcePoolStatusRequestStatus", status));
            return errors;
        }
        status.at("pools").items().forEach(PoolRequestStatusStrategy::pool);
        Conditions.validate(status.at("conditions"));
        status.at("poolCount").nonNegative();
        return errors;
    }

    private static void pool(FieldView pool) {
        DeviceNames.driver(pool.at("driver"));
        DeviceNames.pool(pool.at("poolName"));
        if (pool.at("nodeName").present()) {
            pool.at("nodeName").subdomain();
        }
        COUNTS.forEach(count -> pool.at(count).nonNegative());
        pool.at("generation").nonNegative();
    }
}
