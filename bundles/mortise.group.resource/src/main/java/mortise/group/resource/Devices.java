package mortise.group.resource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** Validation of {@code resource.v1.Device}. */
final class Devices {

    private static final int PROPERTIES_MAX = 32;
    private static final int VALUE_BYTES_MAX = 64;
    private static final int TAINTS_MAX = 16;
    private static final int CONSUMED_SETS_MAX = 2;
    private static final int COUNTERS_MAX = 32;
    private static final int BINDINGS_MAX = 4;
    private static final String PER_DEVICE = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
            + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    private static final Pattern VERSION = Pattern.compile("(0|[1-9]\\d*)(\\.(0|[1-9]\\d*)){2}"
            + "(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
            + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?");

    private Devices() {
    }

    /**
     * Checks a device.
     *
     * @param old what it was, absent for a new one: what did not change is not looked at again
     * @param perDevice whether each device says on which nodes it can be used
     */
    static void validate(FieldView device, FieldView old, boolean perDevice) {
        device.at("name").label();
        FieldView attributes = device.at("attributes");
        FieldView capacity = device.at("capacity");
        int properties = attributes.size() + capacity.size();
        if (properties > PROPERTIES_MAX) {
            device.invalid((long) properties,
                    "the total number of attributes and capacities must not exceed " + PROPERTIES_MAX);
        }
        properties(attributes, Devices::attribute);
        if (!old.present() || !capacity.sameAs(old.at("capacity"))) {
            boolean shared = device.at("allowMultipleAllocations").flag();
            properties(capacity, amount -> Capacities.validate(amount, shared));
        }
        FieldView taints = device.at("taints");
        if (!old.present() || !taints.sameAs(old.at("taints"))) {
            Lists.each(taints, TAINTS_MAX, taint -> Taints.taint(taint, taint.with(null)));
        }
        Lists.set(device.at("consumesCounters"), CONSUMED_SETS_MAX, consumed -> {
            counterSet(consumed.at("counterSet"));
            counterMap(consumed.at("counters"));
        }, Lists.by("counterSet"));
        nodes(device, perDevice);
        bindings(device);
        mappings(device);
    }

    private static void properties(FieldView properties, Consumer<FieldView> check) {
        properties.entries().forEach((name, property) -> {
            DeviceNames.qualified(properties.with(name));
            check.accept(property);
        });
    }

    private static void attribute(FieldView attribute) {
        int values = 0;
        for (String single : List.of("bool", "int", "string", "version")) {
            FieldView value = attribute.at(single);
            values += value.present() ? 1 : 0;
            value(single, value);
        }
        for (String list : List.of("bools", "ints", "strings", "versions")) {
            FieldView all = attribute.at(list);
            values += all.present() ? 1 : 0;
            if (all.present() && all.size() == 0) {
                all.invalid("must not be empty if specified");
            }
            all.items().forEach(value -> value(list.substring(0, list.length() - 1), value));
        }
        if (values != 1) {
            attribute.invalid(values == 0 ? "" : Shown.of("DeviceAttribute", attribute),
                    "exactly one value must be specified");
        }
    }

    private static void value(String kind, FieldView value) {
        if (!value.present()) {
            return;
        }
        if (kind.equals("version") && !VERSION.matcher(value.text()).matches()) {
            value.invalid("must be a string compatible with semver.org spec 2.0.0");
        }
        value.bytesAtMost(VALUE_BYTES_MAX);
    }

    /** Checks a set of counters that devices share. */
    static void counters(FieldView set) {
        counterSet(set.at("name"));
        counterMap(set.at("counters"));
    }

    private static void counterSet(FieldView name) {
        if (name.isEmpty()) {
            name.required("");
        } else {
            name.label();
        }
    }

    private static void counterMap(FieldView counters) {
        if (counters.size() == 0) {
            counters.required("");
        } else if (counters.size() > COUNTERS_MAX) {
            counters.tooMany(counters.size(), COUNTERS_MAX);
        } else {
            counters.entries().keySet().forEach(name -> counters.with(name).label());
        }
    }

    private static void nodes(FieldView device, boolean perDevice) {
        FieldView node = device.at("nodeName");
        FieldView selector = device.at("nodeSelector");
        FieldView all = device.at("allNodes");
        if (!perDevice) {
            if (node.present() || selector.present() || all.present()) {
                device.invalid(null, "`nodeName`, `nodeSelector` and `allNodes` can only be set if"
                        + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec");
            }
            return;
        }
        var set = new ArrayList<String>();
        if (node.present() && node.isEmpty()) {
            node.invalid("must not be empty");
        } else if (node.present()) {
            set.add("`nodeName`");
            node.subdomain();
        }
        if (selector.present()) {
            set.add("`nodeSelector`");
            LabelSelectors.nodeSelector(selector);
        }
        if (all.flag()) {
            set.add("`allNodes`");
        } else if (all.present()) {
            all.invalid("must be either unset or set to true");
        }
        if (set.isEmpty()) {
            device.required(PER_DEVICE);
        } else if (set.size() > 1) {
            device.invalid("{" + String.join(", ", set) + "}", PER_DEVICE);
        }
    }

    /** Checks the conditions that a device waits for before a pod is bound; also those of allocated devices. */
    static void bindings(FieldView device) {
        FieldView wanted = device.at("bindingConditions");
        FieldView failures = device.at("bindingFailureConditions");
        Lists.each(wanted, BINDINGS_MAX, FieldView::qualifiedName);
        Lists.each(failures, BINDINGS_MAX, FieldView::qualifiedName);
        Set<String> known = new HashSet<>();
        for (FieldView condition : wanted.items()) {
            if (!known.add(condition.text())) {
                condition.duplicate();
            }
        }
        Set<String> seen = new HashSet<>();
        for (FieldView condition : failures.items()) {
            if (!seen.add(condition.text())) {
                condition.duplicate();
            }
            if (known.contains(condition.text())) {
                condition.invalid("bindingFailureConditions must not overlap with bindingConditions");
            }
        }
        if (wanted.size() == 0 && failures.size() > 0) {
            wanted.invalid("bindingConditions are required to use bindingFailureConditions");
        } else if (failures.size() == 0 && wanted.size() > 0) {
            failures.invalid("bindingFailureConditions are required to use bindingConditions");
        }
    }

    private static void mappings(FieldView device) {
        device.at("nodeAllocatableResourceMappings").entries().values().forEach(mapping -> {
            FieldView key = mapping.at("capacityKey");
            if (key.present() && !device.at("capacity").entry(key.text()).present()) {
                key.notFound();
            }
        });
    }
}
