package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stock kubectl with every stored kind: create, get as a table, explain, delete. */
class KubectlIT {

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with("--runtime-config=api/all=true").forKubectl().surrounded();

    private static Server server;
    private static Kubectl kubectl;
    private static KubernetesClient client;
    private static List<Kind> kinds;

    @BeforeAll
    static void connect() throws Exception {
        server = SERVER.server();
        kubectl = SERVER.kubectl();
        client = SERVER.fabric8();
        kinds = Kind.stored(client);
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
