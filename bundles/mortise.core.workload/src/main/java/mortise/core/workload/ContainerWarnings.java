package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** Warnings about containers. */
final class ContainerWarnings {

    /** Resources that are counted in bytes. */
    private static final List<String> AMOUNTS = List.of("memory", "ephemeral-storage");

    private ContainerWarnings() {
    }

    static void add(FieldView spec, List<String> warnings) {
        List<FieldView> containers = Containers.all(spec);
        for (FieldView container : containers) {
            FieldView limits = container.at("resources", "limits");
            FieldView requests = container.at("resources", "requests");
            for (String amount : AMOUNTS) {
                PodWarnings.bytes(limits, amount, warnings);
                PodWarnings.bytes(requests, amount, warnings);
            }
            environment(container.at("env"), warnings);
        }
        ports(containers, warnings);
    }

    /** A variable may be set twice when the second value has the first one in it. */
    private static void environment(FieldView variables, List<String> warnings) {
        Set<String> seen = new HashSet<>();
        for (FieldView variable : variables.items()) {
            String name = variable.at("name").text();
            if (!seen.add(name) && !isBuiltOn(variable, "$(" + name + ")")) {
                warnings.add(variable.path() + ": hides previous definition of " + FieldError.show(name)
                        + ", which may be dropped when using apply");
            }
        }
    }

    private static boolean isBuiltOn(FieldView variable, String reference) {
        String value = variable.at("value").text();
        return !variable.has("valueFrom") && !value.equals(reference) && value.contains(reference);
    }

    private static void ports(List<FieldView> containers, List<String> warnings) {
        Map<String, List<FieldView>> known = new HashMap<>();
        for (FieldView container : containers) {
            for (FieldView port : container.at("ports").items()) {
                if (!port.at("hostIP").isEmpty() && port.at("hostPort").number(0) == 0) {
                    warnings.add(port.path() + ": hostIP set without hostPort: " + shown(port));
                }
                String key = port.at("containerPort").number(0) + "/" + port.at("protocol").text();
                List<FieldView> others = known.computeIfAbsent(key, none -> new ArrayList<>());
                others.forEach(other -> compare(port, other, warnings));
                others.add(port);
            }
        }
    }

    private static void compare(FieldView port, FieldView other, List<String> warnings) {
        long own = port.at("hostPort").number(0);
        long others = other.at("hostPort").number(0);
        String address = port.at("hostIP").text();
        String otherAddress = other.at("hostIP").text();
        String how;
        if (own == others && address.equals(otherAddress)) {
            how = "duplicate";
        } else if (own == 0 || others == 0) {
            how = "overlapping";
        } else if (own == others && address.isEmpty() != otherAddress.isEmpty()) {
            how = "dangerously ambiguous";
        } else {
            return;
        }
        warnings.add(port.path() + ": " + how + " port definition with " + other.path());
    }

    private static String shown(FieldView port) {
        return "{Name:" + port.at("name").text() + " HostPort:" + port.at("hostPort").number(0)
                + " ContainerPort:" + port.at("containerPort").number(0) + " Protocol:" + port.at("protocol").text()
                + " HostIP:" + port.at("hostIP").text() + "}";
    }
}
