package mortise.group.networking;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mortise.api.ApiObject;

/** Cells of ingresses. */
final class IngressCells {

    private IngressCells() {
    }

    /** Returns the addresses of the load balancer, each once and sorted. */
    static String address(ApiObject ingress) {
        var addresses = new TreeSet<String>();
        if (ingress.at("status", "loadBalancer", "ingress") instanceof List<?> points) {
            for (Object point : points) {
                if (point instanceof Map<?, ?> struct) {
                    boolean hasIp = struct.get("ip") instanceof String ip && !ip.isEmpty();
                    Object address = struct.get(hasIp ? "ip" : "hostname");
                    if (address instanceof String text && !text.isEmpty()) {
                        addresses.add(text);
                    }
                }
            }
        }
        return String.join(",", addresses);
    }
}
