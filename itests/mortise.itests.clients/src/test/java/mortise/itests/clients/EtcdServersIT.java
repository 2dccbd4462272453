package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three servers on one etcd, of which one writes protobuf, while one of them is killed. */
class EtcdServersIT {

    private static final int SERVICES_EACH = 30;
    private static final long PATIENCE_SECONDS = 60;

    private final List<Server> servers = new ArrayList<>();
    private final List<KubernetesClient> clients = new ArrayList<>();
    private Etcd etcd;
    /** Number of the server that is killed, before it is. */
    private volatile int dead = -1;

    @BeforeEach
    void start() throws Exception {
        etcd = Etcd.launch();
        for (int i = 0; i < 3; i++) {
            var flags = new ArrayList<>(List.of(etcd.flags()));
            flags.add("--storage-media-type=" + (i == 0 ? "application/vnd.kubernetes.protobuf" : "application/json"));
            servers.add(Server.start("shared" + i, flags.toArray(String[]::new)));
            clients.add(Fabric8Objects.connect(servers.get(i).kubeconfig()));
        }
    }

    @AfterEach
    void stop() {
        clients.forEach(KubernetesClient::close);
        servers.forEach(Server::close);
        if (etcd != null) {
            etcd.close();
        }
    }

    @Test
    void oneServerGoesOnWhereAnotherWas() {
        String version = clients.get(0).configMaps().inNamespace("default").list().getMetadata().getResourceVersion();
        for (int i = 0; i < 30; i++) {
            clients.get(i % 3).configMaps().inNamespace("default").resource(new ConfigMapBuilder().withNewMetadata()
                    .withName("map-" + i).endMetadata().addToData("k", "v" + i).build()).create();
            assertThat(clients.get((i + 1) % 3).configMaps().inNamespace("default").withName("map-" + i).get()
                    .getData())
                    .containsEntry("k", "v" + i);
            if (i < 9) {
                listOfAnotherHasItAtOnce(i);
            }
        }
        for (KubernetesClient client : clients) {
            var seen = new CopyOnWriteArrayList<String>();
            Watch watch = client.configMaps().inNamespace("default").watch(
                    new ListOptionsBuilder().withResourceVersion(version).build(), new Names<>(seen));
            await(() -> seen.size() >= 30);
            watch.close();
            assertThat(seen.stream().distinct().filter(name -> name.startsWith("map-"))).hasSize(30);
        }
    }

    /** What one server has acknowledged is in the list that another one makes right afterwards. */
    private void listOfAnotherHasItAtOnce(int i) {
        KubernetesClient writer = clients.get(i % 3);
        KubernetesClient other = clients.get((i + 2) % 3);
        var labelled = new SecretBuilder().withNewMetadata().withName("listed").addToLabels("round", "r" + i)
                .endMetadata().build();
        String version = writer.secrets().inNamespace("default").resource(labelled).create()
                .getMetadata().getResourceVersion();
        var whole = other.secrets().inNamespace("default").list();
        assertThat(whole.getItems()).as("created, round %d", i).anyMatch(secret -> isListed(secret, "r" + i));
        assertThat(Long.parseLong(whole.getMetadata().getResourceVersion()))
                .isGreaterThanOrEqualTo(Long.parseLong(version));
        writer.secrets().inNamespace("default").withName("listed").edit(secret -> new SecretBuilder(secret)
                .editMetadata().addToLabels("round", "again").endMetadata().build());
        assertThat(other.secrets().inNamespace("default").withLabel("round", "again").list().getItems())
                .as("changed, round %d", i).hasSize(1);
        writer.secrets().inNamespace("default").withName("listed").delete();
        assertThat(other.secrets().inNamespace("default").list(
                new ListOptionsBuilder().withLimit(100L).build()).getItems())
                .as("deleted, round %d", i).noneMatch(secret -> isListed(secret, "again"));
    }

    private static boolean isListed(Secret secret, String round) {
        return secret.getMetadata().getName().equals("listed")
                && round.equals(secret.getMetadata().getLabels().get("round"));
    }

    @Test
    void servicesNeverShareAddressesOrPortsAndAKilledServerStopsNothing() throws Exception {
        List<Service> made = new CopyOnWriteArrayList<>();
        int leader = leader();
        String holder = holder(leader);
        var seen = new CopyOnWriteArrayList<Seen>();
        Watch watch = follow(clients.get(leader), clients.get(leader).services().inNamespace("default").list()
                .getMetadata().getResourceVersion(), seen);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            var work = new ArrayList<Callable<Void>>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                work.add(() -> {
                    createServices(number, made);
                    return null;
                });
            }
            List<Future<Void>> ends = new ArrayList<>();
            work.forEach(task -> ends.add(pool.submit(task)));
            await(() -> made.size() >= SERVICES_EACH && !seen.isEmpty());
            dead = leader;
            servers.get(leader).close();
            watch.close();
            for (Future<Void> end : ends) {
                end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        KubernetesClient alive = clients.get((dead + 1) % 3);
        List<Service> all = alive.services().inNamespace("default").list().getItems();
        assertThat(all.size()).isGreaterThanOrEqualTo(made.size());
        assertThat(all.stream().map(service -> service.getSpec().getClusterIP())).doesNotHaveDuplicates();
        assertThat(all.stream().flatMap(service -> service.getSpec().getPorts().stream())
                .map(port -> port.getNodePort())).doesNotHaveDuplicates();
        theWatchGoesOnElsewhere(alive, seen, all);
        await(() -> leaders().size() == 2);
        assertThat(leaders()).as("the one that was killed, and one more").contains(leader);
        assertThat(holder((leader + 1) % 3)).isNotEqualTo(holder);
        assertThat(alive.leases().inNamespace("kube-system")
                .withLabel("apiserver.kubernetes.io/identity", "kube-apiserver").list().getItems()).hasSize(3);
    }

    /** Where the watch of the dead server ended, one of another begins; together they saw each service come once. */
    private static void theWatchGoesOnElsewhere(KubernetesClient alive, List<Seen> seen, List<Service> all) {
        var names = all.stream().map(service -> service.getMetadata().getName())
                .filter(name -> name.startsWith("s-")).toList();
        Watch watch = follow(alive, seen.get(seen.size() - 1).version(), seen);
        await(() -> seen.size() >= names.size());
        watch.close();
        assertThat(seen).allMatch(event -> event.action() == Watcher.Action.ADDED);
        assertThat(seen).extracting(Seen::name).containsExactlyInAnyOrderElementsOf(names);
    }

    private static Watch follow(KubernetesClient client, String version, List<Seen> seen) {
        return client.services().inNamespace("default").watch(
                new ListOptionsBuilder().withResourceVersion(version).build(), new Following(seen));
    }

    private record Seen(Watcher.Action action, String name, String version) {
    }

    private record Following(List<Seen> seen) implements Watcher<Service> {

        @Override
        public void eventReceived(Action action, Service service) {
            if (action != Action.BOOKMARK) {
                seen.add(new Seen(action, service.getMetadata().getName(), service.getMetadata().getResourceVersion()));
            }
        }

        @Override
        public void onClose(WatcherException why) {
            // Its server is gone.
        }
    }

    /** Returns which servers have begun to run the controllers, as their logs say. */
    private List<Integer> leaders() {
        return List.of(0, 1, 2).stream()
                .filter(number -> servers.get(number).log().contains("this server runs the controllers")).toList();
    }

    private int leader() {
        await(() -> !leaders().isEmpty());
        assertThat(leaders()).as("one at a time").hasSize(1);
        return leaders().get(0);
    }

    /** Returns who leads, as a server sees it. */
    private String holder(int server) {
        return clients.get(server).leases().inNamespace("kube-system").withName("mortise-controllers").get().getSpec()
                .getHolderIdentity();
    }

    /** Until it has made its share, or its server is gone. */
    private void createServices(int number, List<Service> made) {
        for (int i = 0; i < SERVICES_EACH; i++) {
            try {
                made.add(clients.get(number).services().inNamespace("default").resource(new ServiceBuilder()
                        .withNewMetadata().withName("s-" + number + "-" + i).endMetadata()
                        .withNewSpec().withType("NodePort").addNewPort().withPort(80).endPort().endSpec()
                        .build()).create());
                readElsewhere(number, "s-" + number + "-" + i);
            } catch (RuntimeException gone) {
                assertThat(number).as("who may fail: %s", gone).isEqualTo(dead);
                return;
            }
        }
    }

    /** Who reads his writes through another server finds them. */
    private void readElsewhere(int number, String name) {
        for (int other = 0; other < 3; other++) {
            if (other != number && other != dead) {
                try {
                    assertThat(clients.get(other).services().inNamespace("default").withName(name).get()).isNotNull();
                } catch (KubernetesClientException gone) {
                    assertThat(other).as("who may fail: %s", gone).isEqualTo(dead);
                }
            }
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private record Names<T extends io.fabric8.kubernetes.api.model.HasMetadata>(List<String> seen)
            implements Watcher<T> {

        @Override
        public void eventReceived(Action action, T object) {
            seen.add(object.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException why) {
            seen.add("closed: " + why);
        }
    }
}
