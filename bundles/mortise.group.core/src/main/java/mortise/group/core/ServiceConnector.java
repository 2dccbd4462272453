package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.core.schema.Cells;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;
import org.jspecify.annotations.Nullable;

/** One of the pods behind a service, any of those that are ready. */
final class ServiceConnector implements Connector {

    private static final GroupVersion CORE = new GroupVersion("", "v1");

    private final Supplier<ObjectAccess> objects;
    private final GroupVersion discovery;
    private final String serviceLabel;

    /**
     * @param discoveryGroup name of the group of endpoint slices
     * @param labelDomain suffix of the label by which they name their service
     */
    ServiceConnector(Supplier<ObjectAccess> objects, String discoveryGroup, String labelDomain) {
        this.objects = objects;
        this.discovery = new GroupVersion(discoveryGroup, "v1");
        this.serviceLabel = labelDomain + "/service-name";
    }

    /** A place of a service, and the pod that is there. */
    private record Endpoint(String ip, long port, String pod) {
    }

    @Override
    public Target target(ActionRequest request, String rest) {
        PartedName name = PartedName.parse(request.name()).orElseThrow(() ->
                ApiException.badRequest("invalid service request \"" + request.name() + "\""));
        ApiObject service = request.object().orElseThrow();
        String port = portName(service, name);
        List<Endpoint> endpoints = new ArrayList<>(inSlices(service, port));
        if (endpoints.isEmpty()) {
            endpoints.addAll(inEndpoints(service, port));
        }
        Endpoint chosen = choose(endpoints, request.namespace()).orElseThrow(() ->
                Answers.unavailable("no endpoints available for service \"" + request.name() + "\""));
        Places.checkProxyable(chosen.ip());
        return new Target(
                Places.uri(name.schemeOrHttp(), chosen.ip(), Long.toString(chosen.port()), rest), true, false);
    }

    /** Returns the name of the port that is meant: a number is one of the service's own. */
    private static String portName(ApiObject service, PartedName name) {
        if (!name.port().matches("[0-9]{1,9}")) {
            return name.port();
        }
        long number = Long.parseLong(name.port());
        return Cells.structs(service, "spec", "ports").stream()
                .filter(port -> Objects.equals(port.get("port"), number))
                .findFirst().map(port -> text(port.get("name")))
                .orElseThrow(() -> Answers.unavailable(
                        "no service port " + number + " found for service \"" + name.name() + "\""));
    }

    private List<Endpoint> inSlices(ApiObject service, String port) {
        var found = new ArrayList<Endpoint>();
        for (ApiObject slice : slices(service.metadata().namespace())) {
            boolean own = service.metadata().name().equals(slice.metadata().labels().get(serviceLabel));
            if (!own || slice.textAt("addressType").equals("FQDN")) {
                continue;
            }
            for (Map<String, @Nullable Object> endpoint : Cells.structs(slice, "endpoints")) {
                boolean ready = !Boolean.FALSE.equals(new ApiObject(endpoint).at("conditions", "ready"));
                if (ready && endpoint.get("addresses") instanceof List<?> addresses && !addresses.isEmpty()) {
                    add(found, text(addresses.get(0)), endpoint, slice.at("ports"), port);
                }
            }
        }
        return found;
    }

    private List<ApiObject> slices(String namespace) {
        try {
            return objects.get().list(discovery, "endpointslices", namespace);
        } catch (ApiException notServed) {
            if (notServed.status().reason() == ErrorReason.NOT_FOUND) {
                return List.of();
            }
            throw notServed;
        }
    }

    private List<Endpoint> inEndpoints(ApiObject service, String port) {
        var found = new ArrayList<Endpoint>();
        Optional<ApiObject> endpoints = objects.get().get(
                CORE, "endpoints", service.metadata().namespace(), service.metadata().name());
        Object subsets = endpoints.map(all -> all.at("subsets")).orElse(null);
        for (Map<String, @Nullable Object> subset : Cells.structs(subsets)) {
            for (Map<String, @Nullable Object> address : Cells.structs(subset.get("addresses"))) {
                add(found, text(address.get("ip")), address, subset.get("ports"), port);
            }
        }
        return found;
    }

    private static void add(List<Endpoint> found, String ip, Map<String, @Nullable Object> endpoint,
            @Nullable Object ports, String wanted) {
        var target = new ApiObject(endpoint);
        if (!target.textAt("targetRef", "kind").equals("Pod")) {
            return;
        }
        for (Map<String, @Nullable Object> port : Cells.structs(ports)) {
            if (text(port.get("name")).equals(wanted) && port.get("port") instanceof Long number) {
                found.add(new Endpoint(ip, number, target.textAt("targetRef", "name")));
            }
        }
    }

    /** Returns any of the endpoints behind which there really is the pod that they name. */
    private Optional<Endpoint> choose(List<Endpoint> endpoints, String namespace) {
        int start = endpoints.isEmpty() ? 0 : ThreadLocalRandom.current().nextInt(endpoints.size());
        for (int offset = 0; offset < endpoints.size(); offset++) {
            Endpoint endpoint = endpoints.get((start + offset) % endpoints.size());
            boolean real = objects.get().get(CORE, "pods", namespace, endpoint.pod())
                    .filter(pod -> Cells.structs(pod, "status", "podIPs").stream()
                            .anyMatch(address -> endpoint.ip().equals(address.get("ip")))).isPresent();
            if (real) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }
}
