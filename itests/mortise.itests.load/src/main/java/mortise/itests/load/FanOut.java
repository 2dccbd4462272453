package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One change at a time to an object that many watch; an operation is one event to one of them. Then the same changes
 * while nobody watches, which tells what of it the changes cost and what the events.
 */
final class FanOut {

    static final String NAME = "one event to one of %d watchers";
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
     */
    record Result(Phase events, Phase changes) {

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

    FanOut(Connections connections, ServerProcess server, int watchers) {
        this.connections = connections;
        this.server = server;
        this.watchers = watchers;
    }

    Result run(double warmupSeconds, double seconds) throws IOException, InterruptedException {
        try (Client writer = connections.http1()) {
            exchange(writer, Works.create("/api/v1/namespaces/" + NAMESPACE, Objects.namespaceJson(NAMESPACE)));
            exchange(writer, Works.create(OBJECTS + "/watched", Objects.configMapJson(NAMESPACE, "watched", 0)));
            // The list's revision is the present one; the object's own may be older than the history that is kept.
            Client.Answer now = exchange(writer, Client.Request.get(OBJECTS + "?limit=1").kept());
            Matcher revision = REVISION.matcher(new String(now.body(), StandardCharsets.UTF_8));
            if (!revision.find()) {
                throw new IOException("the list of watched objects has no resourceVersion");
            }
            String path = OBJECTS + "?watch=true&resourceVersion=" + revision.group(1);
            Phase watched;
            try (Watchers open = Watchers.open(connections, watchers, path)) {
                Phase warmup = change(writer, open, 0, warmupSeconds);
                watched = change(writer, open, warmup.operations() * watchers, seconds);
            }
            try (Watchers none = Watchers.open(connections, 0, path)) {
                return new Result(watched.times(watchers), change(writer, none, 0, seconds));
            }
        }
    }

    /** Changes the object again and again, each time after all watches of the one before; counts the changes. */
    private Phase change(Client writer, Watchers open, long eventsBefore, double seconds)
            throws IOException, InterruptedException {
        Latencies latencies = new Latencies();
        long bytes = 0;
        long changes = 0;
        OptionalDouble cpuBefore = server.cpuMillis();
        long start = System.nanoTime();
        while (System.nanoTime() - start < seconds * 1e9) {
            long sent = System.nanoTime();
            bytes += exchange(writer, Works.put(OBJECTS + "/watched",
                    Objects.configMapJson(NAMESPACE, "watched", sent))).bytes();
            changes++;
            open.await(eventsBefore + changes * open.count(), EVENT_MILLIS_MAX);
            latencies.add(System.nanoTime() - sent);
        }
        double took = (System.nanoTime() - start) / 1e9;
        OptionalDouble cpuAfter = server.cpuMillis();
        OptionalDouble cpu = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? OptionalDouble.of(cpuAfter.getAsDouble() - cpuBefore.getAsDouble()) : OptionalDouble.empty();
        return new Phase(took, changes, bytes, latencies, cpu, 0, "");
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
