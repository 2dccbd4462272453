package mortise.itests.crash;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import mortise.itests.crash.Attempt.Kind;
import mortise.itests.crash.Attempt.Outcome;

/**
 * A client that writes until the server is gone: creates, updates at a revision, patches and deletes, one by one and
 * as a collection, mostly objects of its own, and some that it shares with the others.
 */
final class HttpWriter implements Runnable {

    /** What the names of all objects begin with. */
    static final String PREFIX = "crash-";
    /** Plural names of what is written. */
    static final List<String> RESOURCES = List.of("configmaps", "secrets");

    private static final String LABEL = "crash";
    private static final int NAMES = 4;
    private static final int SHARED_NAMES = 2;
    private static final int SHARED_PERCENT = 25;
    private static final int CREATE_PERCENT = 35;
    private static final int UPDATE_PERCENT = 55;
    private static final int PATCH_PERCENT = 78;
    private static final int DELETE_PERCENT = 95;
    /** One of so many revisions that are demanded is a wrong one. */
    private static final int WRONG_EVERY = 8;
    private static final int SERVER_FAILURE = 500;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ApiClient client;
    private final ServerLedger ledger;
    private final String own;
    private final Random random;
    private final Runnable acknowledged;
    /** Revisions that it was told, by path. */
    private final Map<String, Long> known = new HashMap<>();

    /**
     * Makes one.
     *
     * @param number that sets it apart from the others
     * @param acknowledged is told of every write that was
     */
    HttpWriter(ApiClient client, ServerLedger ledger, int number, Random random, Runnable acknowledged) {
        this.client = client;
        this.ledger = ledger;
        this.own = PREFIX + "w" + number;
        this.random = random;
        this.acknowledged = acknowledged;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                step();
            }
        } catch (IOException theServerIsGone) {
            // That is what ends this loop; the outcome of the last attempt stays unknown.
        }
    }

    private void step() throws IOException {
        String resource = RESOURCES.get(random.nextInt(RESOURCES.size()));
        boolean shared = random.nextInt(100) < SHARED_PERCENT;
        String group = shared ? PREFIX + "shared" : own;
        String name = group + "-" + random.nextInt(shared ? SHARED_NAMES : NAMES);
        long revision = known.getOrDefault(ApiClient.path(resource, name), 0L);
        if (revision > 1 && random.nextInt(WRONG_EVERY) == 0) {
            revision--;
        }
        int choice = random.nextInt(100);
        if (choice < CREATE_PERCENT || revision == 0 && choice < PATCH_PERCENT) {
            create(resource, group, name);
        } else if (choice < UPDATE_PERCENT) {
            update(resource, group, name, revision);
        } else if (choice < PATCH_PERCENT) {
            patch(resource, name, random.nextBoolean() ? revision : 0);
        } else if (choice < DELETE_PERCENT) {
            delete(resource, name, random.nextInt(3) == 0 ? revision : 0);
        } else {
            deleteCollection(resource, group);
        }
    }

    /** Creates, and returns the revision; 0 when that was refused or is unknown. */
    long create(String resource, String group, String name) throws IOException {
        Attempt attempt = ledger.begin(Kind.CREATE, resource, name, 0);
        return write(attempt, "POST", ApiClient.path(resource), object(attempt, group));
    }

    private void update(String resource, String group, String name, long revision) throws IOException {
        Attempt attempt = ledger.begin(Kind.UPDATE, resource, name, revision);
        write(attempt, "PUT", ApiClient.path(resource, name), object(attempt, group));
    }

    /** Patches, and returns the revision; 0 when that was refused or is unknown. */
    long patch(String resource, String name, long revision) throws IOException {
        Attempt attempt = ledger.begin(Kind.PATCH, resource, name, revision);
        Map<String, Object> patch = new LinkedHashMap<>(Map.of("data", attempt.data()));
        if (revision != 0) {
            patch.put("metadata", Map.of("resourceVersion", Long.toString(revision)));
        }
        return write(attempt, "PATCH", ApiClient.path(resource, name), patch);
    }

    private static Map<String, Object> object(Attempt attempt, String group) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", attempt.name);
        metadata.put("labels", Map.of(LABEL, group));
        if (attempt.expected != 0) {
            metadata.put("resourceVersion", Long.toString(attempt.expected));
        }
        return Map.of("metadata", metadata, "data", attempt.data());
    }

    private long write(Attempt attempt, String method, String path, Map<String, ?> body) throws IOException {
        ApiAnswer answer = client.send(method, path, body);
        String object = ApiClient.path(attempt.resource, attempt.name);
        known.remove(object);
        if (succeeded(attempt, answer)) {
            attempt.revision = answer.revision();
            attempt.uids = Set.of(answer.uid());
            known.put(object, attempt.revision);
            end(attempt);
        }
        return attempt.revision;
    }

    private void delete(String resource, String name, long revision) throws IOException {
        Attempt attempt = ledger.begin(Kind.DELETE, resource, name, revision);
        Map<String, Object> options = revision == 0 ? Map.of()
                : Map.of("preconditions", Map.of("resourceVersion", Long.toString(revision)));
        known.remove(ApiClient.path(resource, name));
        ApiAnswer answer = client.send("DELETE", ApiClient.path(resource, name), options);
        if (succeeded(attempt, answer)) {
            attempt.uids = Set.of(ApiAnswer.text(answer.body(), "details", "uid"));
            end(attempt);
        }
    }

    private void deleteCollection(String resource, String group) throws IOException {
        Attempt attempt = ledger.begin(Kind.DELETE_COLLECTION, resource, group, 0);
        known.keySet().removeIf(path -> path.startsWith(ApiClient.path(resource, group)));
        ApiAnswer answer = client.send("DELETE", ApiClient.path(resource) + "?labelSelector=" + LABEL + "%3D" + group,
                null);
        if (succeeded(attempt, answer)) {
            attempt.uids = answer.items().stream().map(item -> ApiAnswer.text(item, "metadata", "uid"))
                    .collect(Collectors.toSet());
            end(attempt);
        }
    }

    private static boolean succeeded(Attempt attempt, ApiAnswer answer) {
        boolean partly = attempt.kind == Kind.DELETE_COLLECTION && answer.status() != 200;
        // Of a collection some may be deleted, and the next one refused, for example while the store is away.
        if (answer.status() >= SERVER_FAILURE || partly) {
            LockSupport.parkNanos(PAUSE_NANOS);
            return false;
        }
        if (answer.status() != 200 && answer.status() != 201) {
            attempt.outcome = Outcome.REFUSED;
            return false;
        }
        return true;
    }

    /** The last thing that is noted, so that a thread that is stopped before has not been told anything. */
    private void end(Attempt attempt) {
        attempt.outcome = Outcome.ACKNOWLEDGED;
        acknowledged.run();
    }
}
