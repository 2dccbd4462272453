package mortise.itests.crash;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real etcd of one member, from the path of this machine. */
final class EtcdMember implements AutoCloseable {

    private static final int PORT_MIN = 20_000;
    private static final int PORTS_OF_CLIENTS = 32_768;
    private static final long READY_MILLIS_MAX = 20_000;

    private final Path data;
    private final int clientPort;
    private final int peerPort;
    private final List<String> more;
    private Process process;

    private EtcdMember(Path data, List<String> more) throws IOException {
        this.data = data;
        this.more = more;
        this.clientPort = freePort();
        this.peerPort = freePort();
        start();
    }

    /** Starts one. */
    static EtcdMember start(Path data, String... more) {
        try {
            return new EtcdMember(data, List.of(more));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "etcd")));
    }

    /** Returns the address for clients. */
    String address() {
        return "http://127.0.0.1:" + clientPort;
    }

    /** Starts it again on the same data and ports. */
    void start() throws IOException {
        var command = new ArrayList<String>(List.of("etcd", "--name=one", "--data-dir=" + data.resolve("etcd"),
                "--listen-client-urls=" + address(), "--advertise-client-urls=" + address(),
                "--listen-peer-urls=http://127.0.0.1:" + peerPort,
                "--initial-advertise-peer-urls=http://127.0.0.1:" + peerPort,
                "--initial-cluster=one=http://127.0.0.1:" + peerPort, "--log-level=error"));
        command.addAll(more);
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("etcd.log").toFile())).start();
        awaitReady();
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READY_MILLIS_MAX);
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(address() + "/health")).build();
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
