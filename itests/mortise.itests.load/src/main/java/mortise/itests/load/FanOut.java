package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes to objects that many watch; an operation is one event to one of them. The writers make one change each at
 * the same time, and the next when everybody has seen those. Then the same changes while nobody watches, which tells
 * what of it the changes cost and what the events.
 */
final class FanOut {

    static final String NAME = "one event to one of %d watchers, %d writers";
    static final Work.Goal GOAL = Work.Goal.of("0.024", "0.006");
    private static final String NAMESPACE = "load-watch";
    private static final String OBJECTS = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";
    private static final Pattern REVISION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");
    private static final int EVENT_MILLIS_MAX = 30_000;

    /**
     * What was measured.
     *
     * @param events one operation for each event, the changes included
     * @param changes one operation for each change that nobody watches
     * @param heap what the server held while all watched
     */
    record Result(Phase events, Phase changes, ServerProcess.Heap heap) {

        /** CPU time of an event alone. */
        OptionalDouble cpuMillisPerEvent(int watchers) {
            OptionalDouble event = events.cpuMillisPerOperation();
            OptionalDouble change = changes.cpuMillisPerOperation();
            return event.isPresent() && change.isPresent()
                    ? OptionalDouble.of(event.getAsDouble() - change.getAsDouble() / watchers) : OptionalDouble.empty();
        }
    }

    private final Connections connections;
    private final ServerProcess server;
    private final int watchers;
    private final int writers;

    FanOut(Connections connections, ServerProcess server, int watchers, int writers) {
        this.connections = connections;
        this.server = server;
        this.watchers = watchers;
        this.writers = writers;
    }

    Result run(double warmupSeconds, double seconds) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Client> clients = new ArrayList<>();
        try {
            String path = OBJECTS + "?watch=true&resourceVersion=" + prepare();
            Phase watched;
            ServerProcess.Heap heap;
            try (Watchers open = Watchers.open(connections, watchers, path)) {
                heap = server.heapAfterCollection();
                // Not before: thousands of watches take longer to open than a connection may be idle.
                for (int i = 0; i < writers; i++) {
                    clients.add(connections.http1());
                }
                Phase warmup = change(clients, threads, open, 0, warmupSeconds);
                watched = change(clients, threads, open, warmup.operations() * watchers, seconds);
            }
            try (Watchers none = Watchers.open(connections, 0, path)) {
                return new Result(watched.times(watchers), change(clients, threads, none, 0, seconds),
                        heap);
            }
        } finally {
            threads.shutdownNow();
            for (Client client : clients) {
                client.close();
            }
        }
    }

    /** Makes the objects and returns the revision to watch from. */
    private String prepare() throws IOException, InterruptedException {
        try (Client client = connections.http1()) {
            return prepare(client);
        }
    }

    private String prepare(Client client) throws IOException, InterruptedException {
        exchange(client, Works.create("/api/v1/namespaces/" + NAMESPACE, Objects.namespaceJson(NAMESPACE)));
        for (int i = 0; i < writers; i++) {
            exchange(client, Works.create(OBJECTS + "/" + name(i), Objects.configMapJson(NAMESPACE, name(i), 0)));
        }
        // The list's revision is the present one; the object's own may be older than the history that is kept.
        Client.Answer now = exchange(client, Client.Request.get(OBJECTS + "?limit=1").kept());
        Matcher revision = REVISION.matcher(new String(now.body(), StandardCharsets.UTF_8));
        if (!revision.find()) {
            throw new IOException("the list of watched objects has no resourceVersion");
        }
        return revision.group(1);
    }

    /** Changes the objects again and again, each time after all watches of the changes before; counts the changes. */
    private Phase change(
            List<Client> clients, ExecutorService threads, Watchers open, long eventsBefore, double seconds)
            throws IOException, InterruptedException {
        Latencies latencies = new Latencies();
        long bytes = 0;
        long changes = 0;
        OptionalDouble cpuBefore = server.cpuMillis();
        long start = System.nanoTime();
        while (System.nanoTime() - start < seconds * 1e9) {
            long sent = System.nanoTime();
            bytes += changeAll(clients, threads, sent);
            changes += clients.size();
            open.await(eventsBefore + changes * open.count(), EVENT_MILLIS_MAX);
            latencies.add(System.nanoTime() - sent);
        }
        double took = (System.nanoTime() - start) / 1e9;
        OptionalDouble cpuAfter = server.cpuMillis();
        OptionalDouble cpu = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? OptionalDouble.of(cpuAfter.getAsDouble() - cpuBefore.getAsDouble()) : OptionalDouble.empty();
        return new Phase(took, changes, bytes, latencies, cpu, 0, "");
    }

    private static long changeAll(List<Client> clients, ExecutorService threads, long value)
            throws IOException, InterruptedException {
        List<Callable<Long>> works = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            Client client = clients.get(i);
            String name = name(i);
            works.add(() -> exchange(client,
                    Works.put(OBJECTS + "/" + name, Objects.configMapJson(NAMESPACE, name, value))).bytes());
        }
        long bytes = 0;
        for (Future<Long> done : threads.invokeAll(works)) {
            try {
                bytes += done.get();
            } catch (ExecutionException failed) {
                throw new IOException(failed.getCause());
            }
        }
        return bytes;
    }

    private static String name(int writer) {
        return "watched-" + writer;
    }

    private static Client.Answer exchange(Client client, Client.Request request)
            throws IOException, InterruptedException {
        Client.Answer answer = client.exchange(request);
        if (!answer.isGood() && answer.status() != 409) {
            throw new IOException(request.method() + " " + request.path() + " -> " + answer.status() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }
}
