package mortise.group.admissionregistration;

import java.util.HashSet;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Expressions that say whether a webhook or a policy cares about a request. */
final class MatchConditions {

    private static final int CONDITIONS_MAX = 64;

    private MatchConditions() {
    }

    static void validate(FieldView conditions, Expressions expressions, Expressions.Scope scope) {
        if (conditions.size() > CONDITIONS_MAX) {
            conditions.tooMany(conditions.size(), CONDITIONS_MAX);
        }
        var names = new HashSet<String>();
        for (FieldView condition : conditions.items()) {
            FieldView expression = condition.at("expression");
            String text = expression.text().strip();
            if (text.isEmpty()) {
                expression.required("");
            } else {
                expressions.fault(text, Expressions.Result.BOOLEAN, scope)
                        .ifPresent(why -> expression.invalid(text, why));
            }
            FieldView name = condition.at("name");
            if (name.isEmpty()) {
                name.required("");
                continue;
            }
            name.checkAll(Names::qualified);
            if (!names.add(name.text())) {
                name.duplicate();
            }
        }
    }
}
