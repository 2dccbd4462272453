package mortise.group.apiregistration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class ApiServiceTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new ApiregistrationGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String SERVICES = "apiservices";
    private static final String PRIORITIES = "'groupPriorityMinimum': 100, 'versionPriority': 10";

    @ParameterizedTest
    @CsvFileSource(resources = "aGroupVersionIsServedHereOrByAService.csv", delimiter = '|', quoteCharacter = '~')
    void aGroupVersionIsServedHereOrByAService(String name, String spec, String fault) {
        ApiObject service = SAMPLES.named(SERVICES, name, "{'spec': {" + spec.replaceAll("\\bP$", PRIORITIES) + "}}");
        assertThat(SAMPLES.faults(SERVICES, service)).isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void whatIsServedHereIsAvailableAtOnce() {
        ApiObject local = SAMPLES.object(SERVICES, "{'metadata': {'creationTimestamp': '2026-01-01T00:00:00Z'},"
                + " 'spec': {'version': 'v1'}, 'status': {'conditions': [{'type': 'Odd'}]}}");
        SAMPLES.resource(SERVICES).strategy().prepareForCreate(local);
        assertThat(local.at("status", "conditions").toString())
                .contains("type=Available", "status=True", "lastTransitionTime=2026-01-01T00:00:00Z", "reason=Local")
                .doesNotContain("Odd");
        ApiObject remote = SAMPLES.object(SERVICES, "{'spec': {'version': 'v1', 'service': {'name': 's'}}}");
        SAMPLES.resource(SERVICES).strategy().prepareForCreate(remote);
        assertThat(remote.tree()).doesNotContainKey("status");
    }

    @Test
    void aServiceListensOn443UnlessItSaysElse() {
        ApiObject remote = SAMPLES.object(SERVICES, "{'spec': {'service': {'name': 's', 'namespace': 'n'}}}");
        assertThat(remote.at("spec", "service", "port")).isEqualTo(443L);
    }

    @Test
    void conditionsAreTrueOrFalseOrUnknown() {
        var status = SAMPLES.resource(SERVICES).subresources().get(0).strategy();
        ApiObject written = SAMPLES.object(SERVICES, "{'status': {'conditions': [{'type': 'A', 'status': 'Odd'}]}}");
        assertThat(GroupSamples.texts(status.validate(written, Optional.of(written)))).containsExactly(
                "status.conditions[0].status: Unsupported value: \"Odd\": supported values: \"True\", \"False\","
                        + " \"Unknown\"");
    }

    @Test
    void updatesNameTheVersionThatTheySaw() {
        assertThat(SAMPLES.resource(SERVICES).writeRules()).containsExactly(WriteRule.UPDATE_NEEDS_VERSION);
    }
}
