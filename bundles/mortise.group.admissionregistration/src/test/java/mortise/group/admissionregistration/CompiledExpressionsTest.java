package mortise.group.admissionregistration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompiledExpressionsTest {

    private static final Expressions.Scope ALL = new Expressions.Scope(true, true, variables());
    private static final Expressions.Scope NONE = new Expressions.Scope(false, false, Map.of());

    private final Expressions expressions = new CompiledExpressions();

    private static Map<String, String> variables() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("count", "size(object.spec.list)");
        variables.put("twice", "variables.count * 2");
        variables.put("broken", "nope");
        return variables;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "object.spec.replicas > 1 && oldObject == null",
        "request.operation == 'CREATE' && request.userInfo.groups.exists(g, g == 'a') && request.kind.group == ''",
        "request.userInfo.extra['a'].size() > 0 && !request.dryRun",
        "namespaceObject.metadata.labels['a'] == 'b' && namespaceObject.status.phase == 'Active'",
        "params.max > 1 && authorizer.group('').resource('pods').check('get').allowed()",
        "authorizer.requestResource.check('patch').allowed()",
        "variables.twice > 3 && variables.broken == 'x'"
    })
    void whatPoliciesMayNameIsKnown(String expression) {
        assertThat(expressions.fault(expression, Expressions.Result.BOOLEAN, ALL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            params.x == 1              | undeclared reference to 'params'
            authorizer.path('/')       | undeclared reference to 'authorizer'
            variables.x                | undeclared reference to 'variables'
            request.nope               | undefined field 'nope'
            object.x                   | must evaluate to bool but got dyn
            """)
    void whatIsOutOfScopeIsNot(String expression, String fault) {
        assertThat(expressions.fault(expression, Expressions.Result.BOOLEAN, NONE)).get().asString().contains(fault);
    }

    @Test
    void theTypeOfAVariableIsThatOfItsExpression() {
        assertThat(expressions.fault("variables.twice == 'x'", Expressions.Result.BOOLEAN, ALL)).get().asString()
                .contains("found no matching overload for '_==_' applied to '(int, string)'");
        assertThat(expressions.fault("null", Expressions.Result.TEXT_OR_NULL, NONE)).isEmpty();
        assertThat(expressions.fault("1", Expressions.Result.TEXT_OR_NULL, NONE))
                .contains("must evaluate to one of [string null_type]");
    }
}
