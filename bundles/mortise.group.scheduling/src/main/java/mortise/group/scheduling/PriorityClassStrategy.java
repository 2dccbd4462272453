package mortise.group.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Priority classes: what pods are worth. The highest values belong to the system. */
final class PriorityClassStrategy implements ResourceStrategy {

    /** The highest value that is not the system's. */
    private static final long USER_MAX = 1_000_000_000L;

    private static final String SYSTEM_PREFIX = "system-";
    private static final Map<String, Long> SYSTEM = Map.of(
            "system-node-critical", 2 * USER_MAX + 1000, "system-cluster-critical", 2 * USER_MAX);

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        if (old.isPresent()) {
            FieldView before = FieldView.root(old.get(), errors);
            if (!root.at("value").sameAs(before.at("value"))) {
                root.at("value").forbidden("may not be changed in an update.");
            }
            root.at("preemptionPolicy").immutable(before.at("preemptionPolicy"));
            return errors;
        }
        String name = object.metadata().name();
        long value = root.at("value").number(0);
        if (name.startsWith(SYSTEM_PREFIX)) {
            String fault = systemFault(object, name, value);
            if (!fault.isEmpty()) {
                root.at("metadata", "name").forbidden("priority class names with '" + SYSTEM_PREFIX
                        + "' prefix are reserved for system use only. error: " + fault);
            }
        } else if (value > USER_MAX) {
            root.at("value").forbidden("maximum allowed value of a user defined priority is " + USER_MAX);
        }
        root.at("preemptionPolicy").oneOf("PreemptLowerPriority", "Never");
        return errors;
    }

    private static String systemFault(ApiObject object, String name, long value) {
        Long wanted = SYSTEM.get(name);
        if (wanted == null) {
            return name + " is not a known system priority class";
        }
        if (value != wanted) {
            return "value of " + name + " PriorityClass must be " + wanted;
        }
        return Boolean.TRUE.equals(object.at("globalDefault"))
                ? "globalDefault of " + name + " PriorityClass must be false" : "";
    }
}
