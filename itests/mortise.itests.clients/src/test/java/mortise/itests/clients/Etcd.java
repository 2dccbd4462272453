package mortise.itests.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** An etcd of one member, from the path of this machine. */
final class Etcd implements AutoCloseable {

    private static final long START_SECONDS = 30;

    private final Path data;
    private final String client;
    private final String peer;
    private final List<String> more;
    private Process process;

    private Etcd(List<String> more) throws IOException {
        this.more = more;
        Path root = Path.of(System.getProperty("mortise.root")).toAbsolutePath().normalize();
        Path servers = Files.createDirectories(root.resolve("itests/mortise.itests.clients/target/servers"));
        data = Files.createTempDirectory(servers, "etcd");
        client = "http://127.0.0.1:" + Server.freePort();
        peer = "http://127.0.0.1:" + Server.freePort();
    }

    /** Starts one without data, with these options; skips the calling test where etcd is not installed. */
    static Etcd launch(String... more) throws Exception {
        boolean here = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "etcd")));
        if (!here) {
            // The reason is said where the tests' results are read.
            System.getLogger("mortise.itests").log(System.Logger.Level.WARNING, "SKIPPED: no etcd on this machine");
        }
        assumeTrue(here, "there is no etcd on this machine");
        var etcd = new Etcd(List.of(more));
        etcd.start();
        return etcd;
    }

    /** Returns the flags of a server that uses it. */
    String[] flags() {
        return new String[] {"--storage-backend=etcd", "--etcd-servers=" + client};
    }

    /** Starts it again on the same data and ports. */
    void start() throws Exception {
        var command = new ArrayList<String>(List.of("etcd", "--name=one", "--data-dir=" + data.resolve("data"),
                "--listen-client-urls=" + client, "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=one=" + peer, "--log-level=error"));
        command.addAll(more);
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("etcd.log").toFile())).start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!healthy()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("etcd did not start:\n" + Files.readString(data.resolve("etcd.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private boolean healthy() throws InterruptedException {
        try {
            var request = HttpRequest.newBuilder(URI.create(client + "/health")).build();
            return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Ends it as SIGKILL does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
