package mortise.group.resource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a claim: which devices it has, and who uses them. */
final class ClaimStatusStrategy extends StatusStrategy {

    private static final int CONSUMERS_MAX = 256;
    private static final int RESULTS_MAX = 32;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView claim = FieldView.root(object, errors);
        FieldView status = claim.at("status");
        FieldView before = FieldView.root(old.orElse(object), new ArrayList<>()).at("status");
        Lists.set(status.at("reservedFor"), CONSUMERS_MAX, ClaimStatusStrategy::consumer, Lists.by("uid"));
        FieldView allocation = status.at("allocation");
        Set<String> allocated = allocation.at("devices", "results").items().stream()
                .map(DeviceStatuses::key).collect(Collectors.toSet());
        DeviceStatuses.validate(status.at("devices"), allocated);
        reserved(claim, before);
        if (allocation.present() && before.at("allocation").present()) {
            allocation.immutable(before.at("allocation"), Shown.of("AllocationResult", allocation));
        } else if (allocation.present()) {
            allocation(allocation, DeviceClaims.reference(claim.at("spec", "devices")));
        }
        return errors;
    }

    private static void consumer(FieldView consumer) {
        for (String field : List.of("resource", "name", "uid")) {
            consumer.at(field).requireText();
        }
    }

    private static void reserved(FieldView claim, FieldView before) {
        FieldView reserved = claim.at("status", "reservedFor");
        if (reserved.size() == 0) {
            return;
        }
        if (!claim.at("status", "allocation").present()) {
            reserved.forbidden("may not be specified when `allocated` is not set");
        } else if (claim.at("metadata", "deletionTimestamp").present()) {
            var known = new HashSet<Object>();
            before.at("reservedFor").items().forEach(consumer -> known.add(consumer.value()));
            if (reserved.items().stream().anyMatch(consumer -> !known.contains(consumer.value()))) {
                reserved.forbidden("new entries may not be added while `deallocationRequested` or `deletionTimestamp`"
                        + " are set");
            }
        }
    }

    private static void allocation(FieldView allocation, Consumer<FieldView> reference) {
        FieldView devices = allocation.at("devices");
        Lists.each(devices.at("results"), RESULTS_MAX, result -> {
            reference.accept(result.at("request"));
            DeviceNames.driver(result.at("driver"));
            DeviceNames.pool(result.at("pool"));
            result.at("device").label();
            Devices.bindings(result);
            result.at("tolerations").items().forEach(Taints::toleration);
            if (result.at("shareID").present()) {
                DeviceNames.uid(result.at("shareID"));
            }
        });
        // Those of the class and those of the claim.
        Lists.each(devices.at("config"), 2 * Configurations.MAX, config -> {
            FieldView source = config.at("source");
            source.requireText();
            if (!source.isEmpty()) {
                source.oneOf("FromClaim", "FromClass");
            }
            DeviceClaims.references(config.at("requests"), reference);
            Configurations.validate(config, false);
        });
        if (allocation.at("nodeSelector").present()) {
            LabelSelectors.nodeSelector(allocation.at("nodeSelector"));
        }
    }
}
