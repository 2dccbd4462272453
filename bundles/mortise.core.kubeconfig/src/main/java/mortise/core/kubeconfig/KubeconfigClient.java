package mortise.core.kubeconfig;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.core.kubeconfig.Credentials.Proof;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one server as a kubeconfig says. The file, and the files that it refers to, are looked at again every 2 s at
 * most, when a call comes; when they cannot be used, what was known stays in force. For any number of threads; a call
 * blocks its thread. Close it when it is no longer needed.
 */
public final class KubeconfigClient implements AutoCloseable {

    /** How often the files are looked at, at most. */
    public static final Duration LOOK_PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(KubeconfigClient.class);
    private static final int UNAUTHORIZED = 401;

    private final ClientSettings settings;
    private final WatchedFiles files;
    private final Semaphore slots;
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();
    private @Nullable Transport transport; // guarded by this
    private boolean closed; // guarded by this

    private KubeconfigClient(WatchedFiles files, ClientSettings settings) {
        this.settings = settings;
        this.files = files;
        slots = new Semaphore(settings.callsMax(), true);
    }

    /**
     * Reads a kubeconfig file; whoever its current context names is called.
     *
     * @throws KubeconfigException when it cannot be used, with a message for people
     */
    public static KubeconfigClient open(Path kubeconfig, ClientSettings settings) throws KubeconfigException {
        return new KubeconfigClient(WatchedFiles.kubeconfig(kubeconfig, settings), settings);
    }

    /**
     * Makes a client for a server and user of whatever origin.
     *
     * @throws KubeconfigException when a file that they refer to cannot be used, with a message for people
     */
    public static KubeconfigClient of(Cluster cluster, User user, ClientSettings settings)
            throws KubeconfigException {
        return new KubeconfigClient(WatchedFiles.of(cluster, user, settings), settings);
    }

    /** Returns the address of the server, for messages. */
    public URI server() {
        return files.current().cluster().server();
    }

    /**
     * Posts a JSON document and waits for the answer. Never throws for what a server does; does not try again.
     *
     * @param path what follows the server's own path, with its query: {@code /reviews?timeout=10s}; may be empty
     * @param json the document
     * @param timeout how long all of it may take, waiting for a free connection and for a plug-in included
     */
    public CallResult post(String path, byte[] json, Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try {
            if (!slots.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                return new Failed(Reason.BUSY, server() + ": " + settings.callsMax() + " calls are under way");
            }
            try {
                return call(path, json, deadlineNanos);
            } finally {
                slots.release();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Failed(Reason.CANCELLED, server() + ": the caller was interrupted");
        }
    }

    private CallResult call(String path, byte[] json, long deadlineNanos) throws InterruptedException {
        Configured now = files.current();
        try {
            Proof proof = now.credentials().current(remaining(deadlineNanos));
            @Nullable Transport connections = begin(
                    new TransportSettings(now.cluster(), now.authorities(), proof.identity()));
            if (connections == null) {
                return closed(now.cluster().server());
            }
            try {
                HttpRequest request = request(now, proof, path, json, remaining(deadlineNanos));
                CallResult result = send(connections, request, deadlineNanos);
                if (result instanceof Answered answered && answered.status() == UNAUTHORIZED) {
                    now.credentials().refused(proof);
                }
                return result;
            } finally {
                connections.end();
            }
        } catch (KubeconfigException unusable) {
            return new Failed(Reason.CREDENTIALS, now.cluster().server() + ": " + unusable.getMessage());
        }
    }

    private static Failed closed(URI target) {
        return new Failed(Reason.CANCELLED, target + ": the client is closed");
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private static Duration remaining(long deadlineNanos) {
        return Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
    }

    private static HttpRequest request(Configured now, Proof proof, String path, byte[] json, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target(now.cluster().server(), path))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", "mortise")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json));
        proof.authorization().ifPresent(value -> request.header("Authorization", value));
        List<String> headers = now.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        return request.build();
    }

    private static URI target(URI server, String path) {
        String base = server.getRawPath() == null ? "" : server.getRawPath();
        String before = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        boolean bare = before.isEmpty() && !path.startsWith("/");
        return URI.create(server.getScheme() + "://" + server.getRawAuthority() + before + (bare ? "/" : "") + path);
    }

    private CallResult send(Transport connections, HttpRequest request, long deadlineNanos)
            throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> sent = connections.send(request, settings.answerBytesMax());
        running.add(sent);
        if (isClosed()) {
            // It may have missed this one.
            sent.cancel(true);
        }
        try {
            return Outcomes.answered(request.uri(),
                    sent.get(remaining(deadlineNanos).toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            return new Failed(Reason.TIMEOUT, request.uri() + ": no answer in time");
        } catch (CancellationException closedMeanwhile) {
            return closed(request.uri());
        } catch (ExecutionException failure) {
            return isClosed() ? closed(request.uri()) : Outcomes.failed(request.uri(), failure.getCause());
        } finally {
            // Ends the exchange when there was no answer, and does nothing when there was.
            sent.cancel(true);
            running.remove(sent);
        }
    }

    /** Returns connections for these settings, or nothing when the client is closed. */
    private synchronized @Nullable Transport begin(TransportSettings wanted) throws KubeconfigException {
        if (closed) {
            return null;
        }
        Transport present = transport;
        if (present == null || !present.settings().same(wanted)) {
            var made = new Transport(wanted, settings.connectMax());
            transport = made;
            if (present != null) {
                LOG.info("{}: connections are made anew, because certificates or settings changed",
                        wanted.cluster().server());
                present.retire();
            }
            present = made;
        }
        present.begin();
        return present;
    }

    /** Ends the calls under way, as cancelled, and the connections. */
    @Override
    public void close() {
        Transport last;
        synchronized (this) {
            closed = true;
            last = transport;
            transport = null;
        }
        running.forEach(call -> call.cancel(true));
        if (last != null) {
            last.retire();
        }
    }
}
