package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.Reservation;
import mortise.spi.group.ResourceStrategy;

/** Services: they get addresses and ports from the supplies of the cluster, and keep them. */
final class ServiceStrategy implements ResourceStrategy {

    private final ServicePools pools;
    private final ServiceFamilies families;
    private final ServiceChecks checks;

    ServiceStrategy(ServicePools pools, String labelDomain) {
        this.pools = pools;
        this.families = new ServiceFamilies(pools.ranges().families());
        this.checks = new ServiceChecks(labelDomain);
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        var service = new ServiceShape(object);
        ServiceFamilies.align(service, Optional.empty());
        families.complete(service, Optional.empty());
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        var service = new ServiceShape(object);
        var before = new ServiceShape(old);
        ServiceCarryOver.fill(service, before);
        ServiceFamilies.align(service, Optional.of(before));
        families.complete(service, Optional.of(before));
        ServiceCarryOver.drop(service, before);
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return ServiceWarnings.of(FieldView.root(object, new ArrayList<>()));
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        var service = new ServiceShape(object);
        old.map(ServiceShape::new).ifPresent(before -> {
            ClusterIpChecks.validateChange(service, before, root.at("spec"));
            ServiceChecks.validateChange(service, before, root.at("spec"));
        });
        checks.validate(service, root);
        return errors;
    }

    @Override
    public Reservation reserve(ApiObject object, Optional<ApiObject> old, boolean dryRun) {
        return ServiceAllocation.take(pools, object, old, dryRun);
    }

    @Override
    public void deleted(ApiObject object) {
        ServiceHolding had = ServiceHolding.of(object);
        pools.giveBack(had.addresses(), had.ports());
    }
}
