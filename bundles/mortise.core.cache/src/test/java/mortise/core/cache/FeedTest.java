package mortise.core.cache;

import static mortise.core.cache.Fixture.key;
import static mortise.core.cache.Fixture.names;
import static mortise.core.cache.Fixture.options;
import static mortise.core.cache.Fixture.pod;
import static mortise.core.cache.Fixture.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.core.cache.WatchOptions.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the store is followed when something breaks at a bad moment. Which moment it is, the fakes decide. */
@Timeout(60)
class FeedTest {

    /** Nothing here runs into it. */
    private static final CacheSettings PATIENT = new CacheSettings(1_000, Duration.ofMinutes(5), Duration.ofSeconds(75),
            100, Duration.ofSeconds(30), Duration.ofSeconds(60));

    private final FakeStore store = new FakeStore();

    @Test
    void whoWaitsForAChangeThatCouldNotBeTakenInWaitsForTheNextAttempt() throws Exception {
        var timer = new ManualTimer();
        var broken = new AtomicBoolean();
        try (var cache = ResourceCache.open(store, Fixture.SPEC, PATIENT, Runnable::run, timer, () -> {
            if (broken.getAndSet(false)) {
                throw new IllegalStateException("no time");
            }
            return timer.instant();
        })) {
            CacheWatch watch = cache.watch(options(Start.ANY, 0), () -> { });
            var waits = CompletableFuture.supplyAsync(() -> cache.notOlderThan(2));
            store.awaitWaiting();
            broken.set(true);
            store.put(key("a", "x"), pod("a", "x", "web", "n"));
            while (!waits.isDone()) {
                timer.advance(Duration.ofSeconds(1));
            }
            assertThat(names(waits.join().range("", ""))).containsExactly("a/x");
            assertThat(names(cache.mostRecent().range("", ""))).containsExactly("a/x");
            assertThat(texts(watch)).containsExactly("ADDED a/x@2");
        }
    }

    /** Threads that count how many of them are at work. */
    private static final class Crew implements Executor {

        private final AtomicInteger working = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();

        @Override
        public void execute(Runnable task) {
            var thread = new Thread(() -> {
                most.accumulateAndGet(working.incrementAndGet(), Math::max);
                task.run();
                working.decrementAndGet();
            });
            threads.add(thread);
            thread.start();
        }
    }

    @Test
    void noAttemptBeginsWhileAnotherStillWaits() throws Exception {
        var crew = new Crew();
        store.put(key("a", "x"), pod("a", "x", "web", "n"));
        store.holdBack(true);
        try (var fixture = new Fixture(store, PATIENT, crew)) {
            store.awaitWaiting();
            store.holdBack(false);
            store.endWatches();
            awaitLoaded(fixture);
            assertThat(crew.most).hasValue(1);
            assertThat(store.openWatches()).isEqualTo(1);
            assertThat(names(fixture.cache.any().range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void anAttemptThatIsInterruptedLeavesNothingBehind() throws Exception {
        var crew = new Crew();
        store.put(key("a", "x"), pod("a", "x", "web", "n"));
        store.holdBack(true);
        try (var fixture = new Fixture(store, PATIENT, crew)) {
            store.awaitWaiting();
            store.holdBack(false);
            crew.threads.remove().interrupt();
            awaitLoaded(fixture);
            assertThat(store.openWatches()).isEqualTo(1);
            store.endWatches();
            assertThat(fixture.timer.waiting()).as("attempts to come").isEqualTo(1);
        }
    }

    private static void awaitLoaded(Fixture fixture) throws Exception {
        CompletableFuture<Void> loaded = fixture.cache.loaded().toCompletableFuture();
        while (!loaded.isDone()) {
            fixture.timer.advance(Duration.ofSeconds(1));
        }
        loaded.get(0, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsReadForACacheThatIsClosed() {
        store.failRanges(1);
        var fixture = new Fixture(store, PATIENT, Runnable::run);
        fixture.close();
        int before = store.ranges;
        fixture.timer.advance(Duration.ofSeconds(1));
        assertThat(store.ranges).isEqualTo(before);
    }

    @Test
    void whoIsToldThatItIsLoadedMayReadAtOnce() {
        var tasks = new ArrayDeque<Runnable>();
        try (var fixture = new Fixture(store, PATIENT, tasks::add)) {
            var revision = fixture.cache.loaded().thenApply(loaded -> {
                // The store goes on just now.
                long next = fixture.put("a", "x");
                return fixture.cache.mostRecent().revision() - next;
            }).toCompletableFuture();
            tasks.remove().run();
            assertThat(revision).isCompletedWithValue(0L);
        }
    }

    @Test
    void aSelectorThatFailsEndsItsWatchAndNothingElse() {
        var spec = new CacheSpec(Fixture.PREFIX, true, Map.of("status.phase", object -> {
            if (object.textAt("spec", "nodeName").equals("poison")) {
                throw new IllegalStateException("cannot be read");
            }
            return object.textAt("status", "phase");
        }), List.of());
        var timer = new ManualTimer();
        try (var cache = ResourceCache.open(store, spec, PATIENT, Runnable::run, timer, timer)) {
            CacheWatch all = cache.watch(options(Start.ANY, 0), () -> { });
            CacheWatch selecting = cache.watch(
                    Fixture.selecting("", "", "status.phase=Running", Start.ANY, 0), () -> { });
            assertThat(texts(all)).isEmpty();
            assertThat(texts(selecting)).isEmpty();
            store.put(key("a", "x"), pod("a", "x", "web", "poison"));
            timer.advance(Duration.ofSeconds(1));
            assertThat(texts(all)).containsExactly("ADDED a/x@2");
            assertThat(names(cache.any().range("", ""))).containsExactly("a/x");
            assertThat(selecting.ended().orElseThrow().code()).isEqualTo(500);
            assertThat(all.ended()).isEmpty();
        }
    }
}
