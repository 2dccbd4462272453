package mortise.group.rbac;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.UserInfo;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;

/** Roles: what may be done with what. Only those of the whole cluster are about paths that are no resources. */
final class RoleStrategy implements ResourceStrategy {

    private final boolean namespaced;
    private final Escalation escalation;

    RoleStrategy(boolean namespaced, Escalation escalation) {
        this.namespaced = namespaced;
        this.escalation = escalation;
    }

    @Override
    public void permit(ApiObject object, Optional<ApiObject> old, UserInfo writer) {
        escalation.checkRole(namespaced ? "roles" : "clusterroles", object, old, writer);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        root.at("rules").items().forEach(this::rule);
        if (!namespaced && root.at("aggregationRule").present()) {
            aggregation(root.at("aggregationRule", "clusterRoleSelectors"));
        }
        return errors;
    }

    private void rule(FieldView rule) {
        if (rule.at("verbs").isEmpty()) {
            rule.at("verbs").required("verbs must contain at least one value");
        }
        if (!rule.at("nonResourceURLs").isEmpty()) {
            paths(rule);
            return;
        }
        if (rule.at("apiGroups").isEmpty()) {
            rule.at("apiGroups").required("resource rules must supply at least one api group");
        }
        if (rule.at("resources").isEmpty()) {
            rule.at("resources").required("resource rules must supply at least one resource");
        }
    }

    private void paths(FieldView rule) {
        FieldView paths = rule.at("nonResourceURLs");
        if (namespaced) {
            paths.invalid("namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.at("apiGroups").isEmpty() || !rule.at("resources").isEmpty()
                || !rule.at("resourceNames").isEmpty()) {
            paths.invalid("rules cannot apply to both regular resources and non-resource URLs");
        }
    }

    private static void aggregation(FieldView selectors) {
        if (selectors.isEmpty()) {
            selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
        }
        selectors.items().forEach(LabelSelectors::validate);
    }
}
