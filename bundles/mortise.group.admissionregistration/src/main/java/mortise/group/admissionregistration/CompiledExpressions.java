package mortise.group.admissionregistration;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.LastUsed;
import mortise.core.expression.CompileException;
import mortise.core.expression.Environment;
import mortise.core.expression.ExpressionType;
import mortise.core.expression.ResultType;

/** Compiles expressions over the request and its objects. Changes and patches are not looked at. */
final class CompiledExpressions implements Expressions {

    private static final int KEPT_MAX = 16;

    private final Map<Scope, Environment> kept = new LastUsed<>(KEPT_MAX);

    @Override
    public Optional<String> fault(String expression, Result result, Scope scope) {
        if (result == Result.CHANGES || result == Result.PATCH) {
            return Optional.empty();
        }
        try {
            environment(scope).compile(expression, wanted(result));
            return Optional.empty();
        } catch (CompileException e) {
            return Optional.of(e.text());
        }
    }

    private static ResultType wanted(Result result) {
        return switch (result) {
            case BOOLEAN -> ResultType.BOOL;
            case TEXT -> ResultType.STRING;
            case TEXT_OR_NULL -> ResultType.STRING_OR_NULL;
            default -> ResultType.ANY;
        };
    }

    private synchronized Environment environment(Scope scope) {
        Environment known = kept.get(scope);
        if (known == null) {
            known = make(scope);
            kept.put(scope, known);
        }
        return known;
    }

    private static Environment make(Scope scope) {
        Environment.Builder builder = Environment.builder()
                .variable("object", ExpressionType.DYN)
                .variable("oldObject", ExpressionType.DYN)
                .variable("request", RequestTypes.REQUEST)
                .variable("namespaceObject", RequestTypes.NAMESPACE);
        if (scope.params()) {
            builder.variable("params", ExpressionType.DYN);
        }
        if (scope.authorizer()) {
            builder.variable("authorizer", ExpressionType.AUTHORIZER)
                    .variable("authorizer.requestResource", ExpressionType.RESOURCE_CHECK);
        }
        if (!scope.variables().isEmpty()) {
            builder.variable("variables", variables(scope, builder.build()));
        }
        return builder.build();
    }

    /** A variable may name those before it, so each is compiled with what is known so far. */
    private static ExpressionType variables(Scope scope, Environment common) {
        var types = new LinkedHashMap<String, ExpressionType>();
        scope.variables().forEach((name, expression) -> types.put(name, typeOf(expression, common, Map.copyOf(types))));
        return ExpressionType.object("kubernetes.variables", () -> types);
    }

    private static ExpressionType typeOf(String expression, Environment common, Map<String, ExpressionType> before) {
        Environment environment = common.toBuilder()
                .variable("variables", ExpressionType.object("kubernetes.variables", () -> before)).build();
        try {
            return ExpressionType.resultOf(environment.compile(expression, ResultType.ANY));
        } catch (CompileException e) {
            return ExpressionType.DYN;
        }
    }
}
