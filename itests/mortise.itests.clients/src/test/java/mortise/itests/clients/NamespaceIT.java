package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A namespace that is deleted goes with everything in it, whatever happens meanwhile. */
class NamespaceIT {

    private static final long LIMIT_SECONDS = 60;
    private static final String HOLD = "example.com/hold";

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with();

    private static Server server;
    private static KubernetesClient client;

    @BeforeAll
    static void connect() throws Exception {
        server = SERVER.server();
        client = SERVER.fabric8();
    }

    private static void namespace(String name) {
        client.namespaces().resource(
                new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build()).create();
    }

    private static Resource<ConfigMap> map(String namespace, String name) {
        return client.configMaps().inNamespace(namespace).withName(name);
    }

    private static void create(String namespace, String name, String... finalizers) {
        client.configMaps().inNamespace(namespace).resource(new ConfigMapBuilder().withNewMetadata().withName(name)
                .withFinalizers(finalizers).endMetadata().build()).create();
    }

    /** A patch, since the server may delete the object at the same time. */
    private static void release(String namespace) {
        map(namespace, "held").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
    }

    private static void goes(String namespace) {
        client.namespaces().withName(namespace).waitUntilCondition(found -> found == null, LIMIT_SECONDS,
                TimeUnit.SECONDS);
    }

    @Test
    void whatHasFinalizersIsWaitedForAndNamedInTheStatus() {
        namespace("held");
        create("held", "free");
        create("held", "held", HOLD);
        client.namespaces().withName("held").delete();
        List<NamespaceCondition> conditions = client.namespaces().withName("held").waitUntilCondition(
                found -> found.getStatus().getConditions().size() == 5, LIMIT_SECONDS, TimeUnit.SECONDS)
                .getStatus().getConditions();
        assertThat(conditions).filteredOn(condition -> condition.getStatus().equals("True"))
                .extracting(NamespaceCondition::getMessage).containsExactly(
                        "Some resources are remaining: configmaps. has 1 resource instances",
                        "Some content in the namespace has finalizers remaining: " + HOLD + " in 1 resource instances");
        assertThat(map("held", "free").get()).isNull();
        release("held");
        goes("held");
    }

    @Test
    void aKillInTheMiddleIsMendedByTheNextStart() throws Exception {
        namespace("cut");
        create("cut", "held", HOLD);
        for (int i = 0; i < 300; i++) {
            create("cut", "c" + i);
        }
        client.namespaces().withName("cut").delete();
        server.killAndRestart();
        release("cut");
        goes("cut");
        namespace("cut");
        assertThat(client.configMaps().inNamespace("cut").list().getItems()).isEmpty();
    }
}
