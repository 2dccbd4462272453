package mortise.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.tck.authorization.AuthorizationRequests;
import org.junit.jupiter.api.Test;

/** The index says what going through all bindings, roles and rules says, whatever was written in whatever order. */
class PolicyPropertyTest {

    private static final int WRITES = 4_000;
    private static final int REQUESTS = 5;
    private static final List<String> NAMESPACES = List.of("", "n1", "n2");
    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final List<String> VERBS = List.of("get", "list", "create", "*");
    private static final List<String> RESOURCES =
            List.of("pods", "pods/log", "*/log", "*", "nodes", "*/status", "pods/*", "/log");
    private static final List<String> PATHS = List.of("/x", "/x/*", "*", "/", "/x*", "/*", "");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, ApiObject> objects = new HashMap<>();
    private final List<Write> history = new ArrayList<>();

    /** An object that is put, or taken away. */
    private record Write(ApiObject object, boolean gone) {

        void apply(PolicyBuilder builder, Map<String, ApiObject> objects) {
            if (!gone) {
                objects.put(object.toString(), object);
                RbacObjects.put(builder, object);
                return;
            }
            objects.remove(object.toString());
            if (object.kind().endsWith("Binding")) {
                builder.removeBinding(object);
            } else {
                builder.removeRole(object);
            }
        }

        @Override
        public String toString() {
            return (gone ? "without " : "") + object.tree();
        }
    }

    @Test
    void theIndexSaysWhatAllRulesSay() {
        var builder = new PolicyBuilder(RbacObjects.V1.group());
        int allowed = 0;
        for (int i = 0; i < WRITES; i++) {
            write(builder);
            Policy policy = builder.build();
            for (int j = 0; j < REQUESTS; j++) {
                AuthorizationRequest request = request();
                boolean expected = grants(objects, request);
                if (policy.decide(request) instanceof Decision.Allow != expected) {
                    throw new AssertionError("seed " + seed + ", write " + i + ": " + request + " should "
                            + (expected ? "" : "not ") + "be allowed after "
                            + Shrinking.smallest(history, writes -> disagrees(writes, request)));
                }
                allowed += expected ? 1 : 0;
            }
        }
        assertThat(allowed).as("seed %d: both answers occur", seed).isBetween(500, WRITES * REQUESTS - 500);
    }

    /** Says whether index and rules disagree after some writes, with an index that was asked after each of them. */
    private static boolean disagrees(List<Write> writes, AuthorizationRequest request) {
        var builder = new PolicyBuilder(RbacObjects.V1.group());
        var objects = new HashMap<String, ApiObject>();
        Policy policy = builder.build();
        for (Write write : writes) {
            write.apply(builder, objects);
            policy = builder.build();
        }
        return policy.decide(request) instanceof Decision.Allow != grants(objects, request);
    }

    @Test
    void aPolicyDoesNotChangeWithLaterWrites() {
        var builder = new PolicyBuilder(RbacObjects.V1.group());
        for (int i = 0; i < 200; i++) {
            write(builder);
            Policy policy = builder.build();
            List<AuthorizationRequest> requests = List.of(request(), request(), request(), request());
            List<Decision> before = requests.stream().map(policy::decide).toList();
            for (int j = 0; j < 10; j++) {
                write(builder);
            }
            assertThat(requests.stream().map(policy::decide).toList()).as("seed %d, round %d", seed, i)
                    .isEqualTo(before);
        }
    }

    private void write(PolicyBuilder builder) {
        String namespace = any(NAMESPACES);
        ApiObject object = random.nextBoolean() ? role(namespace) : binding(namespace);
        var write = new Write(object, random.nextInt(3) == 0);
        write.apply(builder, objects);
        history.add(write);
    }

    private ApiObject role(String namespace) {
        var resources = RbacObjects.rule(some(VERBS), some(List.of("", "apps", "*")), some(RESOURCES),
                random.nextBoolean() ? "" : some(NAMES));
        return random.nextInt(3) > 0 ? RbacObjects.role(namespace, any(NAMES), resources)
                : RbacObjects.role(namespace, any(NAMES), RbacObjects.paths(some(VERBS), some(PATHS)), resources);
    }

    private ApiObject binding(String namespace) {
        String kind = namespace.isEmpty() || random.nextBoolean() ? "ClusterRole" : "Role";
        var subjects = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            subjects.add(any(List.of("User/", "Group/", "ServiceAccount/")) + any(NAMES)
                    + (random.nextBoolean() ? "" : "/" + any(List.of("n1", "n2"))));
        }
        return RbacObjects.binding(namespace, any(NAMES), kind, any(NAMES), subjects.toArray(String[]::new));
    }

    private AuthorizationRequest request() {
        String name = random.nextBoolean() ? any(NAMES) : "system:serviceaccount:" + any(NAMESPACES) + ":" + any(NAMES);
        UserInfo user = random.nextBoolean() ? UserInfo.of(name) : UserInfo.of(name, any(NAMES), any(NAMES));
        if (random.nextInt(4) == 0) {
            return AuthorizationRequests.path(user, any(VERBS), any(List.of("/x", "/x/y", "/", "/xy", "")));
        }
        return RbacObjects.request(user, any(VERBS), any(List.of("pods", "nodes", "*")),
                any(List.of("", "", "log", "status", "*")), any(NAMESPACES), any(List.of("", "a", "b", "c")));
    }

    private static boolean grants(Map<String, ApiObject> objects, AuthorizationRequest request) {
        return objects.values().stream().anyMatch(binding -> grants(objects, binding, request));
    }

    private static boolean grants(Map<String, ApiObject> objects, ApiObject binding, AuthorizationRequest request) {
        String namespace = binding.metadata().namespace();
        if (!binding.kind().endsWith("Binding") || !namespace.isEmpty()
                && !(request.resourceRequest() && namespace.equals(request.namespace()))) {
            return false;
        }
        if (list(binding.at("subjects")).stream().noneMatch(subject -> is(subject, namespace, request.user()))) {
            return false;
        }
        String kind = binding.textAt("roleRef", "kind");
        String where = kind.equals("Role") ? namespace : "";
        ApiObject role = objects.get(kind + " " + where + "/" + binding.textAt("roleRef", "name"));
        return role != null && list(role.at("rules")).stream().anyMatch(rule -> allows(rule, request));
    }

    private static boolean is(Map<?, ?> subject, String bindingNamespace, UserInfo user) {
        String name = String.valueOf(subject.get("name"));
        if ("ServiceAccount".equals(subject.get("kind"))) {
            Object own = subject.get("namespace");
            String namespace = own == null ? bindingNamespace : own.toString();
            return !namespace.isEmpty() && user.name().equals("system:serviceaccount:" + namespace + ":" + name);
        }
        return "User".equals(subject.get("kind")) ? user.name().equals(name) : user.groups().contains(name);
    }

    private static boolean allows(Map<?, ?> rule, AuthorizationRequest request) {
        if (!has(rule, "verbs", request.verb()) && !has(rule, "verbs", "*")) {
            return false;
        }
        if (!request.resourceRequest()) {
            return texts(rule, "nonResourceURLs").stream().anyMatch(path -> path.equals("*")
                    || path.equals(request.path())
                    || path.endsWith("*") && request.path().startsWith(path.substring(0, path.indexOf('*'))));
        }
        boolean sub = !request.subresource().isEmpty();
        String resource = request.resource() + (sub ? "/" + request.subresource() : "");
        return (has(rule, "apiGroups", request.group()) || has(rule, "apiGroups", "*"))
                && (has(rule, "resources", resource) || has(rule, "resources", "*")
                        || sub && has(rule, "resources", "*/" + request.subresource()))
                && (texts(rule, "resourceNames").isEmpty() || has(rule, "resourceNames", request.name()));
    }

    private static boolean has(Map<?, ?> rule, String field, String text) {
        return texts(rule, field).contains(text);
    }

    private static List<String> texts(Map<?, ?> rule, String field) {
        return rule.get(field) instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }

    private static List<Map<?, ?>> list(Object value) {
        return value instanceof List<?> all
                ? all.stream().<Map<?, ?>>map(item -> (Map<?, ?>) item).toList() : List.of();
    }

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private String some(List<String> texts) {
        return random.nextBoolean() ? any(texts) : any(texts) + "," + any(texts);
    }
}
