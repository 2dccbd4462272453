package mortise.group.networking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields. */
final class NetworkingDefaults {

    private NetworkingDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of("networking.v1.NetworkPolicy", NetworkingDefaults::policy);
    }

    /** A policy is about what comes in; and about what goes out when it has rules for that. */
    private static void policy(Map<String, @Nullable Object> policy) {
        Map<String, @Nullable Object> spec = new ApiObject(policy).structAt("spec");
        if (!isEmpty(spec.get("policyTypes"))) {
            return;
        }
        var types = new ArrayList<Object>(List.of("Ingress"));
        if (!isEmpty(spec.get("egress"))) {
            types.add("Egress");
        }
        spec.put("policyTypes", types);
    }

    private static boolean isEmpty(@Nullable Object list) {
        return !(list instanceof List<?> items) || items.isEmpty();
    }
}
