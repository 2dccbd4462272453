package mortise.group.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.Addresses;
import mortise.core.schema.Addresses.Ip;
import mortise.spi.group.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * Gives one service, for one write, the addresses and ports that it needs and does not have. Belongs to the thread of
 * the request.
 */
final class ServiceAllocation implements Reservation {


    private final ServicePools pools;
    private final ServiceShape service;
    private final ServiceHolding before;
    private final @Nullable Object asked;
    private final boolean dryRun;
    private final Set<Ip> newAddresses = new LinkedHashSet<>();
    private final Set<Integer> newPorts = new LinkedHashSet<>();

    private ServiceAllocation(ServicePools pools, ApiObject service, Optional<ApiObject> old, boolean dryRun) {
        this.pools = pools;
        this.service = new ServiceShape(service);
        this.asked = ApiObject.copy(service.at("spec"));
        this.before = old.map(ServiceHolding::of).orElse(new ServiceHolding(Set.of(), Set.of()));
        this.dryRun = dryRun;
    }

    /**
     * Takes what a service lacks and notes it in the service.
     *
     * @param old the service as it was, nothing for a new one
     * @throws ApiException 422 when the service names something that it cannot have, 500 when there is nothing left
     */
    static Reservation take(ServicePools pools, ApiObject service, Optional<ApiObject> old, boolean dryRun) {
        var allocation = new ServiceAllocation(pools, service, old, dryRun);
        try {
            allocation.addresses();
            allocation.ports();
            allocation.healthPort();
        } catch (RuntimeException failed) {
            allocation.giveBack();
            throw failed;
        }
        return allocation;
    }

    private void addresses() {
        if (!service.needsClusterIp() || service.isHeadless()) {
            return;
        }
        List<String> asked = service.clusterIps();
        var given = new ArrayList<>(asked);
        for (int i = 0; i < Math.max(asked.size(), service.families().size()); i++) {
            if (i < asked.size()) {
                take(asked, asked.get(i));
            } else {
                given.add(any(service.families().get(i)).canonical());
            }
        }
        service.setTexts("clusterIPs", given);
        if (!given.isEmpty()) {
            service.spec().put("clusterIP", given.get(0));
        }
    }

    private void take(List<String> asked, String text) {
        Ip ip = Addresses.ip(text).orElseThrow(() -> failure("failed to parse service IP \"" + text + "\""));
        if (before.addresses().contains(ip)) {
            return;
        }
        Optional<String> fault = dryRun ? pools.tried(ip) : pools.take(ip, isServersOwn());
        fault.ifPresent(why -> {
            throw invalid(FieldPath.of("spec", "clusterIPs"), asked, "failed to allocate IP " + text + ": " + why);
        });
        newAddresses.add(ip);
    }

    private boolean isServersOwn() {
        var metadata = service.service().metadata();
        return metadata.namespace().equals("default") && metadata.name().equals("kubernetes");
    }

    private Ip any(String family) {
        Optional<Ip> ip = dryRun ? pools.example(family) : pools.takeAny(family);
        newAddresses.addAll(ip.stream().toList());
        return ip.orElseThrow(() -> failure("failed to allocate a serviceIP: range is full"));
    }

    /** The same port for several protocols gets the same port of nodes. */
    private void ports() {
        if (!service.takesNodePorts()) {
            return;
        }
        List<Map<String, @Nullable Object>> ports = service.ports();
        var byPort = new HashMap<Object, Integer>();
        var used = new HashSet<List<Object>>();
        for (int i = 0; i < ports.size(); i++) {
            Map<String, @Nullable Object> port = ports.get(i);
            Object number = String.valueOf(port.get("port"));
            if (ServiceShape.nodePort(port) == 0 && service.getsNodePorts()) {
                Integer shared = byPort.containsKey(number) ? byPort.get(number) : named(ports, number);
                boolean fits = shared != 0 && used.stream().noneMatch(
                        List.of(protocol(port), (Object) shared)::equals);
                port.put("nodePort", (long) (fits ? shared : anyPort()));
            }
            int nodePort = ServiceShape.nodePort(port);
            if (nodePort != 0) {
                takePort(nodePort, i);
                byPort.putIfAbsent(number, nodePort);
                used.add(List.of(protocol(port), (Object) nodePort));
            }
        }
    }

    private static Object protocol(Map<String, @Nullable Object> port) {
        return String.valueOf(port.get("protocol"));
    }

    /** Returns the port of nodes that another entry with the same port names; 0 when none does. */
    private static Integer named(List<Map<String, @Nullable Object>> ports, Object number) {
        return ports.stream().filter(port -> String.valueOf(port.get("port")).equals(number))
                .map(ServiceShape::nodePort).filter(nodePort -> nodePort != 0).findFirst().orElse(0);
    }

    private void takePort(int nodePort, int index) {
        if (isOwn(nodePort)) {
            return;
        }
        portFault(nodePort).ifPresent(why -> {
            throw invalid(FieldPath.of("spec", "ports").index(index).child("nodePort"), nodePort, why);
        });
        newPorts.add(nodePort);
    }

    private boolean isOwn(int nodePort) {
        return before.ports().contains(nodePort) || newPorts.contains(nodePort);
    }

    private Optional<String> portFault(int nodePort) {
        return dryRun ? pools.triedPort(nodePort) : pools.takePort(nodePort);
    }

    private int anyPort() {
        OptionalInt port = dryRun ? OptionalInt.of(examplePort()) : pools.takeAnyPort();
        if (port.isEmpty()) {
            throw failure("failed to allocate a nodePort: range is full");
        }
        newPorts.add(port.getAsInt());
        return port.getAsInt();
    }

    private int examplePort() {
        int port = pools.ranges().firstPort();
        while (isOwn(port)) {
            port++;
        }
        return port;
    }

    private void healthPort() {
        if (!service.needsHealthPort()) {
            return;
        }
        int asked = (int) service.healthPort();
        if (asked == 0) {
            service.spec().put("healthCheckNodePort", (long) anyPort());
        } else if (!before.ports().contains(asked)) {
            Optional<String> fault = newPorts.contains(asked) ? Optional.of(ServicePools.TAKEN_PORT) : portFault(asked);
            fault.ifPresent(why -> {
                throw failure("failed to allocate requested HealthCheck NodePort " + asked + ": " + why);
            });
            newPorts.add(asked);
        }
    }

    @Override
    public void keep() {
        if (dryRun) {
            return;
        }
        ServiceHolding now = ServiceHolding.of(service.service());
        var addresses = new HashSet<>(before.addresses());
        addresses.removeAll(now.addresses());
        var ports = new HashSet<>(before.ports());
        ports.removeAll(now.ports());
        pools.giveBack(addresses, ports);
    }

    @Override
    public void giveBack() {
        if (!dryRun) {
            pools.giveBack(newAddresses, newPorts);
        }
        // The same object may be tried again under another name, and asks for no more than it did.
        service.service().tree().put("spec", asked);
    }

    private ApiException invalid(FieldPath field, Object value, String why) {
        return ApiException.invalid(ServiceFamilies.KIND, service.service().metadata().name(),
                List.of(FieldError.invalid(field, value, why)));
    }

    private static ApiException failure(String message) {
        return ApiException.internal(message, new IllegalStateException(message));
    }
}
