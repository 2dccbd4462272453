package mortise.itests.concurrency;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSnapshot;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.ResourceCache;
import mortise.core.cache.WatchOptions;
import mortise.core.cache.WatchOptions.Start;

/** A loaded cache over a {@link ListStore} with one pod, {@code a} of revision 2. */
final class PodCache {

    private static final CacheSpec SPEC = new CacheSpec(ListStore.PREFIX, false, Map.of(), List.of());

    /** So many turns bring everything to its end; more mean that something goes on for ever. */
    private static final int TURNS_MAX = 1_000;

    final ListStore store = new ListStore();
    final Later later = new Later();
    final ResourceCache cache;
    private final AtomicBoolean failing = new AtomicBoolean();

    PodCache() {
        this(1_000, 1_000);
    }

    PodCache(int historyEventsMax, int queueEventsMax) {
        this(historyEventsMax, queueEventsMax, true);
    }

    /** Makes one that begins to load when {@link #later} runs. */
    static PodCache notLoaded() {
        return new PodCache(1_000, 1_000, false);
    }

    private PodCache(int historyEventsMax, int queueEventsMax, boolean load) {
        var settings = new CacheSettings(historyEventsMax, Duration.ofMinutes(5), Duration.ofSeconds(75),
                queueEventsMax, Duration.ofSeconds(20), Duration.ofMinutes(1));
        store.put("a");
        cache = ResourceCache.open(store, SPEC, settings, later, later, this::now);
        if (load) {
            later.runAll();
        }
    }

    /** Has the next change that the store tells not taken in. */
    void failOnce() {
        failing.set(true);
    }

    private Instant now() {
        if (failing.getAndSet(false)) {
            throw new IllegalStateException("not taken in, on purpose");
        }
        return Instant.now();
    }

    /** Opens a watch that first tells the state and where that ends. */
    void openWithState(Reader reader, Runnable onReadable) {
        reader.begin(cache.watch(new WatchOptions("", "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING,
                Start.ANY, 0, false, true), onReadable));
    }

    /** Opens a watch of the changes after a revision. */
    void openAfter(long revision, Reader reader, Runnable onReadable) {
        reader.begin(cache.watch(WatchOptions.everything(Start.AFTER_REVISION, revision), onReadable));
    }

    /** Does what waits, without reading. */
    void settle() {
        for (int i = 0; later.runAll(); i++) {
            failAfter(i);
        }
    }

    /** Does what waits and reads, until both come to an end. */
    void settle(Reader reader) {
        boolean more = true;
        for (int i = 0; more; i++) {
            failAfter(i);
            more = later.runAll();
            while (reader.readOne()) {
                more = true;
            }
        }
    }

    private static void failAfter(int turns) {
        if (turns > TURNS_MAX) {
            throw new IllegalStateException("it never comes to rest");
        }
    }

    /** Names with revisions, as {@link ListStore#stateAt} has them. */
    static Map<String, Long> content(CacheSnapshot snapshot) {
        var content = new TreeMap<String, Long>();
        snapshot.range("", "").forEachRemaining(entry -> content.put(entry.name(), entry.revision()));
        return content;
    }
}
