package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;

/** Slices of pools: the devices that drivers offer. */
final class SliceStrategy implements ResourceStrategy {

    private static final int DEVICES_MAX = 128;
    /** Taints, shared counters and lists of values make devices larger. */
    private static final int LARGE_DEVICES_MAX = 64;
    private static final int COUNTER_SETS_MAX = 8;
    private static final List<String> LISTS = List.of("bools", "ints", "strings", "versions");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        Optional<FieldView> before = old.map(was -> FieldView.root(was, new ArrayList<>()).at("spec"));
        DeviceNames.driver(spec.at("driver"));
        pool(spec.at("pool"));
        before.ifPresent(was -> {
            spec.at("pool", "name").immutable(was.at("pool", "name"));
            spec.at("driver").immutable(was.at("driver"));
            spec.at("nodeName").immutable(was.at("nodeName"));
        });
        nodes(spec);
        if (spec.at("sharedCounters").present() && spec.at("devices").present()) {
            spec.invalid("", "only one of `sharedCounters` or `devices` is allowed");
        }
        FieldView none = spec.with(null);
        boolean perDevice = spec.at("perDeviceNodeSelection").flag();
        FieldView devices = spec.at("devices");
        boolean large = devices.items().stream().anyMatch(SliceStrategy::isLarge);
        Lists.set(devices, large ? LARGE_DEVICES_MAX : DEVICES_MAX,
                device -> Devices.validate(device, known(before.orElse(none), device), perDevice), Lists.by("name"));
        Lists.set(spec.at("sharedCounters"), COUNTER_SETS_MAX, Devices::counters, Lists.by("name"));
        return errors;
    }

    private static void pool(FieldView pool) {
        DeviceNames.pool(pool.at("name"));
        FieldView count = pool.at("resourceSliceCount");
        if (count.number(0) <= 0) {
            count.invalid(count.number(0), "must be greater than zero");
        }
        if (pool.at("generation").number(0) < 0) {
            pool.at("generation").invalid("must be greater than or equal to zero");
        }
    }

    private static void nodes(FieldView spec) {
        var set = new ArrayList<String>();
        FieldView node = spec.at("nodeName");
        if (node.present() && node.isEmpty()) {
            node.invalid("must be either unset or set to a non-empty string");
        } else if (node.present()) {
            set.add("`nodeName`");
            node.subdomain();
        }
        FieldView selector = spec.at("nodeSelector");
        if (selector.present()) {
            set.add("`nodeSelector`");
            LabelSelectors.nodeSelector(selector);
            FieldView terms = selector.at("nodeSelectorTerms");
            if (terms.size() != 1) {
                Object shown = Shown.of("NodeSelector", selector) instanceof Map<?, ?> fields
                        ? fields.get("NodeSelectorTerms") : null;
                terms.invalid(shown, "must have exactly one node selector term");
            }
        }
        for (String flag : List.of("allNodes", "perDeviceNodeSelection")) {
            if (spec.at(flag).flag()) {
                set.add("`" + flag + "`");
            } else if (spec.at(flag).present()) {
                spec.at(flag).invalid("must be either unset or set to true");
            }
        }
        String one = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
        if (set.isEmpty()) {
            spec.required(one);
        } else if (set.size() > 1) {
            spec.invalid("{" + String.join(", ", set) + "}", one + ", but multiple fields are set");
        }
    }

    private static boolean isLarge(FieldView device) {
        return device.at("taints").size() > 0 || device.at("consumesCounters").size() > 0
                || device.at("attributes").entries().values().stream().anyMatch(attribute ->
                        LISTS.stream().anyMatch(list -> attribute.at(list).present()));
    }

    private static FieldView known(FieldView spec, FieldView device) {
        return spec.at("devices").items().stream()
                .filter(was -> was.at("name").sameAs(device.at("name"))).findFirst().orElse(device.with(null));
    }
}
