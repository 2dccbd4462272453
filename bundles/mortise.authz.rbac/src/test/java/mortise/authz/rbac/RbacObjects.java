package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;

/** Roles and bindings for tests. */
final class RbacObjects {

    static final GroupVersion V1 = new GroupVersion("rbac.authorization.k8s.io", "v1");

    private RbacObjects() {
    }

    static FakeObjectAccess access() {
        return new FakeObjectAccess().serve(V1, "clusterroles", "ClusterRole", false).serve(V1, "roles", "Role", true)
                .serve(V1, "clusterrolebindings", "ClusterRoleBinding", false)
                .serve(V1, "rolebindings", "RoleBinding", true);
    }

    /** Returns a role with rules as trees, of the cluster when the namespace is empty. */
    static ApiObject role(String namespace, String name, Object... rules) {
        ApiObject role = object(namespace.isEmpty() ? "ClusterRole" : "Role", namespace, name);
        role.tree().put("rules", new ArrayList<@Nullable Object>(List.of(rules)));
        return role;
    }

    static Map<String, List<String>> rule(String verbs, String groups, String resources, String names) {
        Map<String, List<String>> rule = new LinkedHashMap<>();
        rule.put("verbs", split(verbs));
        rule.put("apiGroups", split(groups));
        rule.put("resources", split(resources));
        if (!names.isEmpty()) {
            rule.put("resourceNames", split(names));
        }
        return rule;
    }

    static Map<String, List<String>> paths(String verbs, String paths) {
        return Map.of("verbs", split(verbs), "nonResourceURLs", split(paths));
    }

    private static List<String> split(String texts) {
        return List.of(texts.split(",", -1));
    }

    /** Returns a binding, of the cluster when the namespace is empty. A subject is {@code Kind/name[/namespace]}. */
    static ApiObject binding(String namespace, String name, String kind, String role, String... subjects) {
        ApiObject binding = object(namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding", namespace, name);
        Map<String, @Nullable Object> reference = binding.structAt("roleRef");
        reference.put("kind", kind);
        reference.put("name", role);
        var all = new ArrayList<@Nullable Object>();
        for (String subject : subjects) {
            String[] parts = subject.split("/");
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("kind", parts[0]);
            tree.put("name", parts[1]);
            if (parts.length > 2) {
                tree.put("namespace", parts[2]);
            }
            all.add(tree);
        }
        binding.tree().put("subjects", all);
        return binding;
    }

    private static ApiObject object(String kind, String namespace, String name) {
        ApiObject object = ApiObject.ofKind(V1.kind(kind));
        object.metadata().setName(name);
        if (!namespace.isEmpty()) {
            object.metadata().setNamespace(namespace);
        }
        return object;
    }

    static Policy policy(ApiObject... objects) {
        var builder = new PolicyBuilder(V1.group());
        for (ApiObject object : objects) {
            put(builder, object);
        }
        return builder.build();
    }

    static void put(PolicyBuilder builder, ApiObject object) {
        if (object.kind().endsWith("Binding")) {
            builder.putBinding(object);
        } else {
            builder.putRole(object);
        }
    }

    static AuthorizationRequest request(
            UserInfo user, String verb, String resource, String subresource, String namespace, String name) {
        AuthorizationRequest plain = AuthorizationRequests.resource(user, verb, "", resource, namespace, name);
        return new AuthorizationRequest(user, verb, plain.path(), true, "", "v1", resource, subresource, namespace,
                name, plain.labelSelector(), plain.fieldSelector());
    }
}
