package mortise.storage.etcd;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mortise.core.etcd.EtcdSettings;

/** A real etcd, from the path of this machine: one member, or one of several. */
final class EtcdProcess implements AutoCloseable {

    /** How long a store waits for its first connection. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int PORT_MIN = 20_000;
    private static final int PORTS_OF_CLIENTS = 32_768;
    private static final long READY_MILLIS_MAX = 30_000;

    private final Path data;
    private final Member member;
    private final List<Member> cluster;
    private List<String> more;
    private Process process;

    /**
     * Where a member listens.
     *
     * @param scheme of the port for clients
     */
    private record Member(String name, String scheme, int clientPort, int peerPort, int metricsPort) {

        static Member of(String name, String scheme) throws IOException {
            return new Member(name, scheme, freePort(), freePort(), freePort());
        }

        String peer() {
            return "http://127.0.0.1:" + peerPort;
        }
    }

    private EtcdProcess(Path data, Member member, List<Member> cluster, List<String> more) {
        this.data = data;
        this.member = member;
        this.cluster = cluster;
        this.more = more;
    }

    /** Starts one, or skips the test, with the reason, where there is no etcd. */
    static EtcdProcess start(Path data, String... more) {
        return one(data, "http", more);
    }

    /** Starts one that speaks TLS to clients, which the options have to give certificates for. */
    static EtcdProcess startSecure(Path data, String... more) {
        return one(data, "https", more);
    }

    private static EtcdProcess one(Path data, String scheme, String... more) {
        assumeTrue(installed(), "skipped: there is no etcd on the path");
        try {
            Member member = Member.of("one", scheme);
            var etcd = new EtcdProcess(data, member, List.of(member), List.of(more));
            etcd.start();
            return etcd;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts so many members that know each other. */
    static List<EtcdProcess> startCluster(Path data, int members) {
        assumeTrue(installed(), "skipped: there is no etcd on the path");
        try {
            var known = new ArrayList<Member>();
            for (int i = 0; i < members; i++) {
                known.add(Member.of("m" + i, "http"));
            }
            var processes = new ArrayList<EtcdProcess>();
            for (Member member : known) {
                var etcd = new EtcdProcess(data, member, known, List.of());
                etcd.launch();
                processes.add(etcd);
            }
            for (EtcdProcess etcd : processes) {
                etcd.awaitReady();
            }
            return processes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how a store reaches members that speak no TLS. */
    static EtcdSettings settings(Duration timeout, String... servers) {
        return new EtcdSettings(List.of(servers), "", "", "", timeout, PATIENCE, 64, "/registry");
    }

    static boolean installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "etcd")));
    }

    /** Returns the address for clients. */
    String address() {
        return member.scheme() + "://127.0.0.1:" + member.clientPort();
    }

    /** Starts it again on the same data and ports. */
    void start() throws IOException {
        launch();
        awaitReady();
    }

    /** Starts it again on the same data and ports with other options. */
    void start(List<String> other) throws IOException {
        more = other;
        start();
    }

    private void launch() throws IOException {
        String all = cluster.stream().map(other -> other.name() + "=" + other.peer()).collect(Collectors.joining(","));
        var command = new ArrayList<String>(List.of("etcd", "--name=" + member.name(),
                "--data-dir=" + data.resolve("etcd-" + member.name()),
                "--listen-client-urls=" + address(), "--advertise-client-urls=" + address(),
                "--listen-metrics-urls=" + metrics(),
                "--listen-peer-urls=" + member.peer(), "--initial-advertise-peer-urls=" + member.peer(),
                "--initial-cluster=" + all, "--log-level=error"));
        command.addAll(more);
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("etcd.log").toFile())).start();
    }

    private String metrics() {
        return "http://127.0.0.1:" + member.metricsPort();
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READY_MILLIS_MAX);
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(metrics() + "/health")).build();
        while (System.nanoTime() < deadline && process.isAlive()) {
            try {
                if (client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200) {
                    return;
                }
            } catch (IOException notYet) {
                Thread.onSpinWait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
        throw new IOException("etcd did not start:\n" + Files.readString(data.resolve("etcd.log")));
    }

    /** Kills it as a crash would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Has it stopped for a moment and keeps a copy of its data. */
    void save() throws IOException, InterruptedException {
        kill();
        copy(data.resolve("etcd-" + member.name()), data.resolve("saved"));
        start();
    }

    /** Starts it on what was saved, in place of its data. */
    void restore() throws IOException, InterruptedException {
        kill();
        Path now = data.resolve("etcd-" + member.name());
        Files.move(now, data.resolve("lost"));
        copy(data.resolve("saved"), now);
        start();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    /** Stops it without ending it, so that its connections stay and nothing comes over them. */
    void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Lets it go on. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + ": " + status);
        }
    }

    /** Returns one below those that outgoing connections get, so that none of these comes first. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORTS_OF_CLIENTS);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // There are thousands of others.
            }
        }
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
