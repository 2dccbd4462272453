package mortise.controller.rolebootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.authorization.Coverage;
import mortise.spi.authorization.RoleIndex;
import mortise.spi.authorization.RoleRules;
import mortise.spi.authorization.Rules;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoleBootstrapHookTest {

    static final GroupVersion V1 = new GroupVersion("rbac.authorization.k8s.io", "v1");
    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    static final List<String> RESOURCES = List.of("clusterroles", "clusterrolebindings", "roles", "rolebindings");

    private static final String KEPT = "rbac.authorization.kubernetes.io/autoupdate";

    private final FakeObjectAccess objects = access();
    private final RoleBootstrapHook hook = new RoleBootstrapHook(NAMES, objects);

    static FakeObjectAccess access() {
        return new FakeObjectAccess().serve(V1, "clusterroles", "ClusterRole", false)
                .serve(V1, "clusterrolebindings", "ClusterRoleBinding", false)
                .serve(V1, "roles", "Role", true).serve(V1, "rolebindings", "RoleBinding", true);
    }

    private ApiObject get(String resource, String name) {
        return objects.others().get(V1, resource, "", name).orElseThrow();
    }

    private void change(String resource, String name, Consumer<ApiObject> change) {
        ApiObject object = get(resource, name);
        change.accept(object);
        objects.others().update(V1, resource, object);
    }

    @Test
    void thereAreAsManyAsInEveryCluster() throws Exception {
        hook.run();
        assertThat(RESOURCES.stream().map(resource -> objects.others().list(V1, resource, "").size()))
                .containsExactly(71, 52, 7, 7);
        assertThat(objects.others().list(V1, "clusterroles", "")).allSatisfy(role -> {
            assertThat(role.metadata().labels()).containsEntry("kubernetes.io/bootstrapping", "rbac-defaults");
            assertThat(role.metadata().annotations()).containsEntry(KEPT, "true");
        });
    }

    @Test
    void everyBindingHasARoleAndEveryRuleSaysSomething() {
        Set<String> roles = new HashSet<>();
        List<ApiObject> all = RoleFile.read(new RoleNames(NAMES));
        all.forEach(object -> roles.add(object.toString()));
        assertThat(roles).as("no object twice").hasSameSizeAs(all);
        for (ApiObject object : all) {
            if (object.kind().endsWith("Binding")) {
                assertThat(roles).contains(object.textAt("roleRef", "kind") + " " + object.metadata().namespace() + "/"
                        + object.textAt("roleRef", "name"));
            } else {
                Rules rules = RoleRules.of(object);
                assertThat(rules.resourceRules().size() + rules.pathRules().size()).as("%s", object)
                        .isEqualTo(object.at("rules") instanceof List<?> trees ? trees.size() : 0);
                assertThat(object.at("rules") == null).as("%s", object)
                        .isEqualTo(object.at("aggregationRule") != null);
            }
        }
    }

    @Test
    void groupsAndLabelsFollowTheDomainsOfTheServer() {
        List<ApiObject> all = RoleFile.read(new RoleNames(ServerNames.of("api.example.com", "example.com")));
        assertThat(all).allSatisfy(object -> {
            assertThat(object.apiVersion()).isEqualTo("rbac.authorization.api.example.com/v1");
            assertThat(object.metadata().labels()).containsEntry("example.com/bootstrapping", "rbac-defaults");
            assertThat(String.valueOf(object.at("rules"))).as("%s", object).doesNotContain("authentication.k8s.io");
            assertThat(String.valueOf(object.at("aggregationRule"))).doesNotContain("k8s.io");
        });
    }

    @Test
    void whatIsMissingComesBackAndWhatIsMoreStays() throws Exception {
        hook.run();
        change("clusterroles", "system:discovery", role -> {
            role.metadata().setLabel("mine", "yes");
            role.metadata().setLabel("kubernetes.io/bootstrapping", "changed");
            role.tree().put("rules", new ArrayList<@Nullable Object>(List.of(
                    Map.of("verbs", List.of("get"), "nonResourceURLs", List.of("/api*", "/own")))));
        });
        change("clusterrolebindings", "system:public-info-viewer", binding -> binding.tree().put("subjects",
                new ArrayList<@Nullable Object>(List.of(Map.of("kind", "User", "name", "x")))));
        change("clusterroles", "admin", role -> {
            role.tree().remove("aggregationRule");
            role.tree().put("rules", new ArrayList<@Nullable Object>(List.of(Map.of("verbs", List.of("get"),
                    "apiGroups", List.of(""), "resources", List.of("pods")))));
        });
        hook.run();
        ApiObject role = get("clusterroles", "system:discovery");
        assertThat(role.metadata().labels()).containsEntry("mine", "yes")
                .containsEntry("kubernetes.io/bootstrapping", "changed");
        Rules rules = RoleRules.of(role);
        assertThat(rules.pathRules()).contains(new Rules.Paths(List.of("get"), List.of("/api*", "/own")))
                .contains(new Rules.Paths(List.of("get"), List.of("/version")))
                .doesNotContain(new Rules.Paths(List.of("get"), List.of("/api")));
        assertThat((List<?>) get("clusterrolebindings", "system:public-info-viewer").at("subjects")).hasSize(3);
        ApiObject admin = get("clusterroles", "admin");
        assertThat(admin.at("aggregationRule", "clusterRoleSelectors")).asInstanceOf(
                org.assertj.core.api.InstanceOfAssertFactories.LIST).hasSize(1);
        assertThat((List<?>) admin.at("rules")).as("collected by another").hasSize(1);
    }

    @Test
    void whatIsSomebodysOwnIsLeftAlone() throws Exception {
        hook.run();
        change("clusterroles", "system:discovery", role -> {
            role.metadata().setAnnotation(KEPT, "false");
            role.tree().remove("rules");
        });
        hook.run();
        assertThat(get("clusterroles", "system:discovery").at("rules")).isNull();
    }

    @Test
    void aBindingToAnotherRoleIsMadeAnew() throws Exception {
        hook.run();
        change("clusterrolebindings", "system:basic-user", binding ->
                binding.structAt("roleRef").put("name", "cluster-admin"));
        hook.run();
        assertThat(get("clusterrolebindings", "system:basic-user").textAt("roleRef", "name"))
                .isEqualTo("system:basic-user");
    }

    @Test
    void anotherServerMayBeFasterAndAnyOtherFailureIsForTheCore() throws Exception {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.CREATE && call.name().equals("cluster-admin")) {
                call.object().ifPresent(object -> objects.others().create(V1, call.resource(), object));
            }
        });
        hook.run();
        objects.beforeEachCall(call -> {
            throw ApiException.badRequest("no");
        });
        assertThatThrownBy(hook::run).isInstanceOf(ApiException.class);
    }

    @Test
    void itReturnsWhenWhatIsThereCounts() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        var countsFromNowOn = new CountDownLatch(1);
        hook.addIndex((object, limit) -> {
            assertThat(limit).isPositive();
            boolean counts = countsFromNowOn.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(object.metadata().resourceVersion()).isNotEmpty();
            seen.add(object.toString());
            return counts;
        });
        FutureTask<Boolean> run = new FutureTask<>(() -> {
            hook.run();
            return true;
        });
        var thread = new Thread(run, "hook-under-test");
        thread.start();
        assertThat(objects.await(() -> objects.others().list(V1, "rolebindings", "").size() == 7,
                Duration.ofSeconds(10))).isTrue();
        assertThatThrownBy(() -> run.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        countsFromNowOn.countDown();
        assertThat(run.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(71 + 52 + 7 + 7);
    }

    @Test
    void whatDoesNotCountInTimeIsForTheCoreToTryAgain() throws Exception {
        RoleIndex never = (object, limit) -> false;
        hook.addIndex(never);
        assertThatThrownBy(hook::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("does not count");
        hook.removeIndex(never);
        hook.run();
    }

    @Test
    void nobodyButTheAdministratorHasEverything() {
        for (ApiObject role : RoleFile.read(new RoleNames(NAMES))) {
            var secrets = new Rules(List.of(new Rules.Resources(List.of("delete"), List.of(""), List.of("nodes"),
                    List.of())), List.of(), false, List.of());
            boolean all = role.at("rules") != null
                    && Coverage.missing(RoleRules.of(role), secrets).resourceRules().isEmpty();
            assertThat(all).as("%s deletes nodes", role).isEqualTo(Set.of("cluster-admin",
                    "system:controller:generic-garbage-collector", "system:controller:namespace-controller",
                    "system:controller:node-controller").contains(role.metadata().name())
                    && !role.kind().endsWith("Binding"));
        }
    }
}
