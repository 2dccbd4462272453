package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every stored kind that discovery lists, created, read, watched, changed and deleted by two client libraries. */
class EveryKindIT {

    private static Server server;
    private static KubernetesClient fabric8;
    private static List<Kind> kinds;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start("every-kind", "--runtime-config=api/all=true");
        fabric8 = Fabric8Objects.connect(server.kubeconfig());
        kinds = Kind.stored(fabric8);
        for (JsonNode object : Samples.surroundings()) {
            fabric8.resource(object.toString()).create();
        }
    }

    @AfterAll
    static void stop() {
        if (fabric8 != null) {
            fabric8.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void thereAreKinds() {
        assertThat(kinds).extracting(Kind::toString).contains("v1 Pod", "apps/v1 Deployment");
    }

    @TestFactory
    Stream<DynamicTest> withFabric8() {
        return lives(new Fabric8Objects(fabric8));
    }

    @TestFactory
    Stream<DynamicTest> withJavaClient() throws Exception {
        return lives(new JavaClientObjects(JavaClientObjects.connect(server.kubeconfig())));
    }

    private static Stream<DynamicTest> lives(ObjectClient client) {
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(),
                () -> new LifeOfAnObject(client, kind, Samples.of(kind)).run()));
    }
}
