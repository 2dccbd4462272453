package mortise.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class CostsTest {

    private static final Environment ENVIRONMENT =
            LibrariesTest.ENVIRONMENT.toBuilder().variable("many", ExpressionType.list(ExpressionType.INT)).build();

    @ParameterizedTest
    @CsvFileSource(resources = "costs.csv", delimiter = '|', quoteCharacter = '\u0001')
    void costsAreCountedAndEstimated(String source, long cost, long least, long greatest) throws Exception {
        Expression expression = ENVIRONMENT.compile(source, ResultType.ANY);
        Budget budget = Budget.of(1000);
        expression.evaluate(LibrariesTest.values(), budget);
        assertThat(1000 - budget.remaining()).as("cost").isEqualTo(cost);
        assertThat(expression.estimate()).isEqualTo(new CostRange(least, greatest));
    }

    @Test
    void withoutALimitTheEstimateHasNone() throws Exception {
        Expression expression = ENVIRONMENT.compile("many.all(x, many.all(y, x == y))", ResultType.BOOL);
        assertThat(expression.estimate().max()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anExpensiveEvaluationEnds() throws Exception {
        Expression expression = ENVIRONMENT.compile("many.all(x, many.all(y, x == x))", ResultType.BOOL);
        Map<String, Object> values = Map.of("many", LongStream.range(0, 2000).boxed().toList());
        Budget budget = Budget.of(Budget.PER_OBJECT);
        assertThatThrownBy(() -> expression.evaluate(values, budget))
                .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.kind())
                        .isEqualTo(EvaluationException.Kind.CALL_COST_EXCEEDED))
                .hasMessage("operation cancelled: actual cost limit exceeded");
        assertThat(budget.remaining()).isLessThan(Budget.PER_OBJECT - Budget.PER_CALL + 1);
    }

    @Test
    void anEmptyBudgetAllowsNothing() throws Exception {
        Expression expression = ENVIRONMENT.compile("1 == 1", ResultType.BOOL);
        Budget budget = Budget.of(1);
        expression.evaluate(Map.of(), budget);
        assertThatThrownBy(() -> expression.evaluate(Map.of(), budget)).isInstanceOfSatisfying(
                EvaluationException.class,
                e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.BUDGET_EXCEEDED));
    }

    @Test
    void anInterruptedThreadStops() throws Exception {
        Expression expression = ENVIRONMENT.compile("many.all(x, x >= 0)", ResultType.BOOL);
        Map<String, Object> values = Map.of("many", LongStream.range(0, 2000).boxed().toList());
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> expression.evaluate(values, Budget.of(Budget.PER_OBJECT))).isInstanceOfSatisfying(
                EvaluationException.class,
                e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
    }
}
