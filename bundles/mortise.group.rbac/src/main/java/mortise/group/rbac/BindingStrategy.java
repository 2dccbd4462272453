package mortise.group.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.UserInfo;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Bindings: who has a role. The role is fixed when the binding is made; another role needs another binding. */
final class BindingStrategy implements ResourceStrategy {

    private final String group;
    private final boolean namespaced;
    private final Escalation escalation;

    /** @param group full name of this API group */
    BindingStrategy(String group, boolean namespaced, Escalation escalation) {
        this.group = group;
        this.namespaced = namespaced;
        this.escalation = escalation;
    }

    @Override
    public void permit(ApiObject object, Optional<ApiObject> old, UserInfo writer) {
        escalation.checkBinding(namespaced ? "rolebindings" : "clusterrolebindings", object, old, writer);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        role(root.at("roleRef"));
        root.at("subjects").items().forEach(this::subject);
        old.ifPresent(before -> {
            Map<String, String> role = shown(root.at("roleRef"));
            if (!role.equals(shown(FieldView.root(before, errors).at("roleRef")))) {
                root.at("roleRef").invalid(role, "cannot change roleRef");
            }
        });
        return errors;
    }

    private void role(FieldView role) {
        role.at("apiGroup").oneOf(group);
        if (namespaced) {
            role.at("kind").oneOf("Role", "ClusterRole");
        } else {
            role.at("kind").oneOf("ClusterRole");
        }
        if (role.at("name").isEmpty()) {
            role.at("name").required("");
        } else {
            role.at("name").pathSegment();
        }
    }

    private void subject(FieldView subject) {
        FieldView name = subject.at("name");
        if (name.isEmpty()) {
            name.required("");
        }
        switch (subject.at("kind").text()) {
            case "ServiceAccount" -> serviceAccount(subject);
            case "User" -> person(subject, "user name cannot be empty");
            case "Group" -> person(subject, "group name cannot be empty");
            default -> subject.at("kind").notSupported("ServiceAccount", "User", "Group");
        }
    }

    private void serviceAccount(FieldView subject) {
        if (!subject.at("name").isEmpty()) {
            subject.at("name").subdomain();
        }
        if (!subject.at("apiGroup").isEmpty()) {
            subject.at("apiGroup").notSupported("");
        }
        if (!namespaced && subject.at("namespace").isEmpty()) {
            subject.at("namespace").required("");
        }
    }

    private void person(FieldView subject, String unnamed) {
        if (subject.at("name").isEmpty()) {
            subject.at("name").invalid("", unnamed);
        }
        subject.at("apiGroup").oneOf(group);
    }

    /** Returns the role with the member names that messages have always shown. */
    private static Map<String, String> shown(FieldView role) {
        var shown = new LinkedHashMap<String, String>();
        shown.put("APIGroup", role.at("apiGroup").text());
        shown.put("Kind", role.at("kind").text());
        shown.put("Name", role.at("name").text());
        return shown;
    }
}
