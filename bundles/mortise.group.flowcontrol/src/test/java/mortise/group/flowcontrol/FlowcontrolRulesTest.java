package mortise.group.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

final class FlowcontrolRulesTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new FlowcontrolGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String SCHEMAS = "flowschemas";
    private static final String LEVELS = "prioritylevelconfigurations";
    private static final String EVERYTHING = "'resourceRules': [{'verbs': ['*'], 'apiGroups': ['*'], 'resources':"
            + " ['*'], 'clusterScope': true, 'namespaces': ['*']}], 'nonResourceRules': [{'verbs': ['*'],"
            + " 'nonResourceURLs': ['*']}]";

    @Test
    void sharesAreThirtyOnlyWhenNothingIsSaidAndZeroStays() {
        String limited = "{'spec': {'type': 'Limited', 'limited': {%s'limitResponse': {'type': 'Reject'}}}}";
        ApiObject unsaid = SAMPLES.object(LEVELS, String.format(limited, ""));
        ApiObject zero = SAMPLES.object(LEVELS, String.format(limited, "'nominalConcurrencyShares': 0, "));
        assertThat(unsaid.at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(30L);
        assertThat(zero.at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(0L);
        assertThat(SAMPLES.faults(LEVELS, zero)).isEmpty();
    }

    @Test
    void otherNumbersAreTakenForUnsaidWhenTheyAreZero() {
        ApiObject level = SAMPLES.object(LEVELS, "{'spec': {'type': 'Limited', 'limited': {'limitResponse': {'type':"
                + " 'Queue', 'queuing': {'queues': 0, 'handSize': 0}}}}}");
        assertThat(level.at("spec", "limited", "limitResponse", "queuing").toString())
                .contains("queues=64", "handSize=8", "queueLengthLimit=50");
        ApiObject schema = SAMPLES.object(SCHEMAS,
                "{'spec': {'matchingPrecedence': 0, 'priorityLevelConfiguration': {'name': 'x'}}}");
        assertThat(schema.at("spec", "matchingPrecedence")).isEqualTo(1000L);
        assertThat(SAMPLES.faults(SCHEMAS, schema)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -1|spec.matchingPrecedence: Invalid value: -1: must be a positive value
            10001|spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000
            1|spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1
            10000|
            2|
            """, quoteCharacter = '"')
    void precedenceIsBounded(int precedence, String fault) {
        assertThat(SAMPLES.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'},"
                + " 'matchingPrecedence': " + precedence + "}}")).isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "rulesSayWhoAndWhat.csv", delimiter = '|', quoteCharacter = '~')
    void rulesSayWhoAndWhat(String rule, String fault) {
        // Messages quote values with double quotes and words with single ones.
        assertThat(SAMPLES.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'}, 'rules': [" + rule
                + "]}}")).extracting(text -> text.replace('"', '\'')).contains("spec.rules[0]." + fault);
    }

    @Test
    void verbsAreThoseOfRequests() {
        assertThat(SAMPLES.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'}, 'rules': [{"
                + "'subjects': [{'kind': 'User', 'user': {'name': 'u'}}], 'nonResourceRules': [{'verbs': ['fly'],"
                + " 'nonResourceURLs': ['/']}]}]}}"))
                .containsExactly("spec.rules[0].nonResourceRules[0].verbs: Unsupported value: [\"fly\"]: supported"
                        + " values: \"create\", \"delete\", \"deletecollection\", \"get\", \"list\", \"patch\","
                        + " \"proxy\", \"update\", \"watch\"");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "levelsAreLimitedInAWayThatWorks.csv", delimiter = '|', quoteCharacter = '~')
    void levelsAreLimitedInAWayThatWorks(String spec, String fault) {
        assertThat(SAMPLES.faults(LEVELS, "{'spec': {" + spec + "}}"))
                .extracting(text -> text.replace('"', '\'')).containsExactly("spec." + fault);
    }

    @Test
    void theMandatoryObjectsAreAsTheyAre() {
        String exempt = "{'spec': {'priorityLevelConfiguration': {'name': 'exempt'}, 'matchingPrecedence': %d, 'rules':"
                + " [{'subjects': [{'kind': 'Group', 'group': {'name': 'system:masters'}}], " + EVERYTHING + "}]}}";
        assertThat(SAMPLES.faults(SCHEMAS, SAMPLES.named(SCHEMAS, "exempt", String.format(exempt, 1)))).isEmpty();
        assertThat(SAMPLES.faults(SCHEMAS, SAMPLES.named(SCHEMAS, "exempt", String.format(exempt, 2))))
                .singleElement().asString().endsWith("spec of 'exempt' must equal the fixed value");
        ApiObject level = SAMPLES.named(LEVELS, "exempt", "{'spec': {'type': 'Exempt', 'exempt':"
                + " {'lendablePercent': 50}}}");
        assertThat(SAMPLES.faults(LEVELS, level)).as("what is inside of exempt is free").isEmpty();
        ApiObject other = SAMPLES.named(LEVELS, "catch-all", "{'spec': {'type': 'Limited', 'limited':"
                + " {'limitResponse': {'type': 'Reject'}}}}");
        assertThat(SAMPLES.faults(LEVELS, other)).singleElement().asString()
                .endsWith("spec of 'catch-all' must equal the fixed value");
    }

    @Test
    void conditionsHaveATypeEachADifferentOne() {
        SubresourceDefinition status = SAMPLES.resource(SCHEMAS).subresources().get(0);
        ApiObject written = SAMPLES.object(SCHEMAS, "{'status': {'conditions': [{'type': 'A'}, {'type': 'A'}, {}]}}");
        assertThat(GroupSamples.texts(status.strategy().validate(written, Optional.of(written)))).containsExactly(
                "status.conditions[1].type: Duplicate value: \"A\"",
                "status.conditions[2].type: Required value: must not be empty");
    }
}
