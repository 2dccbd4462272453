package mortise.itests.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Moderate mixed load at a fixed pace for a long time, and once a minute what the server holds: nothing of it may
 * grow. Every client works on config maps of its own, of which as many exist at the end of each minute as before.
 */
final class Soak {

    /** Config maps that each writer keeps; it deletes the oldest when it made a new one. */
    private static final int KEPT_BY_WRITER = 100;
    private static final int WRITES_PER_SECOND_AND_WRITER = 12;
    private static final int LISTS_PER_SECOND = 4;
    private static final int WATCHES_PER_SECOND = 3;
    private static final int SLOW_READERS = 4;
    /** What a slow reader takes each second, less than what is changed. */
    private static final int SLOW_BYTES = 4_000;
    /** So that it is the server that has to wait, and not the network that holds megabytes. */
    private static final int SLOW_BUFFER_BYTES = 4_096;
    /** The server gives up long before; what it sent until then would take the reader hours. */
    private static final int SLOW_SECONDS_MAX = 120;
    private static final int SLOW_READ_MILLIS_MAX = 500;
    private static final int STOP_SECONDS_MAX = 60;
    private static final String NAMESPACE = "load-soak";
    private static final String OBJECTS = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";
    private static final String WATCH = OBJECTS + "?watch=true&allowWatchBookmarks=true";

    private final Connections connections;
    private final ServerProcess server;
    private final Report report;
    private final int writers;
    private final int watchers;
    private final AtomicLong operations = new AtomicLong();
    private final AtomicLong watches = new AtomicLong();
    private final AtomicLong slowReaders = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicReference<String> firstError = new AtomicReference<>("");
    private final AtomicReference<Latencies> latencies = new AtomicReference<>(new Latencies());

    Soak(Connections connections, ServerProcess server, Arguments arguments, Report report) {
        this.connections = connections;
        this.server = server;
        this.report = report;
        this.writers = arguments.clients();
        this.watchers = arguments.watchers();
    }

    /** A step that is repeated at a fixed pace; what it throws is counted. */
    private interface Step {
        void run() throws Exception;
    }

    /**
     * Runs it.
     *
     * @return how many steps failed
     */
    long run(int minutes) throws Exception {
        try (Client client = connections.http1()) {
            client.exchange(Works.create("/api/v1/namespaces/-", Objects.namespaceJson(NAMESPACE)));
        }
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(writers + SLOW_READERS + 2);
        List<SlowReader> slow = new ArrayList<>();
        List<Client> clients = new ArrayList<>();
        String path = WATCH + "&timeoutSeconds=" + TimeUnit.MINUTES.toSeconds(minutes + 60);
        try (Watchers open = Watchers.open(connections, watchers, path)) {
            for (int i = 0; i < writers; i++) {
                clients.add(connections.http1());
                repeat(threads, WRITES_PER_SECOND_AND_WRITER, new Writer(clients.get(i), i));
            }
            clients.add(connections.http1());
            repeat(threads, LISTS_PER_SECOND, new Lister(clients.get(writers)));
            repeat(threads, WATCHES_PER_SECOND, this::connectAndDisconnect);
            for (int i = 0; i < SLOW_READERS; i++) {
                slow.add(new SlowReader());
                repeat(threads, 1, slow.get(i));
            }
            sample(threads, open, minutes);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(STOP_SECONDS_MAX, TimeUnit.SECONDS);
            slow.forEach(SlowReader::close);
            clients.forEach(Client::close);
        }
        return errors.get();
    }

    private void repeat(ScheduledExecutorService threads, int perSecond, Step step) {
        threads.scheduleAtFixedRate(() -> {
            try {
                step.run();
            } catch (Exception e) {
                errors.incrementAndGet();
                firstError.compareAndSet("", e.toString());
            }
        }, 0, TimeUnit.SECONDS.toMicros(1) / perSecond, TimeUnit.MICROSECONDS);
    }

    private void sample(ScheduledExecutorService threads, Watchers open, int minutes) throws Exception {
        report.table("minute", "RSS MB", "heap MB", "class MB", "threads", "files", "CPU %", "ops/s", "p99 ms",
                "slow", "watches", "errors");
        for (int minute = 0; minute <= minutes; minute++) {
            double cpu = server.cpuMillis().orElse(0);
            long before = operations.get();
            // A scheduled wait, so that a sample that takes long does not delay those that follow.
            if (minute > 0) {
                Future<?> pause = threads.schedule(() -> { }, 1, TimeUnit.MINUTES);
                pause.get();
            }
            ServerProcess.Heap heap = server.heapAfterCollection();
            Latencies minuteOnly = latencies.getAndSet(new Latencies());
            synchronized (minuteOnly) {
                report.row(minute, server.residentMegabytes().orElse(0), Report.number(heap.megabytes()),
                        Report.number(heap.metaspaceMegabytes()), server.threads(), server.openFiles(),
                        Report.number((server.cpuMillis().orElse(0) - cpu) / 600),
                        Report.number((operations.get() - before) / 60.0),
                        minuteOnly.count() == 0 ? "-" : Report.number(minuteOnly.millisAt(0.99)),
                        slowReaders, watches, errors);
            }
            open.await(0, 0);
        }
        if (errors.get() > 0) {
            report.note("the first error: " + firstError);
        }
        report.end();
    }

    private Client.Answer exchange(Client client, Client.Request request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Client.Answer answer = client.exchange(request);
        long took = System.nanoTime() - start;
        operations.incrementAndGet();
        Latencies present = latencies.get();
        synchronized (present) {
            present.add(took);
        }
        if (!answer.isGood()) {
            throw new IOException(request.method() + " " + request.path() + " -> " + answer.status() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }

    /** Watches from the present state, reads what comes first and goes without a word, as clients that crash do. */
    private void connectAndDisconnect() throws IOException {
        try (Connections.Http1 client = connections.http1()) {
            client.stream().send(Client.Request.get(WATCH + "&resourceVersion=0"));
            int status = client.stream().startReading();
            if (status != 200) {
                throw new IOException("watch -> " + status);
            }
            watches.incrementAndGet();
        }
    }

    /** Creates, patches and deletes in turn. */
    private final class Writer implements Step {

        private final Client client;
        private final String prefix;
        private long step;
        private long made;

        Writer(Client client, int number) {
            this.client = client;
            this.prefix = "soak-" + Long.toString(Instant.now().toEpochMilli(), 36) + "-" + number + "-";
        }

        @Override
        public void run() throws IOException, InterruptedException {
            switch ((int) (step++ % 3)) {
                case 0 -> exchange(client, Works.create(OBJECTS + "/-",
                        Objects.configMapJson(NAMESPACE, prefix + made++, 0)));
                case 1 -> exchange(client, Client.Request.send("PATCH", OBJECTS + "/" + prefix + (made - 1),
                        "application/merge-patch+json", ("{\"data\":{\"change\":\"" + step + "\"}}")
                                .getBytes(StandardCharsets.UTF_8)));
                default -> {
                    if (made > KEPT_BY_WRITER) {
                        exchange(client, Client.Request.delete(OBJECTS + "/" + prefix + (made - 1 - KEPT_BY_WRITER)));
                    }
                }
            }
        }
    }

    /** Lists everything, a page of it, and by label, in turn. */
    private final class Lister implements Step {

        private final Client client;
        private long step;

        Lister(Client client) {
            this.client = client;
        }

        @Override
        public void run() throws IOException, InterruptedException {
            String query = switch ((int) (step++ % 4)) {
                case 0 -> "";
                case 1 -> "?limit=100";
                case 2 -> "?labelSelector=app%3Dother";
                default -> "?resourceVersion=0";
            };
            exchange(client, Client.Request.get(OBJECTS + query));
        }
    }

    /** A watch that takes in less than is changed, and comes back when the server has had enough of it. */
    private final class SlowReader implements Step {

        private Connections.Http1 client;
        private int seconds;

        @Override
        public void run() throws IOException {
            if (client == null) {
                seconds = 0;
                slowReaders.incrementAndGet();
                client = connections.http1();
                client.socket().setReceiveBufferSize(SLOW_BUFFER_BYTES);
                client.socket().setSoTimeout(SLOW_READ_MILLIS_MAX);
                client.stream().send(Client.Request.get(WATCH));
                return;
            }
            try {
                InputStream in = client.socket().getInputStream();
                if (in.readNBytes(SLOW_BYTES).length < SLOW_BYTES || ++seconds == SLOW_SECONDS_MAX) {
                    close();
                }
            } catch (SocketTimeoutException nothingThere) {
                return;
            } catch (IOException cut) {
                close();
            }
        }

        void close() {
            if (client != null) {
                client.close();
                client = null;
            }
        }
    }
}
