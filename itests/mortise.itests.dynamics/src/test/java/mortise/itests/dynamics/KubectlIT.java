package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.BeforeClass;
import org.junit.Test;

/** Stock kubectl against the distribution. */
public class KubectlIT {

    private record Result(int exitCode, String output) {
    }

    private static Path work;
    private static ServerProcess server;

    @BeforeClass
    public static void start() throws Exception {
        Assume.assumeTrue(kubectlIsHere());
        work = Files.createTempDirectory(Files.createDirectories(
                Distribution.root().resolve("itests/mortise.itests.dynamics/target/servers")), "kubectl");
        server = ServerProcess.start(work, "--secure-port=0");
        server.awaitAddress();
    }

    @AfterClass
    public static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    public void objectsAreCreatedReadChangedAndDeleted() throws Exception {
        Path file = write("cm.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tour, namespace: default}
                data: {a: "1"}
                """);
        assertEquals("configmap/tour created\n", ok("create", "-f", file.toString()));
        assertTrue(ok("get", "cm", "tour").contains("tour"));
        assertTrue(ok("get", "cm", "tour", "-o", "yaml").contains("a: \"1\""));
        assertEquals("configmap/tour labeled\n", ok("label", "cm", "tour", "x=y"));
        assertEquals("configmap/tour annotated\n", ok("annotate", "cm", "tour", "note=this"));
        assertTrue(ok("get", "cm", "-l", "x=y", "-o", "name").contains("configmap/tour"));
        write("cm.yaml", Files.readString(file).replace("\"1\"", "\"2\""));
        assertEquals("configmap/tour replaced\n", ok("replace", "-f", file.toString()));
        assertEquals("2", ok("get", "cm", "tour", "-o", "jsonpath={.data.a}"));
        assertTrue(ok("delete", "cm", "tour").startsWith("configmap \"tour\" deleted"));
    }

    @Test
    public void theServerIsDescribed() throws Exception {
        assertTrue(ok("api-resources").contains("configmaps"));
        assertTrue(ok("api-versions").contains("apps/v1"));
        assertTrue(ok("version", "-o", "json").contains("\"minor\": \"36\""));
        assertEquals("ok", ok("get", "--raw", "/readyz"));
    }

    @Test
    public void longListsComeInChunks() throws Exception {
        var many = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            many.append("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: chunk-").append(i).append("}\n");
        }
        ok("create", "-f", write("many.yaml", many.toString()).toString());
        assertEquals(7, ok("get", "cm", "--chunk-size=2", "-o", "name").lines()
                .filter(line -> line.contains("chunk-")).count());
    }

    @Test
    public void aWatchShowsWhatHappens() throws Exception {
        Process watch = kubectl("get", "pods", "-w", "-o", "name", "--request-timeout=20s");
        try {
            Path file = write("pod.yaml", """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: watched, namespace: default}
                    spec: {containers: [{name: c, image: "i:1"}]}
                    """);
            // Without kube-controller-manager nobody makes the account that pods get.
            ok("create", "serviceaccount", "default");
            ok("create", "-f", file.toString());
            var reader = watch.inputReader(StandardCharsets.UTF_8);
            assertEquals("pod/watched", reader.readLine());
        } finally {
            watch.destroy();
        }
    }

    @Test
    public void whatIsNotThereFailsWithAClearMessage() throws Exception {
        Result unknown = run("get", "cm", "nothing");
        assertNotEquals(0, unknown.exitCode());
        assertTrue(unknown.output(), unknown.output().contains("(NotFound): configmaps \"nothing\" not found"));
    }

    private static boolean kubectlIsHere() throws Exception {
        try {
            Process process = new ProcessBuilder("kubectl", "version", "--client").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException notFound) {
            // The reason is said where the tests' results are read.
            Logger.getLogger("mortise.itests")
                    .warning("SKIPPED: there is no kubectl on this machine");
            return false;
        }
    }

    private static String ok(String... arguments) throws Exception {
        Result result = run(arguments);
        assertEquals(List.of(arguments) + "\n" + result.output(), 0, result.exitCode());
        return result.output();
    }

    private static Result run(String... arguments) throws Exception {
        Process process = kubectl(arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(List.of(arguments) + " does not end");
        }
        return new Result(process.exitValue(), output);
    }

    private static Process kubectl(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("kubectl",
                "--kubeconfig", work.resolve("data/admin.kubeconfig").toString(),
                "--cache-dir", work.resolve("kubectl-cache").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(work.resolve(name), text);
    }
}
