package mortise.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.cache.WatchOptions.Start;
import mortise.spi.storage.StoreEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Watches open, read and close while a writer writes; each must see exactly what the model says. */
class HandOverTest {

    private static final CacheSettings ROOMY = new CacheSettings(100_000, Duration.ofMinutes(5), Duration.ofSeconds(75),
            100_000, Duration.ofSeconds(10), Duration.ofSeconds(60));

    private final long seed = System.nanoTime();
    private final ExecutorService dispatcher = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        dispatcher.shutdownNow();
    }

    /** A reader that checks the order while it reads, in whatever thread it is run. */
    private static final class Reader {

        private final AtomicReference<CacheWatch> watch = new AtomicReference<>();
        private final CountDownLatch done = new CountDownLatch(1);
        private final long last;

        /** Guarded by this. */
        private final List<CacheEvent> initial = new ArrayList<>();
        private final List<CacheEvent> changes = new ArrayList<>();
        private long startedAt = -1;

        Reader(long last) {
            this.last = last;
        }

        synchronized void read() {
            CacheWatch open = watch.get();
            if (open == null) {
                return;
            }
            for (CacheEvent event : Fixture.drain(open)) {
                if (event.type() == CacheEvent.Type.BOOKMARK) {
                    startedAt = event.revision();
                } else if (startedAt < 0) {
                    initial.add(event);
                } else {
                    changes.add(event);
                }
                if (event.revision() >= last) {
                    done.countDown();
                }
            }
        }

        synchronized void check(FakeStore store, long seed) {
            Map<String, Long> state = new TreeMap<>();
            initial.forEach(event -> state.put(event.entry().key(), event.entry().revision()));
            assertThat(state).as("seed %d", seed).isEqualTo(store.revisionsAt(startedAt));
            List<StoreEvent> expected = store.eventsAfter(startedAt);
            assertThat(changes).as("seed %d, from %d", seed, startedAt).extracting(CacheEvent::revision)
                    .containsExactlyElementsOf(expected.stream().map(StoreEvent::revision).toList());
            for (CacheEvent event : changes) {
                boolean known = event.type() == CacheEvent.Type.DELETED
                        ? state.remove(event.entry().key()) != null
                        : state.put(event.entry().key(), event.revision()) != null;
                assertThat(known).as("seed %d at %s", seed, event).isEqualTo(event.type() != CacheEvent.Type.ADDED);
            }
        }
    }

    @Test
    void everyWatchThatOpensWhileAWriterWritesSeesExactlyTheModel() throws Exception {
        var store = new FakeStore();
        int changes = 3_000;
        try (var fixture = new Fixture(store, ROOMY, dispatcher)) {
            fixture.cache.loaded().toCompletableFuture().get(10, TimeUnit.SECONDS);
            // The last change marks the end; keys exist or not, so not every removal is a change.
            long[] lastRevision = new long[1];
            var writer = new Thread(() -> write(fixture, changes, lastRevision));
            var readers = new ArrayList<Reader>();
            writer.start();
            for (int i = 0; i < 150; i++) {
                var reader = new Reader(1 + changes);
                readers.add(reader);
                var options = new WatchOptions("", "", LabelSelector.EVERYTHING,
                        FieldSelector.EVERYTHING, i % 2 == 0 ? Start.MOST_RECENT : Start.ANY, 0, false, true);
                reader.watch.set(fixture.cache.watch(options, reader::read));
                reader.read();
            }
            writer.join();
            assertThat(lastRevision[0]).isEqualTo(1 + changes);
            for (Reader reader : readers) {
                assertThat(reader.done.await(20, TimeUnit.SECONDS)).as("seed %d", seed).isTrue();
                reader.check(store, seed);
            }
        }
    }

    /** Writes changes that are all real ones: a key is removed only if it is there. */
    private void write(Fixture fixture, int changes, long[] lastRevision) {
        var random = new Random(seed);
        var present = new ArrayList<String>();
        for (int i = 0; i < changes; i++) {
            String name = "p" + random.nextInt(50);
            boolean there = present.contains(name);
            if (there && i < changes - 1 && random.nextInt(3) == 0) {
                present.remove(name);
                lastRevision[0] = fixture.remove("a", name);
            } else {
                if (!there) {
                    present.add(name);
                }
                lastRevision[0] = fixture.put("a", name);
            }
        }
    }

    @Test
    void aReaderThatNeverReadsDoesNotDelayTheWriter() throws Exception {
        var settings = new CacheSettings(1_000, Duration.ofMinutes(5), Duration.ofSeconds(75), 50,
                Duration.ofSeconds(10), Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, dispatcher)) {
            fixture.cache.loaded().toCompletableFuture().get(10, TimeUnit.SECONDS);
            var release = new CountDownLatch(1);
            CacheWatch stuck = fixture.cache.watch(Fixture.options(Start.ANY, 0), () -> awaitQuietly(release));
            Fixture.drain(stuck);
            var reader = new Reader(201);
            reader.watch.set(fixture.cache.watch(new WatchOptions("", "", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, Start.ANY, 0, false, true), reader::read));
            reader.read();
            var writer = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    fixture.put("a", "x" + i);
                    // At the pace of the quick reader; the stuck one never comes.
                    reader.read();
                }
            });
            writer.start();
            writer.join(TimeUnit.SECONDS.toMillis(20));
            boolean finished = !writer.isAlive();
            release.countDown();
            assertThat(finished).isTrue();
            assertThat(stuck.ended()).isPresent();
            assertThat(reader.done.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
