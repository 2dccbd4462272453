package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that do a work together, each on a connection of its own. It lasts from the warm-up to the end of the work
 * and no longer: a server closes what has not been used while others worked.
 */
final class Crew implements AutoCloseable {

    private static final int CONFLICT = 409;
    private static final int ERROR_TEXT_MAX = 300;

    private final Connections connections;
    private final ServerProcess server;
    private final List<Client> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** What the clients are connected for. */
    private Work latest;

    /** What one client did; confined to its thread until the phase ends. */
    private static final class Share {
        private final Latencies latencies = new Latencies();
        private long bytes;
        private long errors;
        private String firstError = "";
    }

    Crew(Connections connections, ServerProcess server) {
        this.connections = connections;
        this.server = server;
    }

    /** Works until the time is over, the work's own limit is reached or nothing is left. An existing object is fine. */
    Phase run(Work work, double seconds) throws IOException, InterruptedException {
        connect(work);
        AtomicLong left = new AtomicLong(work.operationsMax());
        OptionalDouble cpuBefore = server.cpuMillis();
        long start = System.nanoTime();
        long deadline = start + (long) (seconds * 1e9);
        List<Callable<Share>> shares = new ArrayList<>();
        for (int i = 0; i < work.clients(); i++) {
            int number = i;
            shares.add(() -> work(work, number, clients.get(number), left, deadline));
        }
        List<Future<Share>> done = threads.invokeAll(shares);
        double took = (System.nanoTime() - start) / 1e9;
        OptionalDouble cpuAfter = server.cpuMillis();
        OptionalDouble cpu = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? OptionalDouble.of(cpuAfter.getAsDouble() - cpuBefore.getAsDouble()) : OptionalDouble.empty();
        return sum(done, took, cpu);
    }

    private void connect(Work work) throws IOException {
        if (work == latest) {
            return;
        }
        disconnect();
        latest = work;
        while (clients.size() < work.clients()) {
            clients.add(work.http2() ? connections.http2() : connections.http1());
        }
    }

    private void disconnect() {
        clients.forEach(Client::close);
        clients.clear();
        latest = null;
    }

    private static Share work(Work work, int number, Client client, AtomicLong left, long deadline)
            throws IOException, InterruptedException {
        Share share = new Share();
        while (System.nanoTime() < deadline && left.getAndDecrement() > 0) {
            Optional<Client.Request> request = work.operations().next(number);
            if (request.isEmpty()) {
                break;
            }
            long start = System.nanoTime();
            Client.Answer answer = client.exchange(request.get());
            if (answer.isGood() || answer.status() == CONFLICT && request.get().method().equals("POST")) {
                share.latencies.add(System.nanoTime() - start);
                share.bytes += answer.bytes();
            } else if (share.errors++ == 0) {
                share.firstError = describe(request.get(), answer);
            }
        }
        return share;
    }

    private static String describe(Client.Request request, Client.Answer answer) {
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        return request.method() + " " + request.path() + " -> " + answer.status() + " "
                + body.substring(0, Math.min(ERROR_TEXT_MAX, body.length()));
    }

    private static Phase sum(List<Future<Share>> done, double took, OptionalDouble cpu)
            throws IOException, InterruptedException {
        Latencies latencies = new Latencies();
        long bytes = 0;
        long errors = 0;
        String firstError = "";
        for (Future<Share> future : done) {
            try {
                Share share = future.get();
                latencies.add(share.latencies);
                bytes += share.bytes;
                errors += share.errors;
                firstError = firstError.isEmpty() ? share.firstError : firstError;
            } catch (ExecutionException e) {
                throw new IOException("a client failed", e.getCause());
            }
        }
        return new Phase(took, latencies.count(), bytes, latencies, cpu, errors, firstError);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        disconnect();
    }
}
