package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.UserInfo;
import mortise.spi.operations.AuditEvent.Stage;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditedRequest;
import mortise.tck.operations.AuditEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {

    private static final String HEAD = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

    private static List<PolicyRule> parse(String text) {
        return PolicyFile.parse((HEAD + text).getBytes(StandardCharsets.UTF_8));
    }

    private static Level level(String rules, AuditedRequest request) {
        return FileAuditPolicy.rule(parse("rules: " + rules), request).level();
    }

    private static AuditedRequest object(String resource, String subresource, String group, String name) {
        return new AuditedRequest(Optional.of(new UserInfo("jane", "", List.of("devs", "qa"), Map.of())),
                "update", "/x", true, group, "v1", resource, subresource, "default", name);
    }

    @Test
    void theFirstRuleThatFitsDecides() {
        String rules = "[{level: None, users: [system:node]}, {level: Request, verbs: [get]}, {level: Metadata}]";
        assertThat(level(rules, AuditEvents.path("system:node", "/version"))).isEqualTo(Level.NONE);
        assertThat(level(rules, AuditEvents.path("jane", "/version"))).isEqualTo(Level.REQUEST);
        assertThat(level(rules, AuditEvents.object("jane", "delete", "pods", "a", "b"))).isEqualTo(Level.METADATA);
    }

    @Test
    void aUserHasToBeInOneOfTheGroups() {
        AuditedRequest request = object("pods", "", "", "p");
        assertThat(level("[{level: Metadata, userGroups: [ops, qa]}]", request)).isEqualTo(Level.METADATA);
        assertThat(level("[{level: Metadata, userGroups: [ops]}]", request)).isEqualTo(Level.NONE);
        assertThat(level("[{level: Metadata, users: [bob], userGroups: [qa]}]", request)).isEqualTo(Level.NONE);
        assertThat(level("[{level: Metadata, users: [jane]}]", AuditEvents.unknown())).isEqualTo(Level.NONE);
        assertThat(level("[{level: Metadata}]", AuditEvents.unknown())).isEqualTo(Level.METADATA);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pods           | pods     | ''     | true",
        "pods           | pods     | status | false",
        "pods/status    | pods     | status | true",
        "pods/*         | pods     | status | true",
        "pods/*         | pods     | ''     | true",
        "'*/status'     | nodes    | status | true",
        "'*/status'     | nodes    | ''     | false",
        "'*'            | nodes    | status | true",
        "services       | pods     | ''     | false",
    })
    void resourcesAreNamedWithTheirSubresources(String named, String resource, String subresource, boolean fits) {
        assertThat(level("[{level: Metadata, resources: [{resources: [\"" + named.replace("'", "") + "\"]}]}]",
                object(resource, subresource, "", "x"))).isEqualTo(fits ? Level.METADATA : Level.NONE);
    }

    @Test
    void groupsNamesAndNamespacesNarrowTheResources() {
        AuditedRequest request = object("deployments", "", "apps", "web");
        assertThat(level("[{level: Request, resources: [{group: apps}]}]", request)).isEqualTo(Level.REQUEST);
        assertThat(level("[{level: Request, resources: [{group: \"\"}]}]", request)).isEqualTo(Level.NONE);
        assertThat(level("[{level: Request, resources: [{group: apps, resources: [deployments], "
                + "resourceNames: [web]}]}]", request)).isEqualTo(Level.REQUEST);
        assertThat(level("[{level: Request, resources: [{group: apps, resources: [deployments], "
                + "resourceNames: [db]}]}]", request)).isEqualTo(Level.NONE);
        assertThat(level("[{level: Request, namespaces: [default]}]", request)).isEqualTo(Level.REQUEST);
        assertThat(level("[{level: Request, namespaces: [\"\"]}]", request)).isEqualTo(Level.NONE);
        assertThat(level("[{level: Request, namespaces: [default]}]", AuditEvents.path("jane", "/version")))
                .isEqualTo(Level.NONE);
    }

    @ParameterizedTest
    @CsvSource({"/version,true", "/ver*,true", "'*',true", "/versio,false", "/version/*,false"})
    void pathsEndWithAStarOrAreWhole(String pattern, boolean fits) {
        String rules = "[{level: Metadata, nonResourceURLs: [\"" + pattern + "\"]}]";
        assertThat(level(rules, AuditEvents.path("jane", "/version"))).isEqualTo(fits ? Level.METADATA : Level.NONE);
        assertThat(level(rules, object("pods", "", "", "p"))).isEqualTo(Level.NONE);
    }

    @Test
    void whatIsOmittedComesFromPolicyAndRule() {
        List<PolicyRule> rules = parse("""
                omitStages: [RequestReceived]
                omitManagedFields: true
                rules:
                - {level: Request, omitStages: [Panic], verbs: [get]}
                - {level: Request, omitManagedFields: false}
                """);
        AuditRule first = rules.get(0).outcome();
        assertThat(first.omitStages()).containsExactlyInAnyOrder(Stage.REQUEST_RECEIVED, Stage.PANIC);
        assertThat(first.omitManagedFields()).isTrue();
        assertThat(rules.get(1).outcome())
                .isEqualTo(new AuditRule(Level.REQUEST, Set.of(Stage.REQUEST_RECEIVED), false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', value = {
        "rules: []|0 rules",
        "rules: [{level: all}]|rules[0].level: Unsupported value: \"all\": supported values: \"None\", \"Metadata\"",
        "rules: [{}]|rules[0].level: Required value",
        "rules: [{level: None, verb: [get]}]|rules[0]: unknown field \"verb\"",
        "rules: [{level: None, omitStages: [Begin]}]|rules[0].omitStages[0]: Unsupported value: \"Begin\"",
        "rules: [{level: None, nonResourceURLs: [a]}]|rules[0].nonResourceURLs[0]: Invalid value: \"a\"",
        "rules: [{level: None, nonResourceURLs: [/a*b]}]|must be the final character",
        "rules: [{level: None, nonResourceURLs: [/a], namespaces: [b]}]|cannot apply to both",
        "rules: [{level: None, resources: [{group: a/v1}]}]|rules[0].resources[0].group: Invalid value: \"a/v1\"",
        "rules: [{level: None, resources: [{resourceNames: [a]}]}]|requires at least one resource",
        "rules: [{level: None, users: [1]}]|rules[0].users[0]: expected a text",
        "rules: {}|rules: expected a list",
    })
    void aMistakeIsNamed(String text, String message) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anotherVersionIsAMistake() {
        assertThatThrownBy(() -> PolicyFile.parse("apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: []"
                .getBytes(StandardCharsets.UTF_8))).hasMessageContaining("audit.k8s.io/v1 and Policy");
        assertThatThrownBy(() -> PolicyFile.parse("[".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
