package mortise.group.resource;

import java.util.Map;
import mortise.core.expression.CompileException;
import mortise.core.expression.Environment;
import mortise.core.expression.Expression;
import mortise.core.expression.ExpressionType;
import mortise.core.expression.ResultType;
import mortise.core.schema.FieldView;

/** Compiles the expressions that choose devices. */
final class DeviceExpressions {

    private static final long COST_MAX = 1_000_000;
    private static final long DRIVER_CHARS_MAX = 63;
    private static final long ENTRIES_MAX = 32;

    private static final Environment ENVIRONMENT = Environment.builder()
            .variable("device", ExpressionType.object("DRADevice", DeviceExpressions::fields))
            .without(Environment.Feature.AUTHORIZER)
            .build();

    private DeviceExpressions() {
    }

    private static Map<String, ExpressionType> fields() {
        return Map.of(
                "driver", ExpressionType.STRING.sized(DRIVER_CHARS_MAX),
                "allowMultipleAllocations", ExpressionType.BOOL,
                "attributes", byDomain(ExpressionType.DYN),
                "capacity", byDomain(ExpressionType.QUANTITY));
    }

    private static ExpressionType byDomain(ExpressionType value) {
        return ExpressionType.map(ExpressionType.map(value).sized(ENTRIES_MAX)).sized(ENTRIES_MAX);
    }

    static void validate(FieldView expression) {
        try {
            Expression compiled = ENVIRONMENT.compile(expression.text(), ResultType.ANY);
            if (!compiled.resultType().equals("bool") && !compiled.resultType().equals("any")) {
                expression.invalid("must evaluate to bool or the unknown type, not " + compiled.resultType());
            } else if (compiled.estimate().max() > COST_MAX) {
                expression.forbidden("too complex, exceeds cost limit");
            }
        } catch (CompileException e) {
            expression.invalid(e.text());
        }
    }
}
