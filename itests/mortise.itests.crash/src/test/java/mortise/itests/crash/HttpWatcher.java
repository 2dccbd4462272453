package mortise.itests.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import mortise.core.codec.MalformedBodyException;

/**
 * A client that watches a resource, over all lives of a server: each time it goes on from the last revision that it was
 * told. One thread at a time.
 */
final class HttpWatcher {

    /** Of those that tell the ledger the history. */
    static final String AUDIT = "&timeoutSeconds=10";
    /** Of those that go on again and again. */
    static final String RESTLESS = "&timeoutSeconds=1";

    private static final String PATIENT = "&timeoutSeconds=9";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final String name;
    private final String resource;
    private final String options;
    private long compared;
    private long seen;
    private List<ObjectEvent> events = new ArrayList<>();
    private volatile String failure = "";

    /**
     * Makes one.
     *
     * @param options further parameters, each after an ampersand
     * @param from the revision after which it begins
     */
    HttpWatcher(String name, String resource, String options, long from) {
        this.name = name;
        this.resource = resource;
        this.options = options;
        this.compared = from;
        this.seen = from;
    }

    String resource() {
        return resource;
    }

    /** Watches until the server is gone; a watch that the server ends is begun again. */
    void followUntilGone(ApiClient client) {
        try {
            while (!Thread.currentThread().isInterrupted() && failure.isEmpty()) {
                follow(client, options, event -> false);
            }
        } catch (IOException theServerIsGone) {
            String message = String.valueOf(theServerIsGone.getMessage());
            if (message.contains("answered with 4")) {
                failure = message;
            }
        }
    }

    /** Watches up to a revision, which there is an event of. */
    void followUpTo(ApiClient client, long revision) throws IOException {
        long begin = System.nanoTime();
        String patient = options.contains("timeout") ? options : options + PATIENT;
        while (seen < revision && failure.isEmpty()) {
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                throw new AssertionError(name + " is at " + seen + " and is never told " + revision);
            }
            follow(client, patient, event -> event >= revision);
        }
        if (!failure.isEmpty()) {
            throw new AssertionError(name + ": " + failure);
        }
    }

    private void follow(ApiClient client, String how, LongPredicate enough) throws IOException {
        try (InputStream body = client.watch(resource, seen, how);
                var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line);
                if (!failure.isEmpty() || enough.test(seen)) {
                    return;
                }
            }
        }
    }

    private void take(String line) {
        Map<String, Object> event;
        try {
            event = ApiClient.tree(line.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedBodyException theLineWasCutOff) {
            return;
        }
        String type = String.valueOf(event.get("type"));
        Map<String, Object> object = ApiAnswer.part(event, "object");
        if (type.equals("ERROR")) {
            failure = line;
            return;
        }
        String of = ApiAnswer.text(object, "metadata", "name");
        if (of.startsWith(HttpWriter.PREFIX)) {
            events.add(new ObjectEvent(type, resource, of, ApiAnswer.text(object, "metadata", "uid"),
                    ApiAnswer.revision(object), ApiAnswer.data(object)));
        }
        seen = ApiAnswer.revision(object);
    }

    /** Hands over what was seen since the last time. */
    Watched seen() {
        if (!failure.isEmpty()) {
            throw new AssertionError(name + " after " + seen + ": " + failure);
        }
        Watched watched = new Watched(name, resource, compared, seen, events);
        compared = seen;
        events = new ArrayList<>();
        return watched;
    }
}
