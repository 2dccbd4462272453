package mortise.tck.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.tck.storage.KeyOperation.Kind;
import org.jspecify.annotations.Nullable;

/** What several threads do at the same time with a few keys of a store, and what they saw. */
final class ConcurrentHistory {

    private static final long DEADLINE_SECONDS = 60;

    /** A list that was read: at which revision, and the values. */
    record Listed(long revision, List<StoredValue> values) {
    }

    /** A write of which nobody knows whether it was made. */
    record Lost(String key, @Nullable String value) {
    }

    private final Store store;
    private final String prefix;
    private final int keys;
    private final Map<String, List<KeyOperation>> operations = new ConcurrentHashMap<>();
    private final Map<String, Long> lastSeen = new ConcurrentHashMap<>();
    private final Map<Long, Commit> committed = new ConcurrentHashMap<>();
    private final List<Listed> lists = new ArrayList<>(); // guarded by itself
    private final List<Lost> lost = new ArrayList<>(); // guarded by itself
    private final AtomicLong written = new AtomicLong();

    ConcurrentHistory(Store store, String prefix, int keys) {
        this.store = store;
        this.prefix = prefix;
        this.keys = keys;
    }

    /** Lets so many threads do so many operations each; what they do is chosen by the seed, when they do it is not. */
    void run(int threads, int each, long seed) throws InterruptedException, ExecutionException, TimeoutException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var futures = new ArrayList<Future<?>>();
            for (int i = 0; i < threads; i++) {
                var random = new Random(seed + i);
                futures.add(pool.submit(() -> {
                    for (int step = 0; step < each; step++) {
                        step(random);
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void step(Random random) {
        String key = prefix + random.nextInt(keys);
        int choice = random.nextInt(100);
        long seen = lastSeen.getOrDefault(key, 0L);
        try {
            if (choice < 30) {
                read(key);
            } else if (choice < 40) {
                list();
            } else if (choice < 60 || seen == 0) {
                write(Commit.create(key, value()));
            } else if (choice < 85) {
                write(Commit.replace(key, seen, value()));
            } else {
                write(Commit.delete(key, seen));
            }
        } catch (UnknownOutcomeException e) {
            throw new AssertionError("handled where it happens", e);
        } catch (StoreException failed) {
            // A read that failed says nothing about the store.
        }
    }

    private byte[] value() {
        return ("v" + written.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
    }

    private void read(String key) {
        long call = System.nanoTime();
        Optional<StoredValue> found = store.get(key, 0);
        saw(key, found.orElse(null), call, System.nanoTime());
    }

    /** A list is a read of each key, all at the same moment; that is checked by its revision, see {@link #lists}. */
    private void list() {
        long call = System.nanoTime();
        RangePage page = store.range(RangeRequest.ofPrefix(prefix));
        long end = System.nanoTime();
        var found = new TreeMap<String, StoredValue>();
        page.values().forEach(value -> found.put(value.key(), value));
        for (int i = 0; i < keys; i++) {
            saw(prefix + i, found.get(prefix + i), call, end);
        }
        synchronized (lists) {
            lists.add(new Listed(page.revision(), page.values()));
        }
    }

    private void saw(String key, @Nullable StoredValue value, long call, long end) {
        long revision = value == null ? 0 : value.modRevision();
        note(key, new KeyOperation(Kind.READ, 0, value == null ? null : text(value.value()), revision, call, end));
        lastSeen.put(key, revision);
    }

    private void write(Commit commit) {
        String value = commit.value() == null ? null : text(commit.value());
        long expected = commit.expectedModRevision();
        long call = System.nanoTime();
        try {
            CommitOutcome outcome = StoreTopic.await(store.commit(commit));
            long end = System.nanoTime();
            if (outcome instanceof Committed made) {
                note(commit.key(), new KeyOperation(Kind.COMMITTED, expected, value, made.revision(), call, end));
                committed.put(made.revision(), commit);
                lastSeen.put(commit.key(), commit.value() == null ? 0 : made.revision());
            } else if (outcome instanceof Refused refused) {
                long current = refused.current().map(StoredValue::modRevision).orElse(0L);
                String found = refused.current().map(there -> text(there.value())).orElse(null);
                note(commit.key(), new KeyOperation(Kind.REFUSED, expected, found, current, call, end));
                lastSeen.put(commit.key(), current);
            }
        } catch (UnknownOutcomeException unknown) {
            note(commit.key(), new KeyOperation(Kind.UNKNOWN, expected, value, 0, call, Long.MAX_VALUE));
            synchronized (lost) {
                lost.add(new Lost(commit.key(), value));
            }
        }
    }

    private void note(String key, KeyOperation operation) {
        List<KeyOperation> history = operations.computeIfAbsent(key, first -> new ArrayList<>());
        synchronized (history) {
            history.add(operation);
        }
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    /** Returns what was done with each key. */
    Map<String, List<KeyOperation>> operations() {
        return operations;
    }

    /** Returns the acknowledged commits by revision. */
    Map<Long, Commit> committed() {
        return new TreeMap<>(committed);
    }

    /** Returns the lists that were read. */
    List<Listed> lists() {
        synchronized (lists) {
            return List.copyOf(lists);
        }
    }

    /** Returns the writes of which nobody knows. */
    List<Lost> lost() {
        synchronized (lost) {
            return List.copyOf(lost);
        }
    }
}
