package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerReady;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When controllers run, and as whom. */
final class ControllersTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Map<String, Object> PROPERTIES =
            Map.of(Controller.NAME, "probe-controller", Controller.ALIAS, "probe", Controller.ACCOUNT, "prober");
    private static final ServerReady READY = new ServerReady() { };

    private final TestServer server = new TestServer();
    private final Controllers controllers = controllers(false, "*");
    private final Probe probe = new Probe();

    private Controllers controllers(boolean shared, String... setting) {
        var chosen = new ChosenStore(server.store, shared, new StoragePrefixes());
        return new Controllers(config(setting), server.registry(), chosen,
                TestServer.NAMES);
    }

    private static ControllersConfig config(String... setting) {
        return new ControllersConfig() {
            @Override
            public String[] controllers() {
                return setting;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return ControllersConfig.class;
            }
        };
    }

    /** Tells when it begins and ends. */
    private static final class Probe implements Controller {

        private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
        private volatile ObjectAccess objects;

        @Override
        public void run(ObjectAccess access) throws InterruptedException {
            objects = access;
            told.add("began");
            try {
                new CountDownLatch(1).await();
            } finally {
                told.add("ended");
            }
        }

        String next() throws InterruptedException {
            return told.poll(10, TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void close() {
        controllers.deactivate();
        server.close();
    }

    @Test
    void aControllerRunsWhileTheServerIsReady() throws InterruptedException {
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.told).isEmpty();
        controllers.serverReady(READY);
        assertThat(probe.next()).isEqualTo("began");
        controllers.serverStops(READY);
        assertThat(probe.next()).isEqualTo("ended");
    }

    @Test
    void itRunsFromItsRegistrationOnAndEndsWithIt() throws InterruptedException {
        controllers.serverReady(READY);
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.next()).isEqualTo("began");
        controllers.removeController(probe);
        assertThat(probe.next()).isEqualTo("ended");
    }

    @Test
    void theSettingSwitchesItOffAndOnWhileTheServerRuns() throws InterruptedException {
        controllers.serverReady(READY);
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.next()).isEqualTo("began");
        controllers.modified(config("*", "-probe"));
        assertThat(probe.next()).isEqualTo("ended");
        controllers.modified(config("probe-controller"));
        assertThat(probe.next()).isEqualTo("began");
        controllers.modified(config("*"));
        assertThat(probe.told).as("what goes on is not disturbed").isEmpty();
    }

    @Test
    void whatWasStoppedCannotWriteAnyMore() throws InterruptedException {
        controllers.serverReady(READY);
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.next()).isEqualTo("began");
        ApiObject map = ApiObject.ofKind(V1.kind("ConfigMap"));
        map.metadata().setNamespace("default");
        map.metadata().setName("m");
        ApiObject created = probe.objects.create(V1, "configmaps", map);
        controllers.modified(config("-probe"));
        ObjectAccess late = probe.objects;
        assertThat(late.get(V1, "configmaps", "default", "m")).contains(created);
        for (ApiException refused : new ApiException[] {
            TestServer.refused(() -> late.create(V1, "configmaps", map)),
            TestServer.refused(() -> late.update(V1, "configmaps", created)),
            TestServer.refused(() -> late.patch(V1, "configmaps", "default", "m", Map.of())),
            TestServer.refused(() -> late.delete(V1, "configmaps", "default", "m"))}) {
            assertThat(refused.status().reason()).isEqualTo(ErrorReason.SERVICE_UNAVAILABLE);
        }
    }

    @Test
    void admissionSeesWhoItIs() throws InterruptedException {
        controllers.serverReady(READY);
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.next()).isEqualTo("began");
        var seen = new CopyOnWriteArrayList<UserInfo>();
        server.validating.add(new AdmissionChain.Plugin<>(request -> {
            seen.add(request.user());
            return new AdmissionDecision.Admitted(List.of());
        }, "test"));
        ApiObject map = ApiObject.ofKind(V1.kind("ConfigMap"));
        map.metadata().setNamespace("default");
        map.metadata().setName("m");
        probe.objects.create(V1, "configmaps", map);
        probe.objects.patch(V1, "configmaps", "default", "m", Map.of("data", Map.of("k", "v")));
        probe.objects.delete(V1, "configmaps", "default", "m");
        assertThat(seen).hasSize(3).extracting(UserInfo::name)
                .containsOnly("system:serviceaccount:kube-system:prober");
    }

    @Test
    void onASharedStoreItNeedsTheLease() throws InterruptedException {
        server.create("namespaces", "", "{'metadata':{'name':'kube-system'}}");
        Controllers second = controllers(true, "*");
        Controllers first = controllers(true, "*");
        first.addController(probe, PROPERTIES);
        first.serverReady(READY);
        assertThat(probe.next()).isEqualTo("began");
        GroupVersion leases = new GroupVersion("coordination.k8s.io", "v1");
        ObjectAccess objects = server.objects();
        assertThat(objects.get(leases, "leases", Leadership.NAMESPACE, Leadership.NAME).orElseThrow()
                .textAt("spec", "holderIdentity")).isNotEmpty();
        first.serverStops(READY);
        assertThat(probe.next()).isEqualTo("ended");
        assertThat(objects.get(leases, "leases", Leadership.NAMESPACE, Leadership.NAME).orElseThrow()
                .textAt("spec", "holderIdentity")).as("given back").isEmpty();
        second.addController(probe, PROPERTIES);
        second.serverReady(READY);
        assertThat(probe.next()).as("no need to wait").isEqualTo("began");
        second.deactivate();
        first.deactivate();
    }

    @Test
    void aStoreOfOneServerNeedsNoLease() throws InterruptedException {
        controllers.serverReady(READY);
        controllers.addController(probe, PROPERTIES);
        assertThat(probe.next()).isEqualTo("began");
        assertThat(TestServer.names(server.list("leases", "", ListOptions.ALL))).isEmpty();
    }
}
