package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock kubectl deletes owners; what they own goes, goes first, or stays. */
class GarbageCollectionIT {

    /** {@code -Dmortise.dependents=10000} measures more. */
    private static final int DEPENDENTS = Integer.getInteger("mortise.dependents", 1_000);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CLIENTS = 8;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with("--default-service-accounts=true").forKubectl();

    private static Server server;
    private static Kubectl kubectl;
    private static KubernetesClient client;

    @BeforeAll
    static void connect() throws Exception {
        server = SERVER.server();
        kubectl = SERVER.kubectl();
        client = SERVER.fabric8();
    }

    @ParameterizedTest
    @ValueSource(strings = {"background", "foreground"})
    void aDeploymentGoesWithWhatItOwns(String cascade) throws Exception {
        plant(cascade);
        kubectl.ok("delete", "deployment", cascade, "--cascade=" + cascade);
        soon("everything is gone", () -> left(cascade).isEmpty());
    }

    @Test
    void anOrphanedReplicaSetStaysWithItsPods() throws Exception {
        plant("orphan");
        kubectl.ok("delete", "deployment", "orphan", "--cascade=orphan");
        assertThat(left("orphan")).contains("replicaset.apps/orphan", "pod/orphan").doesNotContain("deployment");
        assertThat(kubectl.ok("get", "replicaset", "orphan", "-o", "jsonpath={.metadata.ownerReferences}")).isEmpty();
        kubectl.ok("delete", "replicaset", "orphan", "--cascade=background");
        soon("the pod is gone, too", () -> left("orphan").isEmpty());
    }

    @Test
    void whatWasBegunIsFinishedAfterTheServerWasKilled() throws Exception {
        plant("killed");
        finalizers("killed", "[\"example.org/x\"]");
        kubectl.ok("delete", "deployment", "killed", "--cascade=foreground", "--wait=false");
        server.killAndRestart();
        assertThat(left("killed")).contains("deployment.apps/killed", "pod/killed");
        finalizers("killed", "null");
        soon("everything is gone", () -> left("killed").isEmpty());
    }

    @Test
    void whatIsOfAnUnknownKindStaysAndWhatIsOfNobodyGoes() throws Exception {
        Path file = server.work().resolve("nothing.yaml");
        Files.writeString(file, """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: of-unknown-kind
                  ownerReferences: [{apiVersion: example.org/v1, kind: Unheard, name: of, uid: some}]
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: of-nobody
                  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: nobody, uid: some}]
                """);
        kubectl.ok("create", "-f", file.toString());
        soon("the one of nobody is gone", () -> configMaps().withName("of-nobody").get() == null);
        assertThat(configMaps().withName("of-unknown-kind").get()).isNotNull();
    }

    @Test
    void manyDependentsGoQuickly() throws Exception {
        ConfigMap owner = configMaps().resource(configMap("owner").build()).create();
        long residentBefore = residentMegabytes();
        long began = System.nanoTime();
        onEachClient(i -> configMaps().resource(dependent("dependent-" + i, owner)).create());
        String created = seconds(began);
        long resident = residentMegabytes();
        long deleted = System.nanoTime();
        configMaps().withName("owner").delete();
        soon("all are gone", () -> configMaps().withLabel("of", "owner").list().getItems().isEmpty());
        System.getLogger("mortise.itests").log(System.Logger.Level.INFO, DEPENDENTS + " dependents: created in "
                + created + ", gone " + seconds(deleted) + " after their owner; server " + residentBefore + " MB, then "
                + resident + " MB, then " + residentMegabytes() + " MB");
    }

    private static void finalizers(String pod, String finalizers) throws Exception {
        kubectl.ok("patch", "pod", pod, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":" + finalizers + "}}");
    }

    private static ConfigMapBuilder configMap(String name) {
        return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata();
    }

    private static ConfigMap dependent(String name, ConfigMap owner) {
        return configMap(name).editMetadata().addToLabels("of", "owner").addNewOwnerReference().withApiVersion("v1")
                .withKind("ConfigMap").withName("owner").withUid(owner.getMetadata().getUid()).endOwnerReference()
                .endMetadata().build();
    }

    private static NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> configMaps() {
        return client.configMaps().inNamespace("default");
    }

    private interface Creation {
        Object of(int number);
    }

    private static void onEachClient(Creation creation) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<Object>> all = IntStream.range(0, DEPENDENTS)
                    .<Callable<Object>>mapToObj(i -> () -> creation.of(i)).toList();
            for (var done : clients.invokeAll(all)) {
                done.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static String seconds(long sinceNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos) / 1000.0 + " s";
    }

    /** Returns the memory of the server's process; 0 where nobody tells. */
    private static long residentMegabytes() throws IOException {
        Path status = Path.of("/proc/" + server.pid() + "/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).sum();
    }

    /** Creates a deployment that owns a replica set that owns a pod, all of one name, as nobody else does here. */
    private static void plant(String name) throws Exception {
        String deployment = create(name, "apps/v1", "Deployment", "", "");
        String replicaSet = create(name, "apps/v1", "ReplicaSet", "Deployment", deployment);
        create(name, "v1", "Pod", "ReplicaSet", replicaSet);
    }

    private static String create(String name, String version, String kind, String ownerKind, String owner)
            throws Exception {
        String references = owner.isEmpty() ? "" : ", ownerReferences: [{apiVersion: apps/v1, kind: " + ownerKind
                + ", name: " + name + ", uid: " + owner + ", controller: true, blockOwnerDeletion: true}]";
        String pod = "containers: [{name: c, image: i}], terminationGracePeriodSeconds: 0";
        String spec = kind.equals("Pod") ? pod : "selector: {matchLabels: {app: " + name + "}}, template: {metadata: "
                + "{labels: {app: " + name + "}}, spec: {containers: [{name: c, image: i}]}}";
        Path file = server.work().resolve(name + "-" + kind + ".yaml");
        Files.writeString(file, "apiVersion: " + version + "\nkind: " + kind + "\nmetadata: {name: " + name
                + ", labels: {app: " + name + "}" + references + "}\nspec: {" + spec + "}\n");
        kubectl.ok("create", "-f", file.toString());
        return kubectl.ok("get", kind, name, "-o", "jsonpath={.metadata.uid}");
    }

    private static String left(String app) throws Exception {
        return kubectl.ok("get", "deployments,replicasets,pods", "-l", "app=" + app, "-o", "name").lines()
                .collect(Collectors.joining("\n"));
    }

    private static void soon(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
