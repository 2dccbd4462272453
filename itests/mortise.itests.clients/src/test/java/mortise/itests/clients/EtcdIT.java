package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server on etcd: kubectl, and what watches see when the server or etcd is killed and started again. */
class EtcdIT {

    private static final long PATIENCE_SECONDS = 60;

    private final List<String> expected = new ArrayList<>();
    private Etcd etcd;
    private Server server;
    private KubernetesClient client;
    /** Does not try again what fails. */
    private KubernetesClient prober;

    @BeforeEach
    void start() throws Exception {
        etcd = Etcd.launch("--quota-backend-bytes=16777216");
        var flags = new ArrayList<>(List.of(etcd.flags()));
        flags.add("--event-ttl=2s");
        server = Server.start("etcd", flags.toArray(String[]::new));
        client = Fabric8Objects.connect(server.kubeconfig());
        Config impatient = Config.fromKubeconfig(server.kubeconfig().toFile());
        impatient.setRequestRetryBackoffLimit(0);
        prober = Fabric8Objects.connect(impatient);
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
            prober.close();
        }
        if (server != null) {
            server.close();
        }
        if (etcd != null) {
            etcd.close();
        }
    }

    @Test
    void kubectlCreatesListsAndDeletes() throws Exception {
        Kubectl.require();
        var kubectl = new Kubectl(server.kubeconfig(), server.work());
        kubectl.ok("create", "configmap", "one", "--from-literal=a=b");
        assertThat(kubectl.ok("get", "configmaps")).contains("one ");
        server.killAndRestart();
        assertThat(kubectl.ok("get", "configmap", "one", "-o", "jsonpath={.data.a}")).isEqualTo("b");
        kubectl.ok("delete", "configmap", "one");
        assertThat(kubectl.ok("get", "configmaps", "--ignore-not-found")).doesNotContain("one ");
        var lease = client.leases().inNamespace("kube-system").withName("mortise-controllers");
        await(() -> lease.get() != null);
        // It must not have said that it is ready before it was.
        assertThat(server.log()).doesNotContain("No longer ready");
    }

    @Test
    void watchesLoseAndRepeatNothingOverKills() throws Exception {
        var seen = new CopyOnWriteArrayList<String>();
        String version = client.configMaps().inNamespace("default").list().getMetadata().getResourceVersion();
        var options = new ListOptionsBuilder().withResourceVersion(version).build();
        Watch watch = client.configMaps().inNamespace("default").watch(options, new Noted(seen));
        try {
            change(0);
            await(() -> seen.size() >= expected.size());
            etcd.kill();
            etcd.start();
            awaitReady();
            change(10);
            await(() -> seen.size() >= expected.size());
            server.killAndRestart();
            change(20);
            await(() -> seen.size() >= expected.size());
        } finally {
            watch.close();
        }
        assertThat(seen.subList(0, expected.size())).isEqualTo(expected);
    }

    @Test
    void readinessTellsOfAnOutage() throws Exception {
        etcd.kill();
        await(() -> !ready());
        await(() -> server.log().contains("does not answer"));
        assertThat(List.of(status("/livez/etcd"), status("/readyz/etcd"), status("/readyz/etcd-readiness"),
                status("/readyz"))).containsOnly(500);
        await(() -> status("/api/v1/namespaces/default/configmaps") == 503);
        KubernetesClientException refusal = catchThrowableOfType(KubernetesClientException.class, () -> create("map"));
        assertThat(refusal.getStatus().getCode()).isEqualTo(503);
        assertThat(refusal.getStatus().getMessage()).isEqualTo("the store does not answer");
        etcd.start();
        awaitReady();
        assertThat(server.log().lines().filter(line -> line.contains(" WARN ") || line.contains(" ERROR ")).count())
                .as("lines about one outage:\n" + server.log()).isLessThan(15);
    }

    @Test
    void eventsEndAndAFullDatabaseIsToldToClients() {
        eventsGoWhenTheirTimeIsOver();
        aFullDatabaseIsToldToClients();
    }

    /** etcd deletes events by itself; whoever follows them is told. */
    private void eventsGoWhenTheirTimeIsOver() {
        var seen = new CopyOnWriteArrayList<String>();
        var events = client.v1().events().inNamespace("default");
        Watch watch = events.watch(new Actions(seen));
        try {
            events.resource(new EventBuilder().withNewMetadata().withName("short").endMetadata()
                    .withNewInvolvedObject().withKind("Pod").withName("p").withNamespace("default")
                    .endInvolvedObject().withReason("Tried").withMessage("it").build()).create();
            assertThat(events.withName("short").get()).isNotNull();
            await(() -> seen.contains("DELETED short"));
        } finally {
            watch.close();
        }
        assertThat(seen).containsSubsequence("ADDED short", "DELETED short");
        assertThat(events.withName("short").get()).isNull();
    }

    /** Writes end with what etcd says; reads go on. */
    private void aFullDatabaseIsToldToClients() {
        create("before");
        String filling = "x".repeat(1_000_000);
        KubernetesClientException full = null;
        for (int i = 0; i < 64 && full == null; i++) {
            ConfigMap large = new ConfigMapBuilder().withNewMetadata().withName("large-" + i).endMetadata()
                    .addToData("a", filling).build();
            full = catchThrowableOfType(KubernetesClientException.class,
                    () -> prober.configMaps().inNamespace("default").resource(large).create());
        }
        assertThat(full).isNotNull();
        assertThat(full.getStatus().getCode()).isEqualTo(500);
        assertThat(full.getStatus().getMessage()).contains("etcdserver: mvcc: database space exceeded");
        assertThat(prober.configMaps().inNamespace("default").withName("before").get()).isNotNull();
    }

    private ConfigMap create(String name) {
        return prober.configMaps().inNamespace("default").resource(new ConfigMapBuilder().withNewMetadata()
                .withName(name).endMetadata().build()).create();
    }

    private int status(String path) {
        try {
            prober.raw(path);
            return 200;
        } catch (KubernetesClientException refused) {
            return refused.getCode();
        }
    }

    private void awaitReady() {
        await(this::ready);
    }

    private boolean ready() {
        return "ok".equals(raw("/readyz/etcd")) && "ok".equals(raw("/readyz"));
    }

    private String raw(String path) {
        try {
            return prober.raw(path);
        } catch (RuntimeException refused) {
            return refused.toString();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void change(int from) {
        for (int i = from; i < from + 10; i++) {
            var maps = client.configMaps().inNamespace("default");
            ConfigMap made = maps.resource(new ConfigMapBuilder().withNewMetadata().withName("map-" + i)
                    .endMetadata().build()).create();
            expected.add("ADDED map-" + i + " " + made.getMetadata().getResourceVersion());
            ConfigMap changed = maps.withName("map-" + i).edit(map ->
                    new ConfigMapBuilder(map).addToData("changed", "yes").build());
            expected.add("MODIFIED map-" + i + " " + changed.getMetadata().getResourceVersion());
        }
    }

    private record Actions(List<String> seen) implements Watcher<Event> {

        @Override
        public void eventReceived(Action action, Event event) {
            seen.add(action + " " + event.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException why) {
            seen.add("closed: " + why);
        }
    }

    private record Noted(List<String> seen) implements Watcher<ConfigMap> {

        @Override
        public void eventReceived(Action action, ConfigMap map) {
            if (map.getMetadata().getName().startsWith("map-")) {
                seen.add(action + " " + map.getMetadata().getName() + " " + map.getMetadata().getResourceVersion());
            }
        }

        @Override
        public void onClose(WatcherException why) {
            seen.add("closed: " + why);
        }
    }
}
