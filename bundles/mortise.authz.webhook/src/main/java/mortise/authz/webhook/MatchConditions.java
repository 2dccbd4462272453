package mortise.authz.webhook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.expression.Budget;
import mortise.core.expression.CompileException;
import mortise.core.expression.Environment;
import mortise.core.expression.EvaluationException;
import mortise.core.expression.Expression;
import mortise.core.expression.ExpressionType;
import mortise.core.expression.ResultType;
import org.jspecify.annotations.Nullable;

/** Expressions that all must be true for a server to be asked. Immutable; any thread. */
final class MatchConditions {

    private static final ExpressionType REQUIREMENTS = ExpressionType.list(ExpressionType.request(
            "kubernetes.SelectorRequirement", () -> Map.of("key", ExpressionType.STRING, "operator",
                    ExpressionType.STRING, "values", ExpressionType.list(ExpressionType.STRING))));
    private static final ExpressionType SELECTOR = ExpressionType.request("kubernetes.SelectorAttributes",
            () -> Map.of("rawSelector", ExpressionType.STRING, "requirements", REQUIREMENTS));
    private static final ExpressionType RESOURCE = ExpressionType.request(
            "kubernetes.ResourceAttributes", MatchConditions::resource);
    private static final ExpressionType PATH = ExpressionType.request("kubernetes.NonResourceAttributes",
            () -> Map.of("path", ExpressionType.STRING, "verb", ExpressionType.STRING));
    private static final ExpressionType SPEC = ExpressionType.request("kubernetes.SubjectAccessReviewSpec",
            () -> Map.of("user", ExpressionType.STRING, "uid", ExpressionType.STRING,
                    "groups", ExpressionType.list(ExpressionType.STRING),
                    "extra", ExpressionType.map(ExpressionType.list(ExpressionType.STRING)),
                    "resourceAttributes", RESOURCE, "nonResourceAttributes", PATH));
    private static final Environment ENVIRONMENT = Environment.builder().variable("request", SPEC)
            .without(Environment.Feature.AUTHORIZER).build();

    private final List<Expression> conditions;

    /** What conditions say about a request. */
    enum Answer {
        /** All are true. */
        ASK,
        /** One is false. */
        SKIP,
        /** None is false, and one has no value. */
        FAILED
    }

    private MatchConditions(List<Expression> conditions) {
        this.conditions = conditions;
    }

    private static Map<String, ExpressionType> resource() {
        var fields = new LinkedHashMap<String, ExpressionType>();
        for (String text : Review.RESOURCE_TEXTS) {
            fields.put(text, ExpressionType.STRING);
        }
        fields.put("fieldSelector", SELECTOR);
        fields.put("labelSelector", SELECTOR);
        return fields;
    }

    static MatchConditions of(List<String> sources) {
        var compiled = new ArrayList<Expression>();
        for (String source : sources) {
            try {
                compiled.add(compile(source));
            } catch (CompileException checkedBefore) {
                throw new IllegalArgumentException(checkedBefore.text(), checkedBefore);
            }
        }
        return new MatchConditions(List.copyOf(compiled));
    }

    /** @throws CompileException when it cannot be used, or is not true or false */
    static Expression compile(String source) throws CompileException {
        return ENVIRONMENT.compile(source, ResultType.BOOL);
    }

    boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** @param spec the spec of a review, of version v1 */
    Answer judge(Map<String, ? extends @Nullable Object> spec) {
        Answer answer = Answer.ASK;
        Budget budget = Budget.of(Budget.MATCH_CONDITIONS);
        for (Expression condition : conditions) {
            try {
                if (!Boolean.TRUE.equals(condition.evaluate(Map.of("request", spec), budget))) {
                    return Answer.SKIP;
                }
            } catch (EvaluationException noValue) {
                answer = Answer.FAILED;
            }
        }
        return answer;
    }
}
