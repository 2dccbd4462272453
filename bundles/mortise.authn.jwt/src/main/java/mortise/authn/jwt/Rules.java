package mortise.authn.jwt;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import mortise.core.expression.Budget;
import mortise.core.expression.CompileException;
import mortise.core.expression.Environment;
import mortise.core.expression.EvaluationException;
import mortise.core.expression.Expression;
import mortise.core.expression.ExpressionType;
import mortise.core.expression.ResultType;
import org.jspecify.annotations.Nullable;

/** The expressions of authentication configurations: what they may name, and what they have to evaluate to. */
final class Rules {

    /** What all expressions about one token may cost together. */
    static final long COST_PER_TOKEN = Budget.PER_OBJECT;

    private static final ExpressionType USER_TYPE = ExpressionType.object("kubernetes.UserInfo", () -> Map.of(
            "username", ExpressionType.STRING, "uid", ExpressionType.STRING,
            "groups", ExpressionType.list(ExpressionType.STRING),
            "extra", ExpressionType.map(ExpressionType.list(ExpressionType.STRING))));
    private static final Environment CLAIMS = environment("claims", ExpressionType.map(ExpressionType.DYN));
    private static final Environment USER = environment("user", USER_TYPE);
    private static final Pattern TEXT = Pattern.compile("[rR]?(\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+')");

    private Rules() {
    }

    /** What an expression is for. */
    enum Purpose {
        /** A rule over claims. */
        CLAIM_RULE(true, "bool"),
        /** The name or uid of the user. */
        TEXT(true, "string"),
        /** Groups, or values of an extra attribute. */
        TEXTS(true, "string", "list(string)"),
        /** A rule over the user. */
        USER_RULE(false, "bool");

        private final boolean overClaims;
        private final List<String> types;

        Purpose(boolean overClaims, String... types) {
            this.overClaims = overClaims;
            this.types = List.of(types);
        }

        /** What claims are becomes known with the token; then the value is looked at again. */
        private boolean allows(String type) {
            return types.contains(type) || type.equals("dyn")
                    || types.contains("list(string)") && Set.of("list(dyn)", "null_type").contains(type);
        }
    }

    private static Environment environment(String variable, ExpressionType type) {
        return Environment.builder().variable(variable, type).without(Environment.Feature.AUTHORIZER).build();
    }

    /** @throws CompileException when it cannot be used for the purpose, with the text that users see */
    static Expression compile(String source, Purpose purpose) throws CompileException, RefusedException {
        Expression expression = (purpose.overClaims ? CLAIMS : USER).compile(source, ResultType.ANY);
        if (!purpose.allows(expression.resultType())) {
            throw new RefusedException(purpose.types.size() == 1
                    ? "must evaluate to " + purpose.types.get(0)
                    : "must evaluate to one of [" + String.join(" ", purpose.types) + "]");
        }
        return expression;
    }

    /**
     * Evaluates an expression over {@code claims} or {@code user}.
     *
     * @throws RefusedException when there is no value
     */
    static @Nullable Object evaluate(Expression expression, String variable, Map<String, ? extends @Nullable Object> on,
            Budget budget) throws RefusedException {
        try {
            return expression.evaluate(Map.of(variable, on), budget);
        } catch (EvaluationException failed) {
            throw new RefusedException("an expression has no value (" + failed.kind() + ")");
        }
    }

    /** Says whether an expression reads a claim, as {@code claims.name} or {@code claims["name"]}. */
    static boolean readsClaim(String source, String claim) {
        String name = Pattern.quote(claim);
        boolean byIndex = Pattern.compile("\\bclaims\\s*\\[\\s*\\??\\s*[rR]?(?:\"" + name + "\"|'" + name + "')\\s*]")
                .matcher(source).find();
        return byIndex || Pattern.compile("\\bclaims\\s*\\.\\s*\\??\\s*" + name + "\\b")
                .matcher(TEXT.matcher(source).replaceAll("\"\"")).find();
    }
}
