package mortise.core.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.cache.WatchOptions.Start;

/** A cache of pods over a {@link FakeStore}, by default with everything in the calling thread. */
final class Fixture implements AutoCloseable {

    static final String PREFIX = "/registry/pods/";

    static final CacheSpec SPEC = new CacheSpec(
            PREFIX,
            true,
            Map.of(
                    "spec.nodeName", object -> object.textAt("spec", "nodeName"),
                    "status.phase", object -> object.textAt("status", "phase")),
            List.of("spec.nodeName"));

    static final CacheSettings SETTINGS = new CacheSettings(
            1_000, Duration.ofMinutes(5), Duration.ofSeconds(75), 100, Duration.ofMillis(100), Duration.ofSeconds(60));

    final FakeStore store;
    final ManualTimer timer = new ManualTimer();
    final ResourceCache cache;

    Fixture() {
        this(new FakeStore(), SETTINGS, Runnable::run);
    }

    Fixture(FakeStore store, CacheSettings settings, Executor dispatcher) {
        this.store = store;
        this.cache = ResourceCache.open(store, SPEC, settings, dispatcher, timer, timer);
    }

    static String key(String namespace, String name) {
        return PREFIX + namespace + "/" + name;
    }

    static byte[] pod(String namespace, String name, String app, String node) {
        return ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace + "\",\"uid\":\"u-" + name
                + "\",\"labels\":{\"app\":\"" + app + "\"}},\"spec\":{\"nodeName\":\"" + node
                + "\"},\"status\":{\"phase\":\"Running\"}}").getBytes(StandardCharsets.UTF_8);
    }

    long put(String namespace, String name) {
        return put(namespace, name, "web", "node-1");
    }

    long put(String namespace, String name, String app, String node) {
        return store.put(key(namespace, name), pod(namespace, name, app, node));
    }

    long remove(String namespace, String name) {
        return store.remove(key(namespace, name));
    }

    static WatchOptions options(Start start, long after) {
        return WatchOptions.everything(start, after);
    }

    static WatchOptions selecting(String namespace, String labels, String fields, Start start, long after) {
        return new WatchOptions(namespace, "", LabelSelector.parse(labels), FieldSelector.parse(fields), start, after,
                false, false);
    }

    CacheWatch watch(WatchOptions options) {
        return cache.watch(options, () -> { });
    }

    static List<CacheEvent> drain(CacheWatch watch) {
        var events = new ArrayList<CacheEvent>();
        Optional<CacheEvent> next = watch.poll();
        while (next.isPresent()) {
            events.add(next.get());
            next = watch.poll();
        }
        return events;
    }

    /** Events as text: {@code ADDED a/x@5}. */
    static List<String> texts(CacheWatch watch) {
        return drain(watch).stream().map(Fixture::text).toList();
    }

    private static String text(CacheEvent event) {
        return event.type() == CacheEvent.Type.BOOKMARK
                ? "BOOKMARK" + (event.initialEventsEnd() ? "!" : "") + " @" + event.revision()
                : event.type() + " " + event.entry().namespace() + "/" + event.entry().name() + "@" + event.revision();
    }

    static List<String> names(Iterator<CacheEntry> entries) {
        var names = new ArrayList<String>();
        entries.forEachRemaining(entry -> names.add(entry.namespace() + "/" + entry.name()));
        return names;
    }

    static Map<String, Long> revisions(CacheSnapshot snapshot) {
        var revisions = new TreeMap<String, Long>();
        snapshot.range("", "").forEachRemaining(entry -> revisions.put(entry.key(), entry.revision()));
        return revisions;
    }

    @Override
    public void close() {
        cache.close();
    }
}
