package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The informers of both client libraries: a large list, then changes, over broken connections and a killed server. */
class InformersIT {

    private static final int PODS = 1000;

    private final Map<String, String> expected = new TreeMap<>();
    private final Tally tally = new Tally();
    private Server server;
    private CuttableProxy proxy;
    private KubernetesClient direct;

    @BeforeEach
    void start() throws Exception {
        server = Server.start("informers");
        proxy = new CuttableProxy(server.port());
        direct = Fabric8Objects.connect(server.kubeconfig());
        for (JsonNode object : Samples.surroundings()) {
            direct.resource(object.toString()).create();
        }
        IntStream.range(0, PODS).forEach(this::create);
    }

    @AfterEach
    void stop() throws Exception {
        if (direct != null) {
            direct.close();
        }
        if (proxy != null) {
            proxy.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void fabric8KeepsUp() throws Exception {
        Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
        config.setMasterUrl(proxy.address());
        try (KubernetesClient client = Fabric8Objects.connect(config);
                var informer = client.pods().inNamespace(Kind.NAMESPACE).inform(new Fabric8Handler(tally))) {
            follow();
            assertThat(informer.hasSynced()).isTrue();
        }
    }

    @Test
    void javaClientKeepsUp() throws Exception {
        ApiClient client = JavaClientObjects.connect(server.kubeconfig()).setBasePath(proxy.address());
        var factory = new SharedInformerFactory(client);
        var pods = new GenericKubernetesApi<>(V1Pod.class, V1PodList.class, "", "v1", "pods", client);
        var informer = factory.sharedIndexInformerFor(pods, V1Pod.class, 0, Kind.NAMESPACE);
        informer.addEventHandler(new JavaClientHandler(tally));
        factory.startAllRegisteredInformers();
        try {
            follow();
            assertThat(informer.hasSynced()).isTrue();
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }

    private void follow() throws Exception {
        tally.await(expected);
        change(0);
        tally.await(expected);
        proxy.cut();
        change(100);
        proxy.mend();
        tally.await(expected);
        assertThat(tally.added()).as("pods told as new").isEqualTo(PODS + 20);
        assertThat(tally.deleted()).as("pods told as deleted").isEqualTo(20);
        server.killAndRestart();
        change(200);
        tally.await(expected);
        assertThat(tally.deleted()).as("pods told as deleted").isEqualTo(30);
    }

    /** Creates ten pods, labels ten and deletes ten, from a number on. */
    private void change(int from) {
        for (int i = from; i < from + 10; i++) {
            create(PODS + i);
            Pod labelled = direct.pods().inNamespace(Kind.NAMESPACE).withName("pod-" + (i + 10))
                    .edit(pod -> new PodBuilder(pod).editMetadata().addToLabels("round", "next").endMetadata().build());
            expected.put(labelled.getMetadata().getName(), labelled.getMetadata().getResourceVersion());
            direct.pods().inNamespace(Kind.NAMESPACE).withName("pod-" + i).withGracePeriod(0).delete();
            expected.remove("pod-" + i);
        }
    }

    private void create(int number) {
        Pod pod = direct.pods().inNamespace(Kind.NAMESPACE).resource(new PodBuilder()
                .withNewMetadata().withName("pod-" + number).endMetadata()
                .withNewSpec().addNewContainer().withName("main").withImage("example.com/main:1").endContainer()
                .endSpec().build()).create();
        expected.put(pod.getMetadata().getName(), pod.getMetadata().getResourceVersion());
    }

    private record Fabric8Handler(Tally tally) implements ResourceEventHandler<Pod> {

        @Override
        public void onAdd(Pod pod) {
            tally.added(pod.getMetadata().getName(), pod.getMetadata().getResourceVersion());
        }

        @Override
        public void onUpdate(Pod old, Pod pod) {
            tally.changed(pod.getMetadata().getName(), pod.getMetadata().getResourceVersion());
        }

        @Override
        public void onDelete(Pod pod, boolean stateUnknown) {
            tally.deleted(pod.getMetadata().getName());
        }
    }

    private record JavaClientHandler(Tally tally)
            implements io.kubernetes.client.informer.ResourceEventHandler<V1Pod> {

        @Override
        public void onAdd(V1Pod pod) {
            tally.added(pod.getMetadata().getName(), pod.getMetadata().getResourceVersion());
        }

        @Override
        public void onUpdate(V1Pod old, V1Pod pod) {
            tally.changed(pod.getMetadata().getName(), pod.getMetadata().getResourceVersion());
        }

        @Override
        public void onDelete(V1Pod pod, boolean stateUnknown) {
            tally.deleted(pod.getMetadata().getName());
        }
    }
}
