package mortise.authz.rbac;

import static mortise.authz.rbac.RbacObjects.V1;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.ServerNames;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Roles and bindings that somebody wrote to do harm, or that change while they are asked for. */
class HostilePolicyTest {

    private static final UserInfo PAT = UserInfo.of("pat");
    private static final AuthorizationRequest QUESTION =
            AuthorizationRequests.resource(PAT, "get", "", "pods", "ns", "x");

    private static boolean allows(Policy policy) {
        return policy.decide(QUESTION) instanceof Decision.Allow;
    }

    @Test
    void aRoleOfAMegabyteIsAskedInReasonableTime() {
        var rules = new ArrayList<Object>();
        for (int i = 0; i < 15_000; i++) {
            rules.add(RbacObjects.rule("get", "group" + i, "resource" + i, ""));
        }
        Policy without = RbacObjects.policy(RbacObjects.role("", "huge", rules.toArray()),
                RbacObjects.binding("", "b", "ClusterRole", "huge", "User/pat"));
        rules.add(RbacObjects.rule("get", "", "pods", ""));
        Policy with = RbacObjects.policy(RbacObjects.role("", "huge", rules.toArray()),
                RbacObjects.binding("", "b", "ClusterRole", "huge", "User/pat"));
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long begin = System.nanoTime();
            assertThat(allows(without)).isFalse();
            assertThat(allows(with)).isTrue();
            fastest = Math.min(fastest, System.nanoTime() - begin);
        }
        assertThat(fastest).as("nanoseconds for two decisions").isLessThan(50_000_000);
    }

    @Test
    void thousandsOfBindingsToMissingRolesAllowNothingAndSaySoBriefly() {
        var builder = new PolicyBuilder(V1.group());
        for (int i = 0; i < 5_000; i++) {
            builder.putBinding(RbacObjects.binding("ns", "b" + i, "Role", "missing" + i, "User/pat"));
        }
        Decision decision = builder.build().decide(QUESTION);
        assertThat(decision).isInstanceOfSatisfying(Decision.NoOpinion.class,
                none -> assertThat(none.reason().split("not found", -1)).hasSize(21));
    }

    @Test
    void aBindingOfANamespaceNeverUsesARoleOfAnother() {
        Policy policy = RbacObjects.policy(RbacObjects.role("other", "r", RbacObjects.rule("*", "*", "*", "")),
                RbacObjects.binding("ns", "b", "Role", "r", "User/pat"),
                RbacObjects.binding("", "c", "Role", "r", "User/pat"));
        assertThat(allows(policy)).isFalse();
    }

    @Test
    void nonsenseIsNobodyAndNothing() {
        for (Object rules : Arrays.asList(null, "*", 1L, List.of("*"), List.of(Map.of("verbs", "*", "apiGroups", "*",
                "resources", "*")), List.of(Map.of("verbs", List.of(), "apiGroups", List.of("*"), "resources",
                        List.of("*"))))) {
            ApiObject role = RbacObjects.role("", "r");
            role.tree().put("rules", rules);
            assertThat(allows(RbacObjects.policy(role, RbacObjects.binding("", "b", "ClusterRole", "r", "User/pat"))))
                    .as("%s", rules).isFalse();
        }
        ApiObject all = RbacObjects.role("", "r", RbacObjects.rule("*", "*", "*", ""));
        for (Object subjects : Arrays.asList(null, "pat", List.of("pat"),
                List.of(Map.of("kind", "user", "name", "pat")),
                List.of(Map.of("kind", "User")), List.of(Map.of("name", "pat")))) {
            ApiObject binding = RbacObjects.binding("", "b", "ClusterRole", "r");
            binding.tree().put("subjects", subjects);
            assertThat(allows(RbacObjects.policy(all, binding))).as("%s", subjects).isFalse();
        }
        ApiObject nowhere = RbacObjects.binding("", "b", "ClusterRole", "r", "User/pat");
        nowhere.tree().put("roleRef", new LinkedHashMap<String, @Nullable Object>());
        assertThat(allows(RbacObjects.policy(all, nowhere))).isFalse();
    }

    @Test
    void whatWasTakenAwayIsNotAllowedAnyMoreWhileOthersAsk() throws Exception {
        FakeObjectAccess objects = RbacObjects.access();
        var authorizer = new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), objects);
        var threads = Executors.newCachedThreadPool();
        var over = new AtomicBoolean();
        try {
            objects.others().create(V1, "clusterroles",
                    RbacObjects.role("", "r", RbacObjects.rule("get", "", "pods", "")));
            objects.others().create(V1, "rolebindings", RbacObjects.binding("ns", "bob", "ClusterRole", "r",
                    "User/bob"));
            RbacAuthorizerTest.await(() -> decides(authorizer, "bob"));
            var askers = new ArrayList<Future<Boolean>>();
            for (int i = 0; i < 4; i++) {
                askers.add(threads.submit(() -> {
                    boolean always = true;
                    while (!over.get()) {
                        always &= decides(authorizer, "bob") && !decides(authorizer, "eve");
                        decides(authorizer, "pat");
                    }
                    return always;
                }));
            }
            for (int i = 0; i < 50; i++) {
                objects.others().create(V1, "rolebindings",
                        RbacObjects.binding("ns", "pat", "ClusterRole", "r", "User/pat"));
                RbacAuthorizerTest.await(() -> decides(authorizer, "pat"));
                objects.others().delete(V1, "rolebindings", "ns", "pat");
                RbacAuthorizerTest.await(() -> !decides(authorizer, "pat"));
                assertThat(decides(authorizer, "pat")).as("round %d", i).isFalse();
            }
            over.set(true);
            for (Future<Boolean> asker : askers) {
                assertThat(asker.get(10, TimeUnit.SECONDS)).as("bob always, eve never").isTrue();
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
            authorizer.deactivate();
        }
    }

    private static boolean decides(RbacAuthorizer authorizer, String user) {
        return authorizer.authorize(AuthorizationRequests.resource(UserInfo.of(user), "get", "", "pods", "ns", "x"))
                instanceof Decision.Allow;
    }

    @Test
    void theIndexOfTenThousandBindingsIsSmall() {
        long before = usedBytes();
        var builder = new PolicyBuilder(V1.group());
        builder.putRole(RbacObjects.role("", "r", RbacObjects.rule("get,list,watch", "", "pods,services", "")));
        for (int i = 0; i < 10_000; i++) {
            builder.putBinding(RbacObjects.binding(i % 2 == 0 ? "" : "ns" + i % 100, "b" + i, "ClusterRole", "r",
                    "User/user" + i, "Group/group" + i % 1000));
        }
        Policy policy = builder.build();
        long bytes = usedBytes() - before;
        assertThat(allows(policy)).isFalse();
        assertThat(bytes).as("bytes of 10 000 bindings with two subjects each").isLessThan(24 << 20);
        builder.removeRole(RbacObjects.role("", "r"));
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
