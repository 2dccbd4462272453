package mortise.group.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.SubresourceDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

final class FlowcontrolRulesTest {

    private static final String SCHEMAS = "flowschemas";
    private static final String LEVELS = "prioritylevelconfigurations";
    private static final String EVERYTHING = "'resourceRules': [{'verbs': ['*'], 'apiGroups': ['*'], 'resources':"
            + " ['*'], 'clusterScope': true, 'namespaces': ['*']}], 'nonResourceRules': [{'verbs': ['*'],"
            + " 'nonResourceURLs': ['*']}]";

    @Test
    void sharesAreThirtyOnlyWhenNothingIsSaidAndZeroStays() {
        String limited = "{'spec': {'type': 'Limited', 'limited': {%s'limitResponse': {'type': 'Reject'}}}}";
        ApiObject unsaid = Samples.object(LEVELS, String.format(limited, ""));
        ApiObject zero = Samples.object(LEVELS, String.format(limited, "'nominalConcurrencyShares': 0, "));
        assertThat(unsaid.at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(30L);
        assertThat(zero.at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(0L);
        assertThat(Samples.faults(LEVELS, zero)).isEmpty();
    }

    @Test
    void otherNumbersAreTakenForUnsaidWhenTheyAreZero() {
        ApiObject level = Samples.object(LEVELS, "{'spec': {'type': 'Limited', 'limited': {'limitResponse': {'type':"
                + " 'Queue', 'queuing': {'queues': 0, 'handSize': 0}}}}}");
        assertThat(level.at("spec", "limited", "limitResponse", "queuing").toString())
                .contains("queues=64", "handSize=8", "queueLengthLimit=50");
        ApiObject schema = Samples.object(SCHEMAS,
                "{'spec': {'matchingPrecedence': 0, 'priorityLevelConfiguration': {'name': 'x'}}}");
        assertThat(schema.at("spec", "matchingPrecedence")).isEqualTo(1000L);
        assertThat(Samples.faults(SCHEMAS, schema)).isEmpty();
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
        assertThat(Samples.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'},"
                + " 'matchingPrecedence': " + precedence + "}}")).isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "rulesSayWhoAndWhat.csv", delimiter = '|', quoteCharacter = '~')
    void rulesSayWhoAndWhat(String rule, String fault) {
        // Messages quote values with double quotes and words with single ones.
        assertThat(Samples.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'}, 'rules': [" + rule
                + "]}}")).extracting(text -> text.replace('"', '\'')).contains("spec.rules[0]." + fault);
    }

    @Test
    void verbsAreThoseOfRequests() {
        assertThat(Samples.faults(SCHEMAS, "{'spec': {'priorityLevelConfiguration': {'name': 'x'}, 'rules': [{"
                + "'subjects': [{'kind': 'User', 'user': {'name': 'u'}}], 'nonResourceRules': [{'verbs': ['fly'],"
                + " 'nonResourceURLs': ['/']}]}]}}"))
                .containsExactly("spec.rules[0].nonResourceRules[0].verbs: Unsupported value: [\"fly\"]: supported"
                        + " values: \"create\", \"delete\", \"deletecollection\", \"get\", \"list\", \"patch\","
                        + " \"proxy\", \"update\", \"watch\"");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "levelsAreLimitedInAWayThatWorks.csv", delimiter = '|', quoteCharacter = '~')
    void levelsAreLimitedInAWayThatWorks(String spec, String fault) {
        assertThat(Samples.faults(LEVELS, "{'spec': {" + spec + "}}"))
                .extracting(text -> text.replace('"', '\'')).containsExactly("spec." + fault);
    }

    @Test
    void theMandatoryObjectsAreAsTheyAre() {
        String exempt = "{'spec': {'priorityLevelConfiguration': {'name': 'exempt'}, 'matchingPrecedence': %d, 'rules':"
                + " [{'subjects': [{'kind': 'Group', 'group': {'name': 'system:masters'}}], " + EVERYTHING + "}]}}";
        assertThat(Samples.faults(SCHEMAS, Samples.named(SCHEMAS, "exempt", String.format(exempt, 1)))).isEmpty();
        assertThat(Samples.faults(SCHEMAS, Samples.named(SCHEMAS, "exempt", String.format(exempt, 2))))
                .singleElement().asString().endsWith("spec of 'exempt' must equal the fixed value");
        ApiObject level = Samples.named(LEVELS, "exempt", "{'spec': {'type': 'Exempt', 'exempt':"
                + " {'lendablePercent': 50}}}");
        assertThat(Samples.faults(LEVELS, level)).as("what is inside of exempt is free").isEmpty();
        ApiObject other = Samples.named(LEVELS, "catch-all", "{'spec': {'type': 'Limited', 'limited':"
                + " {'limitResponse': {'type': 'Reject'}}}}");
        assertThat(Samples.faults(LEVELS, other)).singleElement().asString()
                .endsWith("spec of 'catch-all' must equal the fixed value");
    }

    @Test
    void conditionsHaveATypeEachADifferentOne() {
        SubresourceDefinition status = Samples.resource(SCHEMAS).subresources().get(0);
        ApiObject written = Samples.object(SCHEMAS, "{'status': {'conditions': [{'type': 'A'}, {'type': 'A'}, {}]}}");
        assertThat(Samples.texts(status.strategy().validate(written, Optional.of(written)))).containsExactly(
                "status.conditions[1].type: Duplicate value: \"A\"",
                "status.conditions[2].type: Required value: must not be empty");
    }
}
