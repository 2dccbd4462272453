package mortise.group.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.Addresses;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.ResourceNames;
import mortise.core.workload.Scheduling;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Nodes. What is known of a node's place in the cluster can be written once. */
final class NodeStrategy implements ResourceStrategy {

    private static final int FAMILIES = 2;

    @Override
    public void prepareForCreate(ApiObject object) {
        dropConfig(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        dropConfig(object);
    }

    /** Configuration that the server hands to nodes came and went. */
    private static void dropConfig(ApiObject object) {
        if (object.at("spec", "configSource") != null) {
            object.structAt("spec").remove("configSource");
        }
        if (object.at("status", "config") != null) {
            object.structAt("status").remove("config");
        }
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        FieldView spec = FieldView.root(object, new ArrayList<>()).at("spec");
        var warnings = new ArrayList<String>();
        if (!spec.at("externalID").isEmpty()) {
            warnings.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
        }
        spec.at("podCIDRs").items().forEach(network -> AddressWarnings.cidr(network, warnings));
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return check(object, old);
    }

    static List<FieldError> check(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView node = FieldView.root(object, errors);
        taints(node.at("spec", "taints"));
        amounts(node.at("status", "capacity"));
        amounts(node.at("status", "allocatable"));
        networks(node.at("spec", "podCIDRs"));
        Checks.unique(node.at("status", "addresses"));
        old.ifPresent(before -> changed(node.at("spec"), FieldView.root(before, new ArrayList<>()).at("spec")));
        return errors;
    }

    private static void taints(FieldView taints) {
        Set<List<String>> seen = new HashSet<>();
        for (FieldView taint : taints.items()) {
            taint.at("key").with(taint.at("key").text()).qualifiedName();
            if (!taint.at("value").isEmpty()) {
                taint.at("value").labelValue();
            }
            Scheduling.taintEffect(taint.at("effect"));
            if (!seen.add(List.of(taint.at("key").text(), taint.at("effect").text()))) {
                FieldError duplicate = FieldError.duplicate(taint.path(), shown(taint));
                taint.report(new FieldError(duplicate.type(), duplicate.field(),
                        duplicate.detail() + ": taints must be unique by key and effect pair"));
            }
        }
    }

    /** Returns a taint with the member names that messages have always shown. */
    private static Map<String, @Nullable Object> shown(FieldView taint) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("Key", taint.at("key").text());
        shown.put("Value", taint.at("value").text());
        shown.put("Effect", taint.at("effect").text());
        shown.put("TimeAdded", taint.at("timeAdded").value());
        return shown;
    }

    private static void amounts(FieldView amounts) {
        amounts.entries().forEach((name, amount) -> {
            if (ResourceNames.check(amount, name)) {
                ResourceNames.checkAmount(amount, name);
            }
        });
    }

    private static void networks(FieldView networks) {
        networks.items().forEach(Checks::cidr);
        long families = networks.texts().stream().flatMap(text -> Addresses.cidr(text).stream())
                .map(network -> network.address().isV6()).distinct().count();
        if (networks.size() > FAMILIES || networks.size() == FAMILIES && families < FAMILIES) {
            networks.invalid("may specify no more than one CIDR for each IP family");
        }
        Checks.unique(networks);
    }

    private static void changed(FieldView spec, FieldView old) {
        if (!old.at("podCIDRs").isEmpty() && !spec.at("podCIDRs").sameAs(old.at("podCIDRs"))) {
            spec.at("podCIDRs").forbidden("node updates may not change podCIDR except from \"\" to valid");
        }
        if (!old.at("providerID").isEmpty() && !spec.at("providerID").sameAs(old.at("providerID"))) {
            spec.at("providerID").forbidden("node updates may not change providerID except from \"\" to valid");
        }
    }
}
