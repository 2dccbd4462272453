package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mortise.tck.storage.KeyOperation;
import mortise.tck.storage.KeyOperation.Kind;
import mortise.tck.storage.Linearizability;
import org.junit.Test;

/**
 * Many clients at once over HTTP: what they read as most recent and what they wrote could have happened one after the
 * other; what they read from the cache never goes back; a watch shows each change once and in order. Longer with
 * {@code -Dmortise.linearizability.rounds}.
 */
public class LinearizabilityIT {

    private static final int ROUNDS = Integer.getInteger("mortise.linearizability.rounds", 1);
    private static final int CLIENTS = 8;
    private static final int KEYS = 3;
    private static final int EACH = 50;
    private static final String COLLECTION = "/api/v1/namespaces/default/configmaps";
    private static final Pattern REVISION = Pattern.compile("\"resourceVersion\":\\s*\"(\\d+)\"");
    private static final Pattern VALUE = Pattern.compile("\"v\":\\s*\"(v\\d+)\"");
    private static final Pattern TYPE = Pattern.compile("\"type\":\\s*\"(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)\"");

    /** One round: its names, what was done with each, and the changes that were acknowledged with a revision. */
    private static final class Round {

        final String prefix;
        final Map<String, List<KeyOperation>> operations = new ConcurrentHashMap<>();
        final Map<String, Long> seen = new ConcurrentHashMap<>();
        final Map<Long, String> written = new ConcurrentHashMap<>();
        final AtomicLong deletions = new AtomicLong();
        final AtomicLong values = new AtomicLong();

        Round(int number) {
            prefix = "lin-" + number + "-";
        }

        void note(String name, Kind kind, long expected, String value, long revision, long call) {
            List<KeyOperation> history = operations.computeIfAbsent(name, first -> new ArrayList<>());
            var operation = new KeyOperation(kind, expected, value, revision, call, System.nanoTime());
            synchronized (history) {
                history.add(operation);
            }
        }
    }

    @Test
    public void whatClientsSeeCouldHaveHappenedOneAfterTheOther() throws Exception {
        long seed = System.nanoTime();
        Path work = RestartAfterKillIT.newWorkFolder();
        try (ServerProcess server = ServerProcess.start(work, "--secure-port=0",
                "--token-auth-file=" + work.resolve("tokens.csv"))) {
            String address = server.awaitAddress();
            for (int i = 0; i < ROUNDS; i++) {
                round(new Round(i), work, address, seed + 1_000L * i);
            }
        }
    }

    private static void round(Round round, Path work, String address, long seed) throws Exception {
        var admin = new ApiClient(address, work.resolve("data/pki/ca.crt"), "admin-token");
        long start = revision(admin.get(COLLECTION));
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            var ready = new CountDownLatch(1);
            String end = round.prefix + "end";
            Future<List<String>> watched = pool.submit(() -> changes(admin, start, end, ready));
            assertTrue(ready.await(20, TimeUnit.SECONDS));
            var clients = new ArrayList<Future<?>>();
            for (int i = 0; i < CLIENTS; i++) {
                var random = new Random(seed + i);
                var client = new ApiClient(address, work.resolve("data/pki/ca.crt"), "admin-token");
                clients.add(pool.submit(() -> client(round, client, random)));
            }
            for (Future<?> client : clients) {
                client.get(60, TimeUnit.SECONDS);
            }
            assertEquals(201, admin.post(COLLECTION, body(end, "", "v0")).statusCode());
            for (var key : round.operations.entrySet()) {
                assertEquals(key.getKey() + ", seed " + seed, "",
                        Linearizability.violation(key.getValue()).orElse(""));
            }
            compare(round, watched.get(20, TimeUnit.SECONDS), "seed " + seed);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void client(Round round, ApiClient api, Random random) {
        long fromCache = 0;
        for (int i = 0; i < EACH; i++) {
            String name = round.prefix + random.nextInt(KEYS);
            long seen = round.seen.getOrDefault(name, 0L);
            int choice = random.nextInt(100);
            if (choice < 25) {
                read(round, api, name);
            } else if (choice < 35) {
                list(round, api);
            } else if (choice < 45) {
                long revision = revision(api.get(COLLECTION + "?resourceVersion=0"));
                assertTrue(revision + " after " + fromCache, revision >= fromCache);
                fromCache = revision;
            } else if (choice < 60 || seen == 0) {
                create(round, api, name);
            } else if (choice < 85) {
                update(round, api, name, seen);
            } else {
                delete(round, api, name, seen);
            }
        }
    }

    private static void read(Round round, ApiClient api, String name) {
        long call = System.nanoTime();
        HttpResponse<String> answer = api.get(COLLECTION + "/" + name);
        if (answer.statusCode() == 404) {
            round.note(name, Kind.READ, 0, null, 0, call);
            round.seen.put(name, 0L);
        } else {
            assertEquals(answer.body(), 200, answer.statusCode());
            round.note(name, Kind.READ, 0, value(answer.body()), revision(answer), call);
            round.seen.put(name, revision(answer));
        }
    }

    private static void list(Round round, ApiClient api) {
        long call = System.nanoTime();
        String body = api.get(COLLECTION).body();
        for (int i = 0; i < KEYS; i++) {
            String name = round.prefix + i;
            int at = body.indexOf("\"" + name + "\"");
            round.note(name, Kind.READ, 0, null, at < 0 ? 0 : first(REVISION, body.substring(at)), call);
        }
    }

    private static void create(Round round, ApiClient api, String name) {
        String value = "v" + round.values.incrementAndGet();
        long call = System.nanoTime();
        wrote(round, name, 0, value, api.post(COLLECTION, body(name, "", value)), call);
    }

    private static void update(Round round, ApiClient api, String name, long expected) {
        String value = "v" + round.values.incrementAndGet();
        long call = System.nanoTime();
        wrote(round, name, expected, value,
                api.put(COLLECTION + "/" + name, body(name, Long.toString(expected), value)), call);
    }

    private static void wrote(Round round, String name, long expected, String value, HttpResponse<String> answer,
            long call) {
        switch (answer.statusCode()) {
            case 200, 201 -> {
                round.note(name, Kind.COMMITTED, expected, value, revision(answer), call);
                round.written.put(revision(answer), name);
                round.seen.put(name, revision(answer));
            }
            case 409 -> round.note(name, Kind.REFUSED, expected, null, KeyOperation.UNTOLD, call);
            case 404 -> round.note(name, Kind.REFUSED, expected, null, 0, call);
            default -> throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
    }

    private static void delete(Round round, ApiClient api, String name, long expected) {
        long call = System.nanoTime();
        HttpResponse<String> answer = api.delete(COLLECTION + "/" + name,
                "{\"preconditions\":{\"resourceVersion\":\"" + expected + "\"}}");
        switch (answer.statusCode()) {
            case 200 -> {
                round.note(name, Kind.COMMITTED, expected, null, 0, call);
                round.deletions.incrementAndGet();
                round.seen.put(name, 0L);
            }
            case 409 -> round.note(name, Kind.REFUSED, expected, null, KeyOperation.UNTOLD, call);
            case 404 -> round.note(name, Kind.REFUSED, expected, null, 0, call);
            default -> throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
    }

    /** Returns the lines of a watch up to the one about the last object. */
    private static List<String> changes(ApiClient api, long start, String end, CountDownLatch ready) {
        var lines = new ArrayList<String>();
        try (Stream<String> watch = api.watch(COLLECTION + "?watch=1&resourceVersion=" + start)) {
            ready.countDown();
            var each = watch.iterator();
            while (each.hasNext()) {
                String line = each.next();
                lines.add(line);
                if (line.contains("\"" + end + "\"")) {
                    return lines;
                }
            }
        }
        throw new AssertionError("the watch ended");
    }

    private static void compare(Round round, List<String> lines, String seed) {
        var written = new TreeMap<Long, String>();
        long deletions = 0;
        long last = 0;
        var exists = new HashMap<String, Boolean>();
        for (String line : lines) {
            Matcher type = TYPE.matcher(line);
            assertTrue(seed + ": " + line, type.find() && !type.group(1).equals("ERROR"));
            for (int i = 0; i < KEYS; i++) {
                String name = round.prefix + i;
                if (line.contains("\"" + name + "\"")) {
                    long revision = first(REVISION, line);
                    assertTrue(seed + ": " + revision + " after " + last, revision > last);
                    last = revision;
                    boolean deleted = type.group(1).equals("DELETED");
                    boolean added = type.group(1).equals("ADDED");
                    assertEquals(seed + ": " + line, !added, exists.getOrDefault(name, false));
                    exists.put(name, !deleted);
                    if (deleted) {
                        deletions++;
                    } else {
                        written.put(revision, name);
                    }
                }
            }
        }
        assertEquals(seed, new TreeMap<>(round.written), written);
        assertEquals(seed, round.deletions.get(), deletions);
    }

    private static String body(String name, String revision, String value) {
        return "{\"metadata\":{\"name\":\"" + name + "\"" + (revision.isEmpty() ? "" : ",\"resourceVersion\":\""
                + revision + "\"") + "},\"data\":{\"v\":\"" + value + "\"}}";
    }

    private static long revision(HttpResponse<String> answer) {
        return first(REVISION, answer.body());
    }

    private static long first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertTrue(text, matcher.find());
        return Long.parseLong(matcher.group(1));
    }

    private static String value(String body) {
        Matcher matcher = VALUE.matcher(body);
        assertTrue(body, matcher.find());
        return matcher.group(1);
    }
}
