package mortise.itests.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.GroupVersion;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.authz.rbac.RbacAuthorizer;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Decisions of RBAC, half of the bindings in the whole cluster and half in 100 namespaces. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RbacBench {

    private static final GroupVersion V1 = new GroupVersion("rbac.authorization.k8s.io", "v1");
    private static final int ROLES = 50;
    private static final int RULES = 10;

    /** How many bindings there are, each with a user and a group. */
    @Param({"10", "1000", "10000"})
    public int bindings;

    private @Nullable RbacAuthorizer authorizer;
    private AuthorizationRequest allowed = request("user0", "ns0", "resource3");
    private final AuthorizationRequest refused = request("nobody", "ns0", "resource3");

    private static AuthorizationRequest request(String user, String namespace, String resource) {
        UserInfo who = UserInfo.of(user, "group1", "system:authenticated");
        return new AuthorizationRequest(who, "get", "/x", true, "", "v1", resource, "", namespace, "x",
                LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    /** Writes roles and bindings and waits until they count. */
    @Setup
    public void fill() {
        var objects = new FakeObjectAccess().serve(V1, "clusterroles", "ClusterRole", false)
                .serve(V1, "roles", "Role", true).serve(V1, "clusterrolebindings", "ClusterRoleBinding", false)
                .serve(V1, "rolebindings", "RoleBinding", true);
        for (int i = 0; i < ROLES; i++) {
            objects.others().create(V1, "clusterroles", role("role" + i));
        }
        for (int i = 0; i < bindings; i++) {
            boolean everywhere = i % 2 == 0;
            objects.others().create(V1, everywhere ? "clusterrolebindings" : "rolebindings",
                    binding(i, everywhere ? "" : "ns" + i % 100));
        }
        var made = new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), objects);
        int last = bindings - 1 - (bindings - 1) % 2;
        allowed = request("user" + last, "ns0", "resource3");
        while (!(made.authorize(allowed) instanceof Decision.Allow)) {
            Thread.onSpinWait();
        }
        authorizer = made;
    }

    private static ApiObject role(String name) {
        ApiObject role = ApiObject.ofKind(V1.kind("ClusterRole"));
        role.metadata().setName(name);
        var rules = new ArrayList<@Nullable Object>();
        for (int i = 0; i < RULES; i++) {
            rules.add(new LinkedHashMap<String, @Nullable Object>(Map.of("verbs", List.of("get", "list", "watch"),
                    "apiGroups", List.of(""), "resources", List.of("resource" + i))));
        }
        role.tree().put("rules", rules);
        return role;
    }

    private static ApiObject binding(int number, String namespace) {
        ApiObject binding = ApiObject.ofKind(V1.kind(namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding"));
        binding.metadata().setName("binding" + number);
        if (!namespace.isEmpty()) {
            binding.metadata().setNamespace(namespace);
        }
        binding.structAt("roleRef").put("kind", "ClusterRole");
        binding.structAt("roleRef").put("name", "role" + number % ROLES);
        binding.tree().put("subjects", new ArrayList<@Nullable Object>(List.of(
                Map.of("kind", "User", "name", "user" + number),
                Map.of("kind", "Group", "name", "team" + number % 1000))));
        return binding;
    }

    /** Asks for somebody who has one of the bindings. */
    @Benchmark
    public Object allow() {
        return authorizer == null ? allowed : authorizer.authorize(allowed);
    }

    /** Asks for somebody who has none. */
    @Benchmark
    public Object refuse() {
        return authorizer == null ? refused : authorizer.authorize(refused);
    }
}
