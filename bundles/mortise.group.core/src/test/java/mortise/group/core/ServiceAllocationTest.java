package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.spi.group.Reservation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServiceAllocationTest {

    private final Requests requests = new Requests();

    private ApiObject create(Requests server, String spec) {
        return server.create("services", "{\"metadata\":{\"name\":\"s\"},\"spec\":" + spec.replace('\'', '"') + "}");
    }

    private ApiObject create(String spec) {
        return create(requests, spec);
    }

    private static String address(ApiObject service) {
        return service.textAt("spec", "clusterIP");
    }

    private static int nodePort(ApiObject service) {
        return new ServiceShape(service).nodePorts().stream().findFirst().orElse(0);
    }

    private ApiObject retyped(ApiObject service, String type) {
        return requests.update("services", service, object -> object.structAt("spec").put("type", type));
    }

    @Test
    void anAddressIsGivenOnceUntilItsServiceGoes() {
        ApiObject first = create("{'ports':[{'port':80}]}");
        String same = "{'ports':[{'port':80}],'clusterIP':'" + address(first) + "'}";
        assertThatThrownBy(() -> create(same)).hasMessage("Service \"s\" is invalid: spec.clusterIPs:"
                + " Invalid value: [\"" + address(first) + "\"]: failed to allocate IP " + address(first)
                + ": provided IP is already allocated");
        requests.definition("services").strategy().deleted(first);
        assertThat(address(create(same))).isEqualTo(address(first));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "10.99.0.1 | the provided network does not match the current range",
        "10.0.0.255 | the provided IP (10.0.0.255) is not in the valid range. The range of valid IPs is 10.0.0.0/24",
        "10.0.0.0 | the provided IP (10.0.0.0) is not in the valid range. The range of valid IPs is 10.0.0.0/24",
        "10.0.0.1 | provided IP is already allocated"})
    void someAddressesAreNeverToBeHad(String address, String why) {
        assertThatThrownBy(() -> create("{'ports':[{'port':80}],'clusterIP':'" + address + "'}"))
                .hasMessageEndingWith("failed to allocate IP " + address + ": " + why);
    }

    @Test
    void theFirstAddressIsKeptForTheServerItself() {
        ApiObject own = requests.create("services", """
                {"metadata":{"name":"kubernetes","namespace":"default"},
                "spec":{"clusterIP":"10.0.0.1","ports":[{"port":443}]}}""");
        assertThat(address(own)).isEqualTo("10.0.0.1");
    }

    @Test
    void whatStoredServicesHaveIsTaken() {
        var server = new Requests().with(Requests.json("""
                {"spec":{"type":"NodePort","clusterIP":"10.0.0.7","clusterIPs":["10.0.0.7"],
                "ports":[{"port":1,"nodePort":30007}]}}"""));
        assertThatThrownBy(() -> create(server, "{'ports':[{'port':80}],'clusterIP':'10.0.0.7'}"))
                .hasMessageEndingWith("provided IP is already allocated");
        assertThatThrownBy(() -> create(server, "{'type':'NodePort','ports':[{'port':80,'nodePort':30007}]}"))
                .hasMessage("Service \"s\" is invalid: spec.ports[0].nodePort: Invalid value: 30007:"
                        + " provided port is already allocated");
    }

    @Test
    void everyAddressAndNoOtherIsGivenAndThenTheRangeIsFull() {
        var server = new Requests("10.0.0.0/28");
        Set<String> given = new HashSet<>();
        for (int i = 0; i < 13; i++) {
            given.add(address(create(server, "{'ports':[{'port':80}]}")));
        }
        assertThat(given).hasSize(13).doesNotContain("10.0.0.0", "10.0.0.1", "10.0.0.15");
        assertThatThrownBy(() -> create(server, "{'ports':[{'port':80}]}"))
                .hasMessageContaining("failed to allocate a serviceIP: range is full");
    }

    @Test
    void aTypeThatNeedsNoPortsOfNodesGivesThemBack() {
        ApiObject service = create("{'type':'NodePort','ports':[{'port':80}]}");
        int port = nodePort(service);
        assertThat(port).isBetween(30086, 32767);
        ApiObject inside = retyped(service, "ClusterIP");
        assertThat(nodePort(inside)).isZero();
        assertThat(inside.at("spec", "externalTrafficPolicy")).isNull();
        ApiObject other = create("{'type':'NodePort','ports':[{'port':80,'nodePort':" + port + "}]}");
        assertThat(nodePort(other)).isEqualTo(port);
        assertThat(nodePort(retyped(inside, "NodePort"))).isNotIn(0, port);
    }

    @Test
    void aPortIsOfTheRange() {
        assertThatThrownBy(() -> create("{'type':'NodePort','ports':[{'port':80,'nodePort':80}]}"))
                .hasMessageEndingWith("spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid"
                        + " range. The range of valid ports is 30000-32767");
    }

    @Test
    void onePortForTwoProtocolsHasOnePortOfNodes() {
        ApiObject service = create("{'type':'NodePort','ports':[{'name':'a','port':53,'protocol':'UDP'},"
                + "{'name':'b','port':53},{'name':'c','port':54}]}");
        assertThat(new ServiceShape(service).nodePorts()).hasSize(2);
    }

    @Test
    void aChangeThatLeavesOutWhatTheServerGaveKeepsIt() {
        ApiObject service = create("{'type':'LoadBalancer','externalTrafficPolicy':'Local','ports':[{'port':80}]}");
        assertThat(service.at("spec", "healthCheckNodePort")).isNotNull();
        ApiObject changed = requests.update("services", service, object -> {
            Map<String, @Nullable Object> spec = object.structAt("spec");
            List.of("clusterIP", "clusterIPs", "healthCheckNodePort", "ipFamilies", "ipFamilyPolicy")
                    .forEach(spec::remove);
            new ServiceShape(object).ports().get(0).remove("nodePort");
        });
        assertThat(changed).isEqualTo(service);
        assertThat(requests.update("services", service, object -> object.structAt("spec").put("clusterIP", null)))
                .isEqualTo(service);
    }

    @Test
    void anExternalNameHasNoAddressAndGetsOneWithItsType() {
        ApiObject service = create("{'ports':[{'port':80}]}");
        ApiObject name = requests.update("services", service, object -> {
            object.structAt("spec").put("type", "ExternalName");
            object.structAt("spec").put("externalName", "x.y");
        });
        assertThat(name.structAt("spec")).doesNotContainKeys("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");
        assertThat(address(create("{'ports':[{'port':80}],'clusterIP':'" + address(service) + "'}")))
                .isEqualTo(address(service));
        assertThat(address(retyped(name, "ClusterIP"))).startsWith("10.0.0.").isNotEqualTo(address(service));
    }

    @Test
    void twoStacksGiveTwoAddressesAndOneCanBeGivenBack() {
        var server = new Requests("10.0.0.0/24,fd00::/108");
        ApiObject service = create(server, "{'ports':[{'port':80}],'ipFamilyPolicy':'PreferDualStack'}");
        List<String> both = new ServiceShape(service).clusterIps();
        assertThat(both).hasSize(2);
        assertThat(both.get(1)).startsWith("fd00::");
        assertThat(service.at("spec", "ipFamilies")).isEqualTo(List.of("IPv4", "IPv6"));
        ApiObject single = server.update("services", service,
                object -> object.structAt("spec").put("ipFamilyPolicy", "SingleStack"));
        assertThat(new ServiceShape(single).clusterIps()).isEqualTo(both.subList(0, 1));
        assertThat(single.at("spec", "ipFamilies")).isEqualTo(List.of("IPv4"));
        assertThat(address(create(server, "{'ports':[{'port':80}],'clusterIP':'" + both.get(1) + "'}")))
                .isEqualTo(both.get(1));
    }

    @Test
    void aWriteThatFailsTakesNothingAndADryRunNeitherDoes() {
        ApiObject service = create("{'ports':[{'port':80}]}");
        String given = "10.0.0.20".equals(address(service)) ? "10.0.0.21" : "10.0.0.20";
        ApiObject other = Requests.json("""
                {"metadata":{"name":"o"},"spec":{"type":"NodePort","clusterIP":"X","clusterIPs":["X"],
                "ports":[{"port":1}]}}""".replace("X", given));
        var strategy = requests.definition("services").strategy();
        ApiObject failing = other.deepCopy();
        Reservation failed = strategy.reserve(failing, Optional.empty(), false);
        assertThat(nodePort(failing)).isNotZero();
        failed.giveBack();
        assertThat(failing).isEqualTo(other);
        strategy.reserve(other.deepCopy(), Optional.empty(), true).keep();
        strategy.reserve(other, Optional.empty(), false).keep();
        assertThat(address(other)).isEqualTo(given);
        assertThat(nodePort(other)).isNotZero();
    }

    @Test
    void addressesAndPortsNeverCollideWhateverHappens() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var server = new Requests("10.0.0.0/26");
        var alive = new ArrayList<ApiObject>();
        for (int step = 0; step < 500; step++) {
            if (alive.size() > 40 || !alive.isEmpty() && random.nextInt(3) == 0) {
                server.definition("services").strategy().deleted(alive.remove(random.nextInt(alive.size())));
            } else if (!alive.isEmpty() && random.nextBoolean()) {
                int index = random.nextInt(alive.size());
                String type = List.of("ClusterIP", "NodePort", "LoadBalancer").get(random.nextInt(3));
                alive.set(index, server.update("services", alive.get(index),
                        object -> object.structAt("spec").put("type", type)));
            } else {
                alive.add(create(server, "{'ports':[{'port':80}]}"));
            }
            assertThat(alive.stream().map(ServiceAllocationTest::address)).as("seed " + seed).doesNotHaveDuplicates();
            assertThat(alive.stream().map(ServiceAllocationTest::nodePort).filter(port -> port != 0))
                    .as("seed " + seed).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "10.0.0.0/8 | 1-2 | service.cluster.ip.range: 10.0.0.0/8 is too large",
        "10.0.0.0/30 | 1-2 | service.cluster.ip.range: 10.0.0.0/30 has less than 8 addresses",
        "10.0.0.0/24,10.1.0.0/24 | 1-2 | service.cluster.ip.range: must be one network, or two",
        "x | 1-2 | service.cluster.ip.range: \"x\" must be a valid CIDR value",
        "10.0.0.0/24 | 1 | service.node.port.range: \"1\" is not of the form 30000-32767",
        "10.0.0.0/24 | 2-1 | service.node.port.range: 2-1 is not within 1-65535"})
    void wrongRangesAreRefusedWithTheNameOfTheSetting(String networks, String ports, String why) {
        assertThatThrownBy(() -> ServiceRanges.parse(networks, ports)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(why);
    }
}
