package mortise.itests.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mortise.core.codec.JsonEncoder;
import mortise.itests.crash.FaultyStore.Answer;
import mortise.itests.crash.FaultyStore.Change;

/**
 * As much of a server as the clients of a campaign ask for, in this process and in memory, with a fault to be found.
 * {@link FaultyStore} has the objects.
 */
final class FaultyServer implements TestedServer {

    /** What it does wrong. */
    enum Fault {
        /** Nothing; it has to pass. */
        NONE(""),
        /** The last change is not there any more after a restart. */
        LOSES_THE_LAST_CHANGE("is lost|a list of|what was there before|among all"),
        /** Nor is its revision. */
        LOSES_THE_LAST_REVISION("is lost|a list of|what was there before|among all|comes once|in order|saw of"),
        /** After a restart, the last revision is given out again. */
        REPEATS_A_REVISION("comes once|is lost|in order|a list of"),
        /** After a restart, revisions begin some earlier. */
        GOES_BACK("in order|a list of|is lost|comes once|is never told"),
        /** An object that was deleted is back after a restart. */
        RAISES_THE_DEAD("a list of|what was there before"),
        /** An object is gone after a restart, and no event says so. */
        DELETES_SILENTLY("a list of|what was there before"),
        /** A watch that goes on does so one event too late. */
        SKIPS_AN_EVENT("saw of"),
        /** A watch that goes on is told what it was told already. */
        REPEATS_AN_EVENT("saw of"),
        /** A write of which nobody is told is made in part. */
        WRITES_HALF("the whole data"),
        /** A write of which nobody is told is made twice. */
        WRITES_TWICE("and before"),
        /** A write is made and refused; or would have been refused, had the server not been gone before it said so. */
        WRITES_WHAT_IT_REFUSES("the outcome of|demanded"),
        /** A write is made although its revision is not that of the object. */
        IGNORES_THE_EXPECTED_REVISION("demanded"),
        /** A list leaves out an object. */
        LISTS_TOO_LITTLE("a list of"),
        /** A change is acknowledged with the revision of the one before. */
        TELLS_ANOTHER_REVISION("was told|is lost");

        private final String found;

        Fault(String found) {
            this.found = found;
        }

        /** Returns a pattern of what a comparison says that finds it. */
        String found() {
            return found;
        }
    }

    private static final int OFTEN = 7;

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Fault fault;
    private final FaultyStore store;
    private HttpServer http;
    private ExecutorService threads;
    private int writes;

    FaultyServer(Fault fault) {
        this.fault = fault;
        this.store = new FaultyStore(fault);
    }

    @Override
    public void start() throws IOException {
        store.restart();
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        threads = Executors.newCachedThreadPool();
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    @Override
    public ApiClient awaitReady() {
        return new ApiClient(HttpClient.newHttpClient(), "http://127.0.0.1:" + http.getAddress().getPort());
    }

    @Override
    public void kill() {
        threads.shutdownNow();
        http.stop(0);
    }

    @Override
    public void stop() {
        kill();
    }

    @Override
    public void clear() {
        throw new IllegalStateException("it does not live that long");
    }

    private void handle(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        String resource = path[5];
        String name = path.length > 6 ? path[6] : "";
        Map<String, String> query = query(exchange.getRequestURI().getQuery());
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (query.containsKey("watch")) {
            watch(exchange, resource, query);
            return;
        }
        Map<String, Object> sent = body.length == 0 ? Map.of() : ApiClient.tree(body);
        Answer answer = switch (exchange.getRequestMethod()) {
            case "POST" -> store.create(resource, sent, bad());
            case "PUT" -> store.replace(resource, name, sent, bad());
            case "PATCH" -> store.patch(resource, name, sent, bad());
            case "DELETE" -> name.isEmpty() ? store.deleteAll(resource, query.get("labelSelector").split("=")[1])
                    : store.delete(resource, name, sent);
            default -> store.list(resource);
        };
        byte[] bytes = JsonEncoder.encode(answer.body());
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private synchronized boolean bad() {
        return ++writes % OFTEN == 0;
    }

    private static Map<String, String> query(String text) {
        return Stream.of(text == null ? new String[0] : text.split("&")).map(part -> part.split("=", 2))
                .collect(Collectors.toMap(part -> part[0], part -> part[1]));
    }

    private void watch(HttpExchange exchange, String resource, Map<String, String> query) throws IOException {
        long after = Long.parseLong(query.get("resourceVersion"));
        boolean auditor = ("&timeoutSeconds=" + query.get("timeoutSeconds")).equals(HttpWatcher.AUDIT);
        List<Change> first = auditor ? List.of() : store.firstTwo(resource, after);
        if (fault == Fault.SKIPS_AN_EVENT && first.size() > 1) {
            after = first.get(0).revision();
        } else if (fault == Fault.REPEATS_AN_EVENT && !auditor) {
            after--;
        }
        long end = System.nanoTime() + 1_000_000_000L * Long.parseLong(query.getOrDefault("timeoutSeconds", "60"));
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            while (System.nanoTime() < end) {
                for (Change change : store.await(resource, after)) {
                    Map<String, Object> line = new HashMap<>(Map.of("type", change.type(), "object", change.object()));
                    out.write(JsonEncoder.encode(line));
                    out.write('\n');
                    after = change.revision();
                }
                out.flush();
            }
        } catch (InterruptedException killed) {
            exchange.close();
        }
    }
}
