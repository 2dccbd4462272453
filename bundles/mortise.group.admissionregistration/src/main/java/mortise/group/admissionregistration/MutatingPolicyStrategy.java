package mortise.group.admissionregistration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Policies that change what is written by expressions. */
final class MutatingPolicyStrategy implements ResourceStrategy {

    private final Policies policies;

    MutatingPolicyStrategy(Expressions expressions) {
        policies = new Policies(expressions);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        Expressions.Scope scope = policies.common(spec);
        FieldView mutations = spec.at("mutations");
        if (mutations.isEmpty()) {
            mutations.required("mutations must contain at least one item");
        }
        mutations.items().forEach(mutation -> mutation(mutation, scope));
        FieldView reinvocation = spec.at("reinvocationPolicy");
        if (reinvocation.isEmpty()) {
            reinvocation.required("");
        } else {
            reinvocation.oneOf("IfNeeded", "Never");
        }
        return errors;
    }

    private void mutation(FieldView mutation, Expressions.Scope scope) {
        FieldView type = mutation.at("patchType");
        switch (type.text()) {
            case "ApplyConfiguration" ->
                change(mutation, "applyConfiguration", "jsonPatch", Expressions.Result.CHANGES, scope);
            case "JSONPatch" -> change(mutation, "jsonPatch", "applyConfiguration", Expressions.Result.PATCH, scope);
            case "" -> type.required("");
            default -> type.notSupported("ApplyConfiguration", "JSONPatch");
        }
    }

    private void change(
            FieldView mutation, String wanted, String other, Expressions.Result result, Expressions.Scope scope) {
        String type = mutation.at("patchType").text();
        if (mutation.at(wanted).present()) {
            policies.expression(mutation.at(wanted, "expression"), "expression is not specified", result, scope);
        } else {
            mutation.at(wanted).required("must be specified when patchType is " + type);
        }
        if (mutation.at(other).present()) {
            mutation.at(other).forbidden("must not be specified when patchType is " + type);
        }
    }
}
