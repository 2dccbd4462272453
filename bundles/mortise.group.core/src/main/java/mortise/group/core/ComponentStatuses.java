package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.spi.group.VirtualObjects;
import org.jspecify.annotations.Nullable;

/** Reports of the health of the parts of a cluster, of which the server knows only its own store. */
final class ComponentStatuses implements VirtualObjects {

    private static final GroupVersionKind KIND = new GroupVersionKind("", "v1", "ComponentStatus");

    private final Supplier<Optional<String>> storeFailure;

    /** @param storeFailure returns why the store does not answer; nothing when it does */
    ComponentStatuses(Supplier<Optional<String>> storeFailure) {
        this.storeFailure = storeFailure;
    }

    @Override
    public List<ApiObject> list(String namespace) {
        Optional<String> failure = storeFailure.get();
        return List.of(
                unreachable("controller-manager", 10257),
                report("etcd-0", failure.isEmpty(), failure.isEmpty() ? "ok" : "", failure.orElse("")),
                unreachable("scheduler", 10259));
    }

    /** Nobody tells the server where these are; it has always looked for them on its own machine. */
    private static ApiObject unreachable(String name, int port) {
        return report(name, false, "Get \"https://127.0.0.1:" + port + "/healthz\": dial tcp 127.0.0.1:" + port
                + ": connect: connection refused", "");
    }

    private static ApiObject report(String name, boolean healthy, String message, String error) {
        var condition = new LinkedHashMap<String, @Nullable Object>();
        condition.put("type", "Healthy");
        condition.put("status", healthy ? "True" : "False");
        if (!message.isEmpty()) {
            condition.put("message", message);
        }
        if (!error.isEmpty()) {
            condition.put("error", error);
        }
        ApiObject status = ApiObject.ofKind(KIND);
        status.metadata().setName(name);
        status.tree().put("conditions", new ArrayList<>(List.of(condition)));
        return status;
    }
}
