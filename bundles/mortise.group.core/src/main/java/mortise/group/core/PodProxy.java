package mortise.group.core;

import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;

/** The server that a pod is. */
final class PodProxy implements Connector {

    @Override
    public Target target(ActionRequest request, String rest) {
        PartedName name = PartedName.parse(request.name()).orElseThrow(() ->
                ApiException.badRequest("invalid pod request \"" + request.name() + "\""));
        ApiObject pod = request.object().orElseThrow();
        String ip = ip(pod);
        Places.checkProxyable(ip);
        String port = name.port().isEmpty() ? firstPort(pod) : name.port();
        return new Target(Places.uri(name.schemeOrHttp(), ip, port, rest), true, false);
    }

    private static String ip(ApiObject pod) {
        return Cells.structs(pod, "status", "podIPs").stream().findFirst()
                .map(first -> String.valueOf(first.get("ip"))).orElseGet(() -> pod.textAt("status", "podIP"));
    }

    private static String firstPort(ApiObject pod) {
        return Cells.structs(pod, "spec", "containers").stream()
                .flatMap(container -> Cells.structs(container.get("ports")).stream().limit(1))
                .findFirst().map(port -> String.valueOf(port.get("containerPort"))).orElse("");
    }
}
