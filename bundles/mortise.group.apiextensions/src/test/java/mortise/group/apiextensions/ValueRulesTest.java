package mortise.group.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ValueRulesTest {

    private static final Map<String, Object> TEXT = Map.of("type", "string");

    /** Returns what is wrong with a rule over an object with a text {@code a}, a list {@code l} and a set {@code s}. */
    private static List<String> faults(Map<String, Object> rule) {
        var schema = new LinkedHashMap<String, Object>(Map.of("type", "object", "properties", Map.of(
                "a", TEXT,
                "foo.bar", TEXT,
                "m", Map.of("type", "object", "additionalProperties", TEXT),
                "l", Map.of("type", "array", "items", TEXT))));
        schema.put("x-kubernetes-validations", List.of(rule));
        return faultsOf(schema);
    }

    private static List<String> faultsOf(Map<String, Object> schema) {
        var errors = new ArrayList<FieldError>();
        ValueRules.validate(FieldView.of(FieldPath.of("schema"), schema, errors));
        return errors.stream().map(FieldError::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            has(self.a) && self.foo__dot__bar == 'x'   |
            self.kind == 'K' && self.metadata.name != ''|
            !has(oldSelf.a) || self.a == oldSelf.a     |
            self.nope == 1                             | undefined field 'nope'
            self.a                                     | cel expression must evaluate to a bool
            self.l.all(x, self.l.all(y, x == y))       | estimated rule cost exceeds budget by factor of more than 100x
            """)
    void rulesAreCompiledAndTheirCostIsEstimated(String rule, String fault) {
        List<String> faults = faults(Map.of("rule", rule));
        if (fault == null) {
            assertThat(faults).isEmpty();
        } else {
            assertThat(faults).anySatisfy(text -> assertThat(text).contains(fault));
        }
    }

    @Test
    void theWholeRuleIsShown() {
        assertThat(faults(Map.of("rule", "self.a", "message", "m"))).containsExactly(
                "schema.x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.a\",\"Message\":\"m\","
                        + "\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
                        + "cel expression must evaluate to a bool");
    }

    @Test
    void messagesAreTextsAndPathsLeadToFields() {
        assertThat(faults(Map.of("rule", "true", "messageExpression", "'a' + self.a", "fieldPath", ".m['x']")))
                .isEmpty();
        assertThat(faults(Map.of("rule", "true", "messageExpression", "1", "fieldPath", ".nope"))).satisfiesExactly(
                text -> assertThat(text).endsWith("messageExpression must evaluate to a string"),
                text -> assertThat(text).endsWith("fieldPath must be a valid path: does not refer to a valid field"));
    }

    @Test
    void elementsThatCannotBeToldApartHaveNoPast() {
        Map<String, Object> element = Map.of("type", "string", "maxLength", 5L, "x-kubernetes-validations",
                List.of(Map.of("rule", "self == oldSelf")));
        assertThat(faultsOf(Map.of("type", "object", "properties",
                Map.of("l", Map.of("type", "array", "maxItems", 5L, "items", element))))).singleElement().asString()
                .endsWith("oldSelf cannot be used on the uncorrelatable portion of the schema within"
                        + " schema.properties[l]");
    }

    @Test
    void anOptionalPastMayBeMissing() {
        assertThat(faults(Map.of("rule", "oldSelf.hasValue() || self.a != ''", "optionalOldSelf", true))).isEmpty();
    }

    @Test
    void limitsMakeARuleCheapEnough() {
        Map<String, Object> limited = Map.of("type", "object", "properties", Map.of("l", Map.of("type", "array",
                "maxItems", 20L, "items", Map.of("type", "string", "maxLength", 10L), "x-kubernetes-validations",
                List.of(Map.of("rule", "self.all(x, self.all(y, x == y))")))));
        assertThat(faultsOf(limited)).isEmpty();
    }
}
