package mortise.group.rbac;

import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** The groups of roles and subjects that were written without one. They depend on the name that this group has. */
final class RbacDefaults {

    private final String group;

    /** @param group full name of this API group */
    RbacDefaults(String group) {
        this.group = group;
    }

    Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "rbac.v1.ClusterRoleBinding", this::binding,
                "rbac.v1.RoleBinding", this::binding,
                "rbac.v1.Subject", this::subject);
    }

    private void binding(Map<String, @Nullable Object> binding) {
        setGroup(new ApiObject(binding).structAt("roleRef"));
    }

    /** Service accounts are of the core group, whose name is empty. */
    private void subject(Map<String, @Nullable Object> subject) {
        if ("User".equals(subject.get("kind")) || "Group".equals(subject.get("kind"))) {
            setGroup(subject);
        }
    }

    private void setGroup(Map<String, @Nullable Object> reference) {
        Object known = reference.get("apiGroup");
        if (known == null || known.equals("")) {
            reference.put("apiGroup", group);
        }
    }
}
