package mortise.core.expression;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled expression. Immutable; any thread. */
public final class Expression {

    private final String source;
    private final String resultType;
    private final CostRange estimate;
    private final Set<String> names;
    private final Node root;
    private final int slots;
    private final Map<String, ExpressionType> variables;

    Expression(String source, String resultType, CostRange estimate, Set<String> names, Node root, int slots,
            Map<String, ExpressionType> variables) {
        this.source = source;
        this.resultType = resultType;
        this.estimate = estimate;
        this.names = names;
        this.root = root;
        this.slots = slots;
        this.variables = variables;
    }

    /** Returns the text. */
    public String source() {
        return source;
    }

    /** Returns the type of the value as the language writes it, for example {@code list(string)}. */
    public String resultType() {
        return resultType;
    }

    /** Returns what an evaluation can cost; {@link Long#MAX_VALUE} when there is no limit. */
    public CostRange estimate() {
        return estimate;
    }

    /** Says whether it names a variable. */
    public boolean uses(String variable) {
        return names.contains(variable);
    }

    /**
     * Evaluates. Does not block; ends soon after the thread is interrupted.
     *
     * @param values trees by the names of the variables; one that is absent must not be named by the expression
     * @param budget what may be used, and what the cost is taken from
     * @return {@code Boolean}, {@code Long}, {@code Double}, {@code String}, {@code List}, {@code Map} or {@code null};
     *     times are {@code Instant}, durations {@code Duration}; values of libraries have types of their own, with a
     *     readable text
     * @throws EvaluationException when there is no value
     */
    public @Nullable Object evaluate(Map<String, ? extends @Nullable Object> values, Budget budget)
            throws EvaluationException {
        if (budget.remaining() <= 0) {
            throw new EvaluationException(EvaluationException.Kind.BUDGET_EXCEEDED, "cost budget exceeded");
        }
        var frame = new Frame(values, variables, slots, budget.perCall());
        try {
            return root.evaluate(frame);
        } catch (Fault fault) {
            throw fault.toException();
        } catch (StackOverflowError deep) {
            throw new EvaluationException(EvaluationException.Kind.FAILED, "evaluation is nested too deeply");
        } finally {
            budget.charge(frame.cost());
        }
    }
}
