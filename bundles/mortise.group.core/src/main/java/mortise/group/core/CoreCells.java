package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** Cells of tables that no expression tells, of services, volumes and quotas. */
final class CoreCells {

    private static final String NONE = "<none>";
    private static final int ENDPOINTS_SHOWN_MAX = 3;
    /** The access modes and their short forms, in the order in which they are shown. */
    private static final List<Map.Entry<String, String>> MODES = List.of(
            Map.entry("ReadWriteOnce", "RWO"), Map.entry("ReadOnlyMany", "ROX"),
            Map.entry("ReadWriteMany", "RWX"), Map.entry("ReadWriteOncePod", "RWOP"));

    private CoreCells() {
    }

    static String externalAddress(ApiObject object) {
        var service = new ServiceShape(object.deepCopy());
        if (service.is(ServiceShape.EXTERNAL_NAME)) {
            return object.textAt("spec", "externalName");
        }
        if (!service.needsClusterIp()) {
            return "<unknown>";
        }
        var addresses = new ArrayList<String>();
        boolean balanced = service.is(ServiceShape.LOAD_BALANCER);
        if (balanced) {
            addresses.addAll(ingress(object));
        }
        if (object.at("spec", "externalIPs") instanceof List<?> more) {
            more.forEach(address -> addresses.add(String.valueOf(address)));
        }
        return addresses.isEmpty() ? balanced ? "<pending>" : NONE : String.join(",", addresses);
    }

    private static TreeSet<String> ingress(ApiObject service) {
        var names = new TreeSet<String>();
        for (Map<String, @Nullable Object> ingress : Cells.structs(service, "status", "loadBalancer", "ingress")) {
            Object name = text(ingress, "ip").isEmpty() ? text(ingress, "hostname") : text(ingress, "ip");
            names.add(name.toString());
        }
        names.remove("");
        return names;
    }

    private static String text(Map<String, @Nullable Object> struct, String field) {
        return struct.get(field) instanceof String text ? text : "";
    }

    static String endpoints(ApiObject endpoints) {
        var texts = new ArrayList<String>();
        for (Map<String, @Nullable Object> subset : Cells.structs(endpoints, "subsets")) {
            List<Map<String, @Nullable Object>> ports = Cells.structs(subset.get("ports"));
            List<String> addresses = Cells.structs(subset.get("addresses")).stream()
                    .map(address -> text(address, "ip")).toList();
            if (ports.isEmpty()) {
                texts.addAll(addresses);
            }
            ports.forEach(port -> addresses.forEach(address ->
                    texts.add((address.contains(":") ? "[" + address + "]" : address) + ":" + port.get("port"))));
        }
        return texts.isEmpty() ? NONE : Cells.some(ENDPOINTS_SHOWN_MAX, texts);
    }

    static String volumeModes(ApiObject volume) {
        return modes(volume.at("spec", "accessModes"));
    }

    /** Before a claim has a volume nothing is known of it. */
    static String claimModes(ApiObject claim) {
        return claim.textAt("spec", "volumeName").isEmpty() ? "" : modes(claim.at("status", "accessModes"));
    }

    private static String modes(@Nullable Object modes) {
        return modes instanceof List<?> list ? String.join(",", MODES.stream()
                .filter(mode -> list.contains(mode.getKey())).map(Map.Entry::getValue).toList()) : "";
    }

    /** Returns what reads the storage class of a volume or claim, which an annotation told before there was a field. */
    static Function<ApiObject, @Nullable Object> storageClass(String labelDomain) {
        String annotation = "volume.beta." + labelDomain + "/storage-class";
        return object -> {
            if (object.at("metadata", "annotations", annotation) instanceof String name) {
                return name;
            }
            return object.at("spec", "storageClassName") instanceof String name ? name : "";
        };
    }

    /** Returns what is used and allowed of what a quota limits, either of limits or of everything else. */
    static String quota(ApiObject quota, boolean limits) {
        var texts = new LinkedHashSet<String>();
        if (quota.at("status", "hard") instanceof Map<?, ?> hard) {
            new TreeMap<Object, @Nullable Object>(hard).forEach((name, amount) -> {
                if (name.toString().startsWith("limits") == limits) {
                    Object used = quota.at("status", "used", name.toString());
                    texts.add(name + ": " + (used == null ? "0" : used) + "/" + amount);
                }
            });
        }
        return String.join(", ", texts);
    }
}
