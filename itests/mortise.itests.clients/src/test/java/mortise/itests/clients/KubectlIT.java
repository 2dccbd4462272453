package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Stock kubectl with every stored kind: create, get as a table, explain, delete. */
class KubectlIT {

    private static Server server;
    private static Kubectl kubectl;
    private static KubernetesClient client;
    private static List<Kind> kinds;

    @BeforeAll
    static void start() throws Exception {
        Kubectl.require();
        server = Server.start("kubectl", "--runtime-config=api/all=true");
        kubectl = new Kubectl(server.kubeconfig(), server.work());
        client = Fabric8Objects.connect(server.kubeconfig());
        kinds = Kind.stored(client);
        for (JsonNode object : Samples.surroundings()) {
            client.resource(object.toString()).create();
        }
    }

    @AfterAll
    static void stop() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyKind() {
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> {
            Path file = server.work().resolve(kind.plural() + ".yaml");
            Files.writeString(file, Samples.text(kind, "k8s.io"));
            String name = Json.name(Samples.of(kind));
            assertThat(kubectl.ok("create", "-f", file.toString())).contains("/" + name + " created");
            String resource = kind.plural() + "." + kind.version() + "." + kind.group();
            List<String> table = kubectl.ok("get", resource, "-A", "-o", "wide").lines()
                    .filter(line -> !line.startsWith("Warning:")).toList();
            assertThat(table.get(0)).as("header").contains("NAME");
            assertThat(table).as("rows").anyMatch(row -> row.contains(name));
            String explained =
                    kubectl.ok("explain", kind.plural(), "--recursive", "--api-version=" + kind.apiVersion());
            assertThat(explained).contains("KIND:       " + kind.name(), "FIELDS:", "metadata");
            assertThat(kubectl.ok("delete", "-f", file.toString(), "--wait=false")).contains("deleted");
            LifeOfAnObject.release(new Fabric8Objects(client), kind, name);
        }));
    }
}
