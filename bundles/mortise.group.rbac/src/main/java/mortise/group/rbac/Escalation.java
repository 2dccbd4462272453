package mortise.group.rbac;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Coverage;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RoleRules;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.controller.ObjectAccess;
import org.jspecify.annotations.Nullable;

/**
 * Nobody hands out more than he has: who writes a role needs every right in it, who writes a binding every right of its
 * role, in the namespace of the object or, if it has none, in the whole cluster. Exempt are members of
 * {@code system:masters} and those who have the verb {@code escalate} on the role or {@code bind} on the role that is
 * bound. Any thread; blocks as long as authorizers do.
 */
final class Escalation {

    private static final List<String> ALL = List.of("*");
    private static final Rules EVERYTHING = new Rules(List.of(new Rules.Resources(ALL, ALL, ALL, List.of())),
            List.of(new Rules.Paths(ALL, ALL)), false, List.of());
    /** Most missing rights that a message shows; the rest is counted. */
    private static final int SHOWN_MAX = 100;
    /** What of metadata everybody may change who may change the object, so that deleted objects can go. */
    private static final Set<String> COLLECTION =
            Set.of("ownerReferences", "finalizers", "managedFields", "resourceVersion", "generation");

    private final GroupVersion version;
    private final Supplier<AuthorizerChain> authorizers;
    private final Supplier<ObjectAccess> objects;

    /** Takes the group and version of roles, and services that are asked for when they are needed. */
    Escalation(GroupVersion version, Supplier<AuthorizerChain> authorizers, Supplier<ObjectAccess> objects) {
        this.version = version;
        this.authorizers = authorizers;
        this.objects = objects;
    }

    /**
     * Refuses a role that has rights which its writer has not.
     *
     * @param resource {@code roles} or {@code clusterroles}
     */
    void checkRole(String resource, ApiObject role, Optional<ApiObject> old, UserInfo writer) {
        String name = old.isPresent() ? role.metadata().name() : "";
        String namespace = role.metadata().namespace();
        if (isFree(role, old, writer) || may("escalate", resource, namespace, name, writer)) {
            return;
        }
        var about = new Question(resource, role.metadata().name(), namespace, writer);
        require(about, RoleRules.of(role));
        boolean aggregated = role.at("aggregationRule") != null
                || old.filter(before -> before.at("aggregationRule") != null).isPresent();
        if (aggregated && !missing(about, EVERYTHING).isNone()) {
            throw about.forbidden("must have cluster-admin privileges to use the aggregationRule");
        }
    }

    /**
     * Refuses a binding to a role that has rights which the writer of the binding has not.
     *
     * @param resource {@code rolebindings} or {@code clusterrolebindings}
     */
    void checkBinding(String resource, ApiObject binding, Optional<ApiObject> old, UserInfo writer) {
        String namespace = binding.metadata().namespace();
        boolean inNamespace = binding.textAt("roleRef", "kind").equals("Role");
        String roles = inNamespace ? "roles" : "clusterroles";
        String name = binding.textAt("roleRef", "name");
        if (isFree(binding, old, writer) || may("bind", roles, namespace, name, writer)) {
            return;
        }
        var about = new Question(resource, binding.metadata().name(), namespace, writer);
        Optional<ApiObject> role = name.isEmpty() ? Optional.empty()
                : objects.get().get(version, roles, inNamespace ? namespace : "", name);
        // What is said to be missing has always been called a binding.
        require(about, RoleRules.of(role.orElseThrow(() -> ApiException.notFound(about.kind(), name))));
    }

    private boolean isFree(ApiObject object, Optional<ApiObject> old, UserInfo writer) {
        return writer.groups().contains(UserInfo.MASTERS)
                || old.filter(before -> withoutCollection(before).equals(withoutCollection(object))).isPresent();
    }

    private static Map<String, @Nullable Object> withoutCollection(ApiObject object) {
        Map<String, @Nullable Object> tree = new HashMap<>(object.tree());
        Map<String, @Nullable Object> metadata = new HashMap<>(object.metadata().tree());
        metadata.keySet().removeAll(COLLECTION);
        tree.put("metadata", metadata);
        tree.values().removeIf(Objects::isNull);
        return tree;
    }

    private boolean may(String verb, String resource, String namespace, String name, UserInfo writer) {
        var request = new AuthorizationRequest(writer, verb, "", true, version.group(), "*", resource, "", namespace,
                name, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
        return authorizers.get().decide(request).decision() instanceof Decision.Allow;
    }

    private void require(Question about, Rules wanted) {
        Missing missing = missing(about, wanted);
        if (!missing.isNone()) {
            List<String> rights = RuleText.of(missing.rules());
            String more = rights.size() > SHOWN_MAX ? "\nand " + (rights.size() - SHOWN_MAX) + " more" : "";
            String errors = missing.errors().isEmpty() ? ""
                    : "; resolution errors: [" + String.join(", ", missing.errors()) + "]";
            throw about.forbidden("user \"" + about.writer().name() + "\" (groups="
                    + RuleText.quoted(about.writer().groups())
                    + ") is attempting to grant RBAC permissions not currently held:\n"
                    + String.join("\n", rights.subList(0, Math.min(SHOWN_MAX, rights.size()))) + more + errors);
        }
    }

    private Missing missing(Question about, Rules wanted) {
        Rules held = authorizers.get().rules(new RulesQuestion(about.writer(), about.namespace()));
        try {
            return new Missing(Coverage.missing(held, wanted), held.errors());
        } catch (IllegalArgumentException tooMuch) {
            throw about.forbidden("whether its rights are held cannot be found out: " + tooMuch.getMessage());
        }
    }

    private record Missing(Rules rules, List<String> errors) {

        boolean isNone() {
            return rules.resourceRules().isEmpty() && rules.pathRules().isEmpty();
        }
    }

    /** What is written, and by whom. */
    private final class Question {

        private final String resource;
        private final String name;
        private final String namespace;
        private final UserInfo writer;

        Question(String resource, String name, String namespace, UserInfo writer) {
            this.resource = resource;
            this.name = name;
            this.namespace = namespace;
            this.writer = writer;
        }

        String namespace() {
            return namespace;
        }

        UserInfo writer() {
            return writer;
        }

        GroupResource kind() {
            return new GroupResource(version.group(), resource);
        }

        ApiException forbidden(String why) {
            return ApiException.forbidden(kind(), name, why);
        }
    }
}
