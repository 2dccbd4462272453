package mortise.group.networking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class NetworkingRulesTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new NetworkingGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String BACKEND = "'backend': {'service': {'name': 's', 'port': {'number': 80}}}";

    private static List<String> plain(List<String> faults) {
        return faults.stream().map(fault -> fault.replace('"', '\'').replaceAll(" \\(e\\.g\\..*", "")).toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "anIngressSaysWhereRequestsGo.csv", delimiter = '|', quoteCharacter = '~')
    void anIngressSaysWhereRequestsGo(String spec, String fault) {
        assertThat(plain(SAMPLES.faults("ingresses", "{'spec': " + spec + "}"))).containsExactly(fault);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "pathTypeIsRequiredAndDecidesOverThePath.csv", delimiter = '|', quoteCharacter = '~')
    void pathTypeIsRequiredAndDecidesOverThePath(String path, String fault) {
        assertThat(plain(SAMPLES.faults("ingresses",
                "{'spec': {'rules': [{'http': {'paths': [{" + path + ", " + BACKEND + "}]}}]}}")))
                .isEqualTo(fault == null ? List.of() : List.of("spec.rules[0].http.paths[0]." + fault));
    }

    @Test
    void tlsHostsAndClassesAreNames() {
        assertThat(plain(SAMPLES.faults("ingresses", "{'spec': {'defaultBackend': {'service': {'name': 's', 'port':"
                + " {'name': 'x'}}}, 'tls': [{'hosts': ['bad_host', '*.*.x', '*.x']}], 'ingressClassName': 'B'}}")))
                .extracting(fault -> fault.substring(0, fault.indexOf(':')))
                .containsExactly("spec.tls[0].hosts[0]", "spec.tls[0].hosts[1]", "spec.ingressClassName");
        ApiObject annotated = SAMPLES.object("ingresses", "{'metadata': {'annotations': {'kubernetes.io/ingress.class':"
                + " 'b'}}, 'spec': {'rules': [{}], 'ingressClassName': 'a'}}");
        assertThat(plain(SAMPLES.faults("ingresses", annotated))).containsExactly(
                "annotations.kubernetes.io/ingress.class: Invalid value: 'b': must match `ingressClassName` when both"
                        + " are specified");
        assertThat(SAMPLES.faults("ingresses", annotated.deepCopy(), annotated)).as("only when new").isEmpty();
    }

    @Test
    void theStatusOfAnIngressHasAddressesAndNames() {
        var status = SAMPLES.resource("ingresses").subresources().get(0).strategy();
        ApiObject ingress = SAMPLES.object("ingresses", "{'status': {'loadBalancer': {'ingress': [{'ip': '1.2.3'},"
                + " {'hostname': '1.2.3.4'}, {'ip': '1.2.3.4'}]}}}");
        assertThat(status.validate(ingress, Optional.empty())).extracting(error -> error.field())
                .containsExactly("status.loadBalancer.ingress[0].ip", "status.loadBalancer.ingress[1].hostname");
        assertThat(IngressCells.address(ingress)).isEqualTo("1.2.3,1.2.3.4");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aClassNamesItsController.csv", delimiter = '|', quoteCharacter = '~')
    void aClassNamesItsController(String spec, String fault) {
        assertThat(plain(SAMPLES.faults("ingressclasses", "{'spec': " + spec + "}")))
                .singleElement().asString().startsWith(fault);
    }

    @Test
    void theControllerOfAClassStays() {
        ApiObject old = SAMPLES.object("ingressclasses", "{'spec': {'controller': 'a.b/c'}}");
        ApiObject other = SAMPLES.object("ingressclasses", "{'spec': {'controller': 'a.b/d'}}");
        assertThat(plain(SAMPLES.faults("ingressclasses", other, old)))
                .containsExactly("spec.controller: Invalid value: 'a.b/d': field is immutable");
    }

    @Test
    void theDefaultClassIsMarkedInTables() {
        ApiObject marked = SAMPLES.object("ingressclasses",
                "{'metadata': {'annotations': {'ingressclass.kubernetes.io/is-default-class': 'true'}}}");
        assertThat(new IngressClassCells("kubernetes.io").name(marked)).isEqualTo("a (default)");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aPolicyNamesPortsAndPeers.csv", delimiter = '|', quoteCharacter = '~')
    void aPolicyNamesPortsAndPeers(String rule, String fault) {
        assertThat(plain(SAMPLES.faults("networkpolicies", "{'spec': {'podSelector': {}, 'ingress': [" + rule + "]}}")))
                .containsExactly("spec.ingress[0]." + fault);
    }

    @Test
    void typesOfAPolicyFollowFromItsRules() {
        assertThat(SAMPLES.object("networkpolicies", "{'spec': {'podSelector': {}}}").at("spec", "policyTypes"))
                .isEqualTo(List.of("Ingress"));
        assertThat(SAMPLES.object("networkpolicies", "{'spec': {'podSelector': {}, 'egress': [{}]}}")
                .at("spec", "policyTypes")).isEqualTo(List.of("Ingress", "Egress"));
        assertThat(plain(SAMPLES.faults("networkpolicies", "{'spec': {'policyTypes': ['Bad']}}"))).containsExactly(
                "spec.policyTypes[0]: Unsupported value: 'Bad': supported values: 'Ingress', 'Egress'");
        assertThat(plain(SAMPLES.faults("networkpolicies", "{'spec': {'policyTypes': ['Egress', 'Ingress',"
                + " 'Egress']}}")))
                .containsExactly("spec.policyTypes: Invalid value: ['Egress','Ingress','Egress']: may not specify more"
                        + " than two policyTypes");
    }

    @Test
    void networksThatWereLetInBeforeMayStay() {
        ApiObject old = SAMPLES.object("networkpolicies",
                "{'spec': {'egress': [{'to': [{'ipBlock': {'cidr': '10.0.0.1/8'}}]}]}}");
        assertThat(SAMPLES.faults("networkpolicies", old.deepCopy())).as("when new").hasSize(1);
        assertThat(SAMPLES.faults("networkpolicies", old.deepCopy(), old)).as("when changed").isEmpty();
    }

    @Test
    void anAddressIsNamedAfterItselfAndKeepsItsOwner() {
        String parent = "{'spec': {'parentRef': {'resource': 'services', 'name': '%s', 'namespace': 'n'}}}";
        ApiObject address = SAMPLES.named("ipaddresses", "2001:db8::1", String.format(parent, "s"));
        assertThat(SAMPLES.faults("ipaddresses", address)).isEmpty();
        ApiObject shouted = SAMPLES.named("ipaddresses", "2001:DB8::1", String.format(parent, "s"));
        assertThat(SAMPLES.faults("ipaddresses", shouted))
                .singleElement().asString().startsWith("metadata.name: Invalid value: \"2001:DB8::1\": must be in"
                        + " canon");
        assertThat(SAMPLES.faults("ipaddresses", SAMPLES.named("ipaddresses", "1.2.3.4", "{}")))
                .containsExactly("spec.parentRef: Required value");
        assertThat(SAMPLES.faults("ipaddresses", SAMPLES.named("ipaddresses", "1.2.3.4", String.format(parent, "t")),
                address)).containsExactly("spec.parentRef: Invalid value: {\"Group\":\"\",\"Resource\":\"services\","
                        + "\"Namespace\":\"n\",\"Name\":\"t\"}: field is immutable");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "servicesHaveOneNetworkForEachFamily.csv", delimiter = '|', quoteCharacter = '~')
    void servicesHaveOneNetworkForEachFamily(String cidrs, String fault) {
        assertThat(plain(SAMPLES.faults("servicecidrs", "{'spec': {'cidrs': " + cidrs + "}}")))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void onlyAnotherFamilyMayBeAddedToTheNetworkOfServices() {
        ApiObject one = SAMPLES.object("servicecidrs", "{'spec': {'cidrs': ['10.0.0.0/8']}}");
        ApiObject two = SAMPLES.object("servicecidrs", "{'spec': {'cidrs': ['10.0.0.0/8', '2001:db8::/64']}}");
        ApiObject other = SAMPLES.object("servicecidrs", "{'spec': {'cidrs': ['11.0.0.0/8']}}");
        assertThat(SAMPLES.faults("servicecidrs", two, one)).isEmpty();
        assertThat(SAMPLES.faults("servicecidrs", one, two)).singleElement().asString().endsWith("field is immutable");
        assertThat(SAMPLES.faults("servicecidrs", other, one)).singleElement().asString()
                .startsWith("spec.cidrs[0]: Invalid value");
    }

    @Test
    void olderVersionsAreOff() {
        assertThat(SAMPLES.resource("ipaddresses").versions()).filteredOn(version -> version.servedByDefault())
                .extracting(version -> version.name()).containsExactly("v1");
    }

    @Test
    void theAnnotationForTheClassIsOutOfUse() {
        ApiObject ingress = SAMPLES.object("ingresses",
                "{'metadata': {'annotations': {'kubernetes.io/ingress.class': 'x'}}, 'spec': {}}");
        var strategy = SAMPLES.resource("ingresses").strategy();
        assertThat(strategy.warnings(ingress, Optional.empty())).containsExactly("annotation"
                + " \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead");
        assertThat(strategy.warnings(ingress, Optional.of(ingress))).isEmpty();
        ingress.structAt("spec").put("ingressClassName", "x");
        assertThat(strategy.warnings(ingress, Optional.empty())).isEmpty();
    }

    @Test
    void networksOfPoliciesShouldBeCanonical() {
        ApiObject policy = SAMPLES.object("networkpolicies", "{'spec': {'podSelector': {}, 'ingress': [{'from':"
                + " [{'ipBlock': {'cidr': '10.0.0.0/8', 'except': ['10.1.2.3/16']}}]}], 'egress': [{'to':"
                + " [{'ipBlock': {'cidr': '2001:DB8::/64'}}]}]}}");
        assertThat(SAMPLES.resource("networkpolicies").strategy().warnings(policy, Optional.empty()))
                .containsExactly("spec.ingress[0].from[0].ipBlock.except[0]: CIDR value \"10.1.2.3/16\" is ambiguous in"
                        + " this context (should be \"10.1.0.0/16\" or \"10.1.2.3/32\"?)",
                        "spec.egress[0].to[0].ipBlock.cidr: IPv6 CIDR value \"2001:DB8::/64\" should be in RFC 5952"
                        + " canonical format (\"2001:db8::/64\")");
    }
}
