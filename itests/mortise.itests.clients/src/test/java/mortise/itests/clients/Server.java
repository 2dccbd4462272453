package mortise.itests.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** The distribution as its own process, started as a user starts it. All it writes is below {@code target/servers}. */
final class Server implements AutoCloseable {

    private static final int PORT_MIN = 20_000;
    private static final int PORTS_OF_CLIENTS = 32_768;
    private static final Pattern READY = Pattern.compile("is ready at https://127\\.0\\.0\\.1:[0-9]+");
    private static final long START_SECONDS = 60;

    private final Path work;
    private final int port;
    private final List<String> flags;
    private Process process;
    private Path output;

    private Server(Path work, int port, List<String> flags) {
        this.work = work;
        this.port = port;
        this.flags = flags;
    }

    /** Starts a server with an empty store; skips the calling test, with a reason, where nothing was built. */
    static Server start(String name, String... flags) throws IOException {
        Path folder = distribution();
        if (!Files.isExecutable(folder.resolve("mortise"))) {
            // The reason is said where the tests' results are read.
            System.getLogger("mortise.itests").log(System.Logger.Level.WARNING,
                    "SKIPPED: there is no distribution at " + folder);
            assumeTrue(false, "there is no distribution at " + folder);
        }
        Path servers = Files.createDirectories(root().resolve("itests/mortise.itests.clients/target/servers"));
        var server = new Server(Files.createTempDirectory(servers, name), freePort(), List.of(flags));
        server.launch();
        return server;
    }

    private static Path root() {
        return Path.of(System.getProperty("mortise.root")).toAbsolutePath().normalize();
    }

    private static Path distribution() {
        String elsewhere = System.getProperty("mortise.distribution");
        return elsewhere != null ? Path.of(elsewhere) : root().resolve("distribution/target/mortise");
    }

    /** Returns one below those that outgoing connections get, so that none of these comes first. */
    static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORTS_OF_CLIENTS);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // There are thousands of others.
            }
        }
    }

    private void launch() throws IOException {
        output = Files.createTempFile(work, "server", ".log");
        var command = new ArrayList<String>();
        command.add(distribution().resolve("mortise").toString());
        command.add("start");
        command.add("--data-dir=" + work.resolve("data"));
        command.add("--secure-port=" + port);
        command.addAll(flags);
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MORTISE_CDS", "off");
        process = builder.start();
        awaitReady();
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!READY.matcher(log()).find()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("the server did not get ready:\n" + log());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Ends the process as SIGKILL does, and starts it again with the same port and data. */
    void killAndRestart() throws IOException {
        close();
        launch();
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return port;
    }

    /** The folder of this server; tests may write their own files there. */
    Path work() {
        return work;
    }

    Path kubeconfig() {
        return work.resolve("data/admin.kubeconfig");
    }

    /** What the server has written so far. */
    String log() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
