package mortise.group.admissionregistration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;

/** Policies that check writes by expressions. */
final class ValidatingPolicyStrategy implements ResourceStrategy {

    private static final int ANNOTATIONS_MAX = 20;
    private static final int ANNOTATION_EXPRESSION_BYTES_MAX = 5 * 1024;
    private static final String NOTHING_TO_DO = "validations or auditAnnotations must contain at least one item";

    private final Policies policies;

    ValidatingPolicyStrategy(Expressions expressions) {
        policies = new Policies(expressions);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        Expressions.Scope scope = policies.common(spec);
        if (spec.at("validations").isEmpty() && spec.at("auditAnnotations").isEmpty()) {
            spec.at("validations").required(NOTHING_TO_DO);
            spec.at("auditAnnotations").required(NOTHING_TO_DO);
            return errors;
        }
        spec.at("validations").items().forEach(validation -> validation(validation, scope));
        annotations(spec.at("auditAnnotations"), object.metadata().name(), scope);
        return errors;
    }

    private void validation(FieldView validation, Expressions.Scope scope) {
        policies.expression(
                validation.at("expression"), "expression is not specified", Expressions.Result.BOOLEAN, scope);
        FieldView made = validation.at("messageExpression");
        if (!made.isEmpty()) {
            if (made.text().isBlank()) {
                made.invalid("must be non-empty if specified");
            } else {
                policies.expression(made, "", Expressions.Result.TEXT,
                        new Expressions.Scope(scope.params(), false, scope.variables()));
            }
        }
        FieldView message = validation.at("message");
        if (!message.isEmpty() && message.text().isBlank()) {
            message.invalid("message must be non-empty if specified");
        } else if (hasLineBreak(message.text().strip())) {
            message.invalid("message must not contain line breaks");
        } else if (message.isEmpty() && hasLineBreak(validation.at("expression").text().strip())) {
            message.required("message must be specified if expression contains line breaks");
        }
        if (validation.at("reason").present()) {
            validation.at("reason").oneOf("Forbidden", "Invalid", "RequestEntityTooLarge");
        }
    }

    private static boolean hasLineBreak(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private void annotations(FieldView annotations, String policy, Expressions.Scope scope) {
        if (annotations.size() > ANNOTATIONS_MAX) {
            annotations.invalid("must not have more than " + ANNOTATIONS_MAX + " auditAnnotations");
        }
        var keys = new HashSet<String>();
        for (FieldView annotation : annotations.items()) {
            FieldView key = annotation.at("key");
            // The key in the audit log is that of the policy and this one together.
            if (policy.isEmpty()) {
                key.invalid(key.text(), "requires metadata.name be non-empty");
            } else {
                key.with(policy + "/" + key.text()).checkAll(Names::qualified);
            }
            FieldView value = annotation.at("valueExpression");
            if (Names.bytes(value.text().strip()) > ANNOTATION_EXPRESSION_BYTES_MAX) {
                value.required("must not exceed " + ANNOTATION_EXPRESSION_BYTES_MAX + " bytes in length");
            } else {
                policies.expression(
                        value, "valueExpression is not specified", Expressions.Result.TEXT_OR_NULL, scope);
            }
            if (!keys.add(key.text())) {
                key.duplicate();
            }
        }
    }
}
