package mortise.authz.rbac;

import static mortise.authz.rbac.RbacObjects.V1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.operations.ServerNames;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RbacAuthorizerTest {

    private static final UserInfo PAT = UserInfo.of("pat");
    private static final AuthorizationRequest QUESTION =
            AuthorizationRequests.resource(PAT, "get", "", "pods", "ns", "x");

    private final FakeObjectAccess objects = RbacObjects.access();
    private final RbacAuthorizer authorizer =
            new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), objects);

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it takes too long").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        authorizer.deactivate();
    }

    private boolean allows() {
        return authorizer.authorize(QUESTION) instanceof Decision.Allow;
    }

    @Test
    void everyChangeCountsAtOnce() {
        await(() -> authorizer.failure().isEmpty());
        assertThat(authorizer.authorize(QUESTION)).isEqualTo(new Decision.NoOpinion(""));
        objects.others().create(V1, "rolebindings", RbacObjects.binding("ns", "b", "Role", "r", "User/pat"));
        await(() -> authorizer.authorize(QUESTION).equals(
                new Decision.NoOpinion("RBAC: role.rbac.authorization.k8s.io \"r\" not found")));
        objects.others().create(V1, "roles", RbacObjects.role("ns", "r", RbacObjects.rule("get", "", "pods", "")));
        await(this::allows);
        objects.others().delete(V1, "roles", "ns", "r");
        await(() -> !allows());
        objects.others().create(V1, "roles", RbacObjects.role("ns", "r", RbacObjects.rule("get", "", "pods", "")));
        await(this::allows);
        objects.others().delete(V1, "rolebindings", "ns", "b");
        await(() -> !allows());
    }

    @Test
    void anObjectCountsWhenItHasCome() throws Exception {
        ApiObject role = objects.others().create(V1, "clusterroles",
                RbacObjects.role("", "r", RbacObjects.rule("get", "", "pods", "")));
        ApiObject binding = objects.others().create(V1, "clusterrolebindings",
                RbacObjects.binding("", "b", "ClusterRole", "r", "User/pat"));
        assertThat(authorizer.await(role, Duration.ofSeconds(10))).isTrue();
        assertThat(authorizer.await(binding, Duration.ofSeconds(10))).isTrue();
        assertThat(allows()).as("no waiting afterwards").isTrue();
        ApiObject another = objects.others().create(V1, "roles", RbacObjects.role("ns", "r"));
        assertThat(authorizer.await(another, Duration.ofSeconds(10))).isTrue();
        binding.metadata().setResourceVersion("1000000");
        assertThat(authorizer.await(binding, Duration.ofMillis(50))).as("nobody has written it").isFalse();
    }

    @Test
    void nothingCountsBeforeTheRolesAreLoaded() throws Exception {
        FakeObjectAccess slow = RbacObjects.access();
        var mayRead = new CountDownLatch(1);
        slow.beforeEachCall(call -> waitFor(mayRead));
        ApiObject role = slow.others().create(V1, "clusterroles", RbacObjects.role("", "r"));
        var late = new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), slow);
        try {
            assertThat(late.await(role, Duration.ofMillis(50))).isFalse();
            mayRead.countDown();
            assertThat(late.await(role, Duration.ofSeconds(10))).isTrue();
        } finally {
            late.deactivate();
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whenItHasToBeginAnewTheLastPolicyHolds() {
        objects.others().create(V1, "clusterroles", RbacObjects.role("", "r", RbacObjects.rule("get", "", "pods", "")));
        objects.others().create(V1, "clusterrolebindings",
                RbacObjects.binding("", "b", "ClusterRole", "r", "User/pat"));
        await(this::allows);
        objects.endFollowing(V1, "roles");
        objects.others().delete(V1, "clusterrolebindings", "", "b");
        await(() -> !allows());
        assertThat(authorizer.failure()).isEmpty();
    }

    @Test
    void withoutRolesNobodyIsAllowedAnything() throws Exception {
        var nothing = new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), new FakeObjectAccess());
        try {
            assertThat(nothing.failure()).isPresent();
            assertThat(nothing.authorize(QUESTION)).isInstanceOf(Decision.NoOpinion.class);
            Rules rules = nothing.rules(new RulesQuestion(PAT, "ns"));
            assertThat(rules.incomplete()).isTrue();
            assertThat(rules.errors()).isNotEmpty();
        } finally {
            nothing.deactivate();
        }
    }

    @Test
    void whenRolesAreNotServedAnyMoreNothingIsAllowed() {
        objects.others().create(V1, "clusterroles", RbacObjects.role("", "r", RbacObjects.rule("get", "", "pods", "")));
        objects.others().create(V1, "clusterrolebindings",
                RbacObjects.binding("", "b", "ClusterRole", "r", "User/pat"));
        await(this::allows);
        assertThat(authorizer.rules(new RulesQuestion(PAT, "")).resourceRules()).containsExactly(
                new Rules.Resources(List.of("get"), List.of(""), List.of("pods"), List.of()));
        objects.stopServing(V1, "clusterroles");
        await(() -> authorizer.failure().isPresent());
        assertThat(allows()).isFalse();
    }

    @Test
    void tenThousandBindingsDoNotSlowADecisionDown() {
        var builder = new PolicyBuilder(V1.group());
        builder.putRole(RbacObjects.role("", "r", RbacObjects.rule("get", "", "pods", "")));
        for (int i = 0; i < 10_000; i++) {
            builder.putBinding(RbacObjects.binding(i % 2 == 0 ? "" : "ns" + i % 100, "b" + i, "ClusterRole", "r",
                    "User/user" + i, "Group/group" + i % 1000));
        }
        Policy policy = builder.build();
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                assertThat(policy.decide(QUESTION) instanceof Decision.Allow).isFalse();
            }
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        assertThat(fastest / 1_000).as("nanoseconds for a decision").isLessThan(50_000);
    }
}
