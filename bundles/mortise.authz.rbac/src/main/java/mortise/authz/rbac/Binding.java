package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;

/**
 * A binding: somebody has a role.
 *
 * @param namespace namespace of the binding and of what it allows; empty for a cluster role binding
 * @param name its name
 * @param roleKind {@code Role} or {@code ClusterRole}
 * @param role the role, which may be missing
 * @param subjects who has it
 */
record Binding(String namespace, String name, String roleKind, RoleKey role, List<Subject> subjects) {

    private static final String USER = "User";
    private static final String GROUP = "Group";
    private static final String ACCOUNT = "ServiceAccount";

    /**
     * Somebody.
     *
     * @param key under which it is looked up, see {@link Binding#userKey}
     * @param shown as messages call it
     */
    record Subject(String key, String shown) {
    }

    Binding {
        subjects = List.copyOf(subjects);
    }

    /** Reads a binding. Subjects that are nobody are left out. */
    static Binding of(ApiObject object) {
        String namespace = object.metadata().namespace();
        String kind = object.textAt("roleRef", "kind");
        var role = new RoleKey(kind.equals("Role") ? namespace : "", object.textAt("roleRef", "name"));
        var subjects = new ArrayList<Subject>();
        if (object.at("subjects") instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> subject) {
                    add(subject, namespace, subjects);
                }
            }
        }
        return new Binding(namespace, object.metadata().name(), kind, role, subjects);
    }

    private static void add(Map<?, ?> subject, String bindingNamespace, List<Subject> subjects) {
        String name = text(subject, "name");
        switch (text(subject, "kind")) {
            case USER -> subjects.add(new Subject(userKey(name), shown(USER, name)));
            case GROUP -> subjects.add(new Subject(groupKey(name), shown(GROUP, name)));
            case ACCOUNT -> {
                String own = text(subject, "namespace");
                String namespace = own.isEmpty() ? bindingNamespace : own;
                if (!namespace.isEmpty()) {
                    subjects.add(new Subject(userKey("system:serviceaccount:" + namespace + ":" + name),
                            shown(ACCOUNT, name + "/" + namespace)));
                }
            }
            default -> {
                // Validation does not let others in; from another writer to the store they are nobody.
            }
        }
    }

    private static String text(Map<?, ?> subject, String field) {
        return subject.get(field) instanceof String text ? text : "";
    }

    private static String shown(String kind, String name) {
        return kind + " \"" + name + '"';
    }

    static String userKey(String name) {
        return "u:" + name;
    }

    static String groupKey(String name) {
        return "g:" + name;
    }

    /** Returns why a subject is allowed, in the words that callers know. */
    String reason(Subject subject) {
        String binding = namespace.isEmpty()
                ? "ClusterRoleBinding \"" + name : "RoleBinding \"" + name + "/" + namespace;
        return "RBAC: allowed by " + binding + "\" of " + roleKind + " \"" + role.name() + "\" to " + subject.shown();
    }
}
