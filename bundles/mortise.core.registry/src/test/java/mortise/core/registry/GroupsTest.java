package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheWatch;
import mortise.group.apps.AppsGroup;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import org.junit.jupiter.api.Test;

final class GroupsTest {

    @Test
    void aGroupThatGoesAnswers404AndItsObjectsAreThereWhenItReturns() throws Exception {
        try (TestServer server = new TestServer()) {
            server.create("deployments", "default",
                    "{'metadata':{'name':'d'},'spec':{" + TestServer.DEPLOYMENT + "}}");
            RegistrySnapshot before = server.groups.snapshot();
            ServedResource held = before.find("apps", "v1", "deployments").orElseThrow();
            var ended = new CountDownLatch(1);
            CacheWatch watch = held.verbs().watch(
                    new WatchRequest("default", "", ListOptions.ALL, Optional.empty()), ended::countDown);
            server.groups.remove("apps");

            assertThat(server.groups.snapshot().hasGroup("apps")).isFalse();
            assertThat(server.groups.snapshot().generation()).isGreaterThan(before.generation());
            ApiException gone = catchThrowableOfType(ApiException.class,
                    () -> held.verbs().get(new GetRequest("default", "d", "")));
            assertThat(gone.status().code()).isEqualTo(404);
            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            while (watch.poll().isPresent()) {
                assertThat(watch).isNotNull();
            }
            assertThat(watch.ended().map(ApiStatus::code)).hasValue(404);
            watch.close();

            server.groups.add("apps again", new AppsGroup(), "mortise.group.apps");
            assertThat(server.get("deployments", "default", "d").metadata().name()).isEqualTo("d");
            assertThat(server.resource("deployments").bundle()).isEqualTo("mortise.group.apps");
        }
    }

    @Test
    void groupsAndVersionsAreShownInTheirOrder() {
        try (TestServer server = new TestServer("coordination.k8s.io/v1alpha2,coordination.k8s.io/v1beta1=true",
                RandomGenerator.getDefault())) {
            List<ServedGroup> groups = server.groups.snapshot().groups();
            assertThat(groups).extracting(ServedGroup::name).containsExactly("", "apps", "coordination.k8s.io");
            assertThat(groups.get(2).versions()).extracting(ServedVersion::name)
                    .containsExactly("v1", "v1beta1", "v1alpha2");
        }
    }

    @Test
    void runtimeConfigSwitchesVersionsAndResources() {
        try (TestServer server = new TestServer("apps/v1/daemonsets=false,coordination.k8s.io/v1=false",
                RandomGenerator.getDefault())) {
            RegistrySnapshot snapshot = server.groups.snapshot();
            assertThat(snapshot.find("apps", "v1", "daemonsets")).isEmpty();
            assertThat(snapshot.find("apps", "v1", "deployments")).isPresent();
            assertThat(snapshot.hasGroup("coordination.k8s.io")).isFalse();
            assertThat(server.groups.installed("coordination.k8s.io/v1")).isTrue();
            assertThat(server.groups.installed("v1")).isTrue();
            assertThat(RuntimeConfig.parse("foo/v1,apps/v1").unknown(server.groups::installed))
                    .containsExactly("foo/v1");
        }
    }

    @Test
    void theMostSpecificKeyOfRuntimeConfigWins() {
        RuntimeConfig config = RuntimeConfig.parse("api/all=false,api/ga=true,apps/v1=false,apps/v1/deployments=true");
        assertThat(config.served("apps", "v1", "deployments", true)).isTrue();
        assertThat(config.served("apps", "v1", "replicasets", true)).isFalse();
        assertThat(config.served("", "v1", "pods", true)).isTrue();
        assertThat(config.served("x.io", "v1beta1", "things", true)).isFalse();
        assertThat(RuntimeConfig.parse("api/v1/pods=false").served("", "v1", "pods", true)).isFalse();
        assertThat(RuntimeConfig.parse("v1=false").served("", "v1", "pods", true)).isFalse();
        for (String bad : List.of("nonsense", "api/gamma", "a/b/c/d", "apps/v1=maybe", "=true")) {
            assertThatThrownBy(() -> RuntimeConfig.parse(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void featureGatesAreKnownAndSomeAreLocked() {
        assertThat(Gates.parse("").enabled("WatchList")).isTrue();
        assertThat(Gates.parse("AllBeta=false").enabled("WatchList")).isFalse();
        assertThat(Gates.parse("AllBeta=false,WatchList=true").enabled("WatchList")).isTrue();
        assertThat(Gates.parse("AllAlpha=true").enabled("CBORServingAndStorage")).isTrue();
        assertThatThrownBy(() -> Gates.parse("Nope=true")).hasMessage("unrecognized feature gate: Nope");
        assertThatThrownBy(() -> Gates.parse("AuthorizeWithSelectors=false")).hasMessageContaining("locked to true");
        assertThatThrownBy(() -> Gates.parse("StructuredAuthenticationConfiguration=false")).hasMessage(
                "cannot set feature gate StructuredAuthenticationConfiguration to false, feature is locked to true");
        assertThatThrownBy(() -> Gates.parse("WatchList")).hasMessageContaining("missing bool value");
    }

    @Test
    void admissionChangesRefusesAndWarns() {
        try (TestServer server = new TestServer()) {
            MutatingAdmission labels = request -> {
                request.object().ifPresent(object -> object.metadata().setLabel("seen", "yes"));
                return new AdmissionDecision.Admitted(List.of("mind the gap"));
            };
            server.mutating.add(new AdmissionChain.Plugin<>(labels, "b"));
            WriteResult result = server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
            assertThat(result.entry().labels()).containsEntry("seen", "yes");
            assertThat(result.warnings()).containsExactly("mind the gap");
            ValidatingAdmission never = request -> new AdmissionDecision.Refused(
                    ApiStatus.of(ErrorReason.FORBIDDEN, "never"));
            server.validating.add(new AdmissionChain.Plugin<>(never, "b"));
            assertThatThrownBy(() -> server.delete("configmaps", "default", "a")).hasMessage("never");
        }
    }

    @Test
    void aBrokenAdmissionPluginIsBlamedByTheNameOfItsBundle() {
        try (TestServer server = new TestServer()) {
            MutatingAdmission broken = request -> {
                throw new IllegalStateException("oops");
            };
            server.mutating.add(new AdmissionChain.Plugin<>(broken, "bundle.of.doom"));
            ApiException failed = catchThrowableOfType(ApiException.class,
                    () -> server.create("configmaps", "default", "{'metadata':{'name':'a'}}"));
            assertThat(failed.status().code()).isEqualTo(500);
            assertThat(failed).hasMessageContaining("bundle.of.doom");
        }
    }

    @Test
    void aHangingAdmissionPluginCostsItsRequestATimeoutAndNothingElse() {
        try (TestServer server = new TestServer()) {
            MutatingAdmission hanging = request -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                return AdmissionDecision.ADMITTED;
            };
            server.mutating.add(new AdmissionChain.Plugin<>(hanging, "bundle.that.hangs"));
            ApiException failed = catchThrowableOfType(ApiException.class,
                    () -> server.create("configmaps", "default", "{'metadata':{'name':'a'}}"));
            assertThat(failed.status().code()).isEqualTo(504);
            assertThat(failed).hasMessageContaining("bundle.that.hangs");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            server.mutating.clear();
            assertThat(server.create("configmaps", "default", "{'metadata':{'name':'a'}}").created()).isTrue();
        }
    }
}
