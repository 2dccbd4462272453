package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Stock kubectl with every stored kind: create, get as a table, explain, delete. */
class KubectlIT {

    private record Result(int exitCode, String output) {
    }

    private static Server server;
    private static KubernetesClient client;
    private static List<Kind> kinds;

    @BeforeAll
    static void start() throws Exception {
        requireKubectl();
        server = Server.start("kubectl", "--runtime-config=api/all=true");
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
            assertThat(ok("create", "-f", file.toString())).contains("/" + name + " created");
            String resource = kind.plural() + "." + kind.version() + "." + kind.group();
            List<String> table = ok("get", resource, "-A", "-o", "wide").lines()
                    .filter(line -> !line.startsWith("Warning:")).toList();
            assertThat(table.get(0)).as("header").contains("NAME");
            assertThat(table).as("rows").anyMatch(row -> row.contains(name));
            String explained = ok("explain", kind.plural(), "--recursive", "--api-version=" + kind.apiVersion());
            assertThat(explained).contains("KIND:       " + kind.name(), "FIELDS:", "metadata");
            assertThat(ok("delete", "-f", file.toString(), "--wait=false")).contains("deleted");
            LifeOfAnObject.release(new Fabric8Objects(client), kind, name);
        }));
    }

    private static void requireKubectl() throws InterruptedException {
        boolean here;
        try {
            Process process = new ProcessBuilder("kubectl", "version", "--client").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            here = process.waitFor() == 0;
        } catch (IOException notFound) {
            here = false;
        }
        if (!here) {
            // The reason is said where the tests' results are read.
            System.getLogger("mortise.itests").log(System.Logger.Level.WARNING, "SKIPPED: no kubectl on this machine");
        }
        assumeTrue(here, "there is no kubectl on this machine");
    }

    private static String ok(String... arguments) throws Exception {
        Result result = run(arguments);
        assertThat(result.exitCode()).as(List.of(arguments) + "\n" + result.output()).isZero();
        return result.output();
    }

    private static Result run(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("kubectl", "--kubeconfig", server.kubeconfig().toString(),
                "--cache-dir", server.work().resolve("kubectl-cache").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command + " does not end");
        }
        return new Result(process.exitValue(), output);
    }
}
