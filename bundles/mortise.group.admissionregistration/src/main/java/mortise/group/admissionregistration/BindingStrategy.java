package mortise.group.admissionregistration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;

/** Bindings put a policy in force: where, and with which parameters. */
final class BindingStrategy implements ResourceStrategy {

    private static final String EXCLUSIVE = "name and selector are mutually exclusive";

    private final boolean validating;

    /** @param validating whether policies check, so that a binding says what happens to what they refuse */
    BindingStrategy(boolean validating) {
        this.validating = validating;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (spec.at("policyName").isEmpty()) {
            spec.at("policyName").required("");
        } else {
            spec.at("policyName").subdomain();
        }
        if (spec.at("paramRef").present()) {
            params(spec.at("paramRef"));
        }
        if (spec.at("matchResources").present()) {
            MatchRules.resources(spec.at("matchResources"));
        }
        if (validating) {
            actions(spec.at("validationActions"));
        }
        return errors;
    }

    private static void params(FieldView params) {
        FieldView name = params.at("name");
        FieldView selector = params.at("selector");
        boolean both = !name.isEmpty() && selector.present();
        if (!name.isEmpty()) {
            name.pathSegment();
        }
        if (both) {
            name.forbidden(EXCLUSIVE);
        }
        LabelSelectors.validate(selector);
        if (both) {
            selector.forbidden(EXCLUSIVE);
        }
        if (name.isEmpty() && !selector.present()) {
            params.required("one of name or selector must be specified");
        }
        FieldView missing = params.at("parameterNotFoundAction");
        if (missing.isEmpty()) {
            missing.required("");
        } else {
            missing.oneOf("Deny", "Allow");
        }
    }

    private static void actions(FieldView actions) {
        for (FieldView action : actions.items()) {
            action.oneOf("Audit", "Deny", "Warn");
        }
        Checks.unique(actions);
        if (actions.texts().containsAll(List.of("Deny", "Warn"))) {
            actions.invalid("must not contain both Deny and Warn (repeating the same validation failure information"
                    + " in the API response and headers serves no purpose)");
        }
        if (actions.isEmpty()) {
            actions.required("at least one validation action is required");
        }
    }
}
