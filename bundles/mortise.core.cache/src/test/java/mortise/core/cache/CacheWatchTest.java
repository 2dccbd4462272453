package mortise.core.cache;

import static mortise.core.cache.Fixture.drain;
import static mortise.core.cache.Fixture.options;
import static mortise.core.cache.Fixture.selecting;
import static mortise.core.cache.Fixture.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.cache.WatchOptions.Start;
import org.junit.jupiter.api.Test;

class CacheWatchTest {

    private static final CacheSettings HISTORY_OF_3 = new CacheSettings(3, Duration.ofMinutes(5),
            Duration.ofSeconds(75), 10, Duration.ofMillis(50), Duration.ofSeconds(60));

    @Test
    void theStateComesFirstAndThenEveryChange() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            fixture.put("b", "y");
            CacheWatch watch = fixture.watch(options(Start.MOST_RECENT, 0));
            assertThat(watch.poll().orElseThrow().entry().name()).isEqualTo("x");
            fixture.put("a", "x");
            fixture.remove("b", "y");
            fixture.put("b", "z");
            assertThat(texts(watch))
                    .containsExactly("ADDED b/y@3", "MODIFIED a/x@4", "DELETED b/y@5", "ADDED b/z@6");
            fixture.put("a", "last");
            assertThat(texts(watch)).containsExactly("ADDED a/last@7");
        }
    }

    @Test
    void itGoesOnAfterARevision() {
        try (var fixture = new Fixture()) {
            long first = fixture.put("a", "x");
            fixture.put("a", "y");
            fixture.remove("a", "x");
            assertThat(texts(fixture.watch(options(Start.AFTER_REVISION, first))))
                    .containsExactly("ADDED a/y@3", "DELETED a/x@4");
        }
    }

    @Test
    void afterARevisionOfTheFutureItWaits() {
        try (var fixture = new Fixture()) {
            CacheWatch watch = fixture.watch(options(Start.AFTER_REVISION, 3));
            fixture.put("a", "x");
            fixture.put("a", "y");
            assertThat(texts(watch)).isEmpty();
            fixture.put("a", "z");
            assertThat(texts(watch)).containsExactly("ADDED a/z@4");
        }
    }

    @Test
    void aDeletionCarriesTheLastStateWithTheRevisionOfTheDeletion() {
        try (var fixture = new Fixture()) {
            CacheWatch watch = fixture.watch(options(Start.ANY, 0));
            fixture.put("a", "x", "web", "node-4");
            fixture.remove("a", "x");
            CacheEvent deletion = drain(watch).get(1);
            assertThat(deletion.entry().revision()).isEqualTo(3);
            assertThat(new String(deletion.entry().body(), StandardCharsets.UTF_8))
                    .contains("\"resourceVersion\":\"3\"", "node-4");
        }
    }

    @Test
    void leavingAndEnteringASelectorIsSeenAsDeletionAndAddition() {
        try (var fixture = new Fixture()) {
            CacheWatch web = fixture.watch(selecting("", "app=web", "", Start.ANY, 0));
            CacheWatch db = fixture.watch(selecting("", "app=db", "", Start.ANY, 0));
            fixture.put("a", "x", "web", "n");
            fixture.put("a", "x", "web", "n");
            fixture.put("a", "x", "db", "n");
            fixture.put("a", "x", "none", "n");
            fixture.put("a", "x", "web", "n");
            fixture.remove("a", "x");
            assertThat(texts(web)).containsExactly(
                    "ADDED a/x@2", "MODIFIED a/x@3", "DELETED a/x@4", "ADDED a/x@6", "DELETED a/x@7");
            assertThat(texts(db)).containsExactly("ADDED a/x@4", "DELETED a/x@5");
            CacheWatch again = fixture.watch(selecting("", "app=web", "", Start.AFTER_REVISION, 3));
            CacheEvent left = again.poll().orElseThrow();
            assertThat(left.type()).isEqualTo(CacheEvent.Type.DELETED);
            assertThat(left.entry().labels()).containsEntry("app", "web");
            assertThat(left.entry().revision()).isEqualTo(4);
        }
    }

    @Test
    void watchesByNamespaceNameAndFieldSeeOnlyTheirs() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x", "web", "node-1");
            fixture.put("b", "x", "web", "node-2");
            CacheWatch namespace = fixture.watch(selecting("a", "", "", Start.ANY, 0));
            CacheWatch name = fixture.watch(selecting("a", "", "metadata.name=x", Start.ANY, 0));
            CacheWatch node = fixture.watch(selecting("", "", "spec.nodeName=node-2", Start.ANY, 0));
            CacheWatch notNode = fixture.watch(selecting("", "", "spec.nodeName!=node-2", Start.ANY, 0));
            CacheWatch other = fixture.watch(new WatchOptions("a", "other", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, Start.ANY, 0, false, false));
            for (CacheWatch watch : new CacheWatch[] {namespace, name, notNode}) {
                assertThat(texts(watch)).containsExactly("ADDED a/x@2");
            }
            assertThat(texts(node)).containsExactly("ADDED b/x@3");
            assertThat(texts(other)).isEmpty();
            fixture.put("a", "x", "web", "node-2");
            fixture.put("a", "y", "web", "node-1");
            fixture.put("b", "x", "web", "node-1");
            assertThat(texts(namespace)).containsExactly("MODIFIED a/x@4", "ADDED a/y@5");
            assertThat(texts(name)).containsExactly("MODIFIED a/x@4");
            assertThat(texts(node)).containsExactly("ADDED a/x@4", "DELETED b/x@6");
            assertThat(texts(notNode)).containsExactly("DELETED a/x@4", "ADDED a/y@5", "ADDED b/x@6");
            assertThat(texts(other)).isEmpty();
        }
    }

    @Test
    void allWatchesGetTheSameInstanceOfAnEvent() {
        try (var fixture = new Fixture()) {
            CacheWatch live = fixture.watch(options(Start.ANY, 0));
            CacheWatch namespaced = fixture.watch(selecting("a", "", "", Start.ANY, 0));
            drain(live);
            drain(namespaced);
            fixture.put("a", "x");
            CacheEvent event = live.poll().orElseThrow();
            assertThat(namespaced.poll().orElseThrow()).isSameAs(event);
            assertThat(fixture.watch(options(Start.AFTER_REVISION, 1)).poll().orElseThrow()).isSameAs(event);
            var made = new AtomicInteger();
            event.rendition("json", e -> made.incrementAndGet());
            assertThat(event.<Integer>rendition("json", e -> made.incrementAndGet())).isEqualTo(1);
        }
    }

    @Test
    void aRevisionThatTheStoreHasForgottenIsTooOld() {
        try (var fixture = new Fixture(new FakeStore(), HISTORY_OF_3, Runnable::run)) {
            for (int i = 0; i < 5; i++) {
                fixture.put("a", "x" + i);
            }
            fixture.store.compact(3);
            ApiStatus why = fixture.watch(options(Start.AFTER_REVISION, 2)).ended().orElseThrow();
            assertThat(why.reason()).isEqualTo(ErrorReason.EXPIRED);
            assertThat(why.message()).isEqualTo("too old resource version: 2 (3)");
            assertThat(texts(fixture.watch(options(Start.AFTER_REVISION, 3)))).hasSize(3);
        }
    }

    @Test
    void whatTheEventLogHasForgottenComesFromTheStore() {
        try (var fixture = new Fixture(new FakeStore(), HISTORY_OF_3, Runnable::run)) {
            fixture.put("a", "kept");
            long start = fixture.put("a", "x");
            fixture.put("a", "y");
            fixture.put("b", "z");
            fixture.remove("a", "x");
            fixture.put("a", "x", "other", "node-2");
            fixture.put("a", "kept", "other", "node-2");
            fixture.put("a", "kept", "web", "node-1");
            for (int i = 0; i < 4; i++) {
                fixture.put("a", "y");
            }
            assertThat(texts(fixture.watch(options(Start.AFTER_REVISION, start)))).containsExactly(
                    "ADDED a/y@4", "ADDED b/z@5", "DELETED a/x@6", "ADDED a/x@7", "MODIFIED a/kept@8",
                    "MODIFIED a/kept@9", "MODIFIED a/y@10", "MODIFIED a/y@11", "MODIFIED a/y@12", "MODIFIED a/y@13");
            assertThat(texts(fixture.watch(selecting("", "app=web", "", Start.AFTER_REVISION, start)))).startsWith(
                    "ADDED a/y@4", "ADDED b/z@5", "DELETED a/x@6", "DELETED a/kept@8", "ADDED a/kept@9");
            assertThat(texts(fixture.watch(selecting("b", "", "", Start.AFTER_REVISION, start)))).containsExactly(
                    "ADDED b/z@5");
        }
    }

    @Test
    void aLongBacklogComesInPartsWhileTheLogGoesOn() {
        var tasks = new ArrayDeque<Runnable>();
        var settings = new CacheSettings(16, Duration.ofMinutes(5), Duration.ofSeconds(75), 20, Duration.ofMillis(100),
                Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, tasks::add)) {
            tasks.remove().run();
            for (int i = 0; i < 200; i++) {
                fixture.put("a", "x");
            }
            CacheWatch watch = fixture.watch(options(Start.AFTER_REVISION, 1));
            var seen = new ArrayList<Long>();
            int steps = 0;
            while (seen.size() < 200) {
                drain(watch).forEach(event -> seen.add(event.revision()));
                assertThat(seen.size()).isLessThanOrEqualTo(20 * (steps + 1));
                fixture.put("a", "x");
                steps++;
                List.copyOf(tasks).forEach(task -> {
                    tasks.remove(task);
                    task.run();
                });
                assertThat(watch.ended()).isEmpty();
                assertThat(steps).isLessThan(100);
            }
            drain(watch).forEach(event -> seen.add(event.revision()));
            assertThat(seen).isSorted().doesNotHaveDuplicates().startsWith(2L).hasSize(200 + steps);
            assertThat(fixture.store.openWatches()).isEqualTo(1);
        }
    }

    @Test
    void aBacklogThatIsForgottenMeanwhileEndsTheWatch() {
        var tasks = new ArrayDeque<Runnable>();
        try (var fixture = new Fixture(new FakeStore(), HISTORY_OF_3, tasks::add)) {
            tasks.remove().run();
            for (int i = 0; i < 10; i++) {
                fixture.put("a", "x");
            }
            CacheWatch watch = fixture.watch(options(Start.AFTER_REVISION, 2));
            assertThat(watch.poll()).isEmpty();
            fixture.store.compact(7);
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
            assertThat(watch.ended().orElseThrow().message()).isEqualTo("too old resource version: 2 (7)");
        }
    }

    @Test
    void historyIsForgottenByAgeAndByBytes() {
        try (var fixture = new Fixture()) {
            long first = fixture.put("a", "x");
            fixture.timer.advance(Duration.ofMinutes(6));
            long second = fixture.put("a", "x");
            fixture.store.compact(second - 1);
            assertThat(fixture.watch(options(Start.AFTER_REVISION, first - 1)).ended()).isPresent();
            assertThat(texts(fixture.watch(options(Start.AFTER_REVISION, second - 1)))).hasSize(1);
        }
        var settings = new CacheSettings(1_000, 1_000, Duration.ofMinutes(5), Duration.ofSeconds(75), 10,
                Duration.ofMillis(50), Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, Runnable::run)) {
            long last = 0;
            for (int i = 0; i < 20; i++) {
                last = fixture.put("a", "x");
            }
            fixture.store.compact(last - 4);
            assertThat(fixture.watch(options(Start.AFTER_REVISION, last - 15)).ended()).isPresent();
            assertThat(fixture.watch(options(Start.AFTER_REVISION, last - 2)).ended()).isEmpty();
        }
    }

    @Test
    void aSlowWatcherIsEndedAndNobodyElseNotices() {
        try (var fixture = new Fixture()) {
            CacheWatch slow = fixture.watch(options(Start.ANY, 0));
            CacheWatch quick = fixture.watch(options(Start.ANY, 0));
            drain(slow);
            drain(quick);
            for (int i = 0; i < 100; i++) {
                fixture.put("a", "x");
                drain(quick);
            }
            assertThat(slow.ended()).isEmpty();
            fixture.put("a", "x");
            assertThat(slow.ended().orElseThrow().code()).isEqualTo(410);
            assertThat(slow.ended().orElseThrow().message()).contains("too slow");
            assertThat(slow.poll()).isEmpty();
            assertThat(texts(quick)).hasSize(1);
        }
    }

    @Test
    void theChangesOfOneRevisionStayTogether() {
        var settings = new CacheSettings(100, Duration.ofMinutes(5), Duration.ofSeconds(75), 4, Duration.ofMillis(50),
                Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, Runnable::run)) {
            var four = new TreeMap<String, byte[]>();
            for (int i = 0; i < 4; i++) {
                four.put(Fixture.key("a", "x" + i), Fixture.pod("a", "x" + i, "web", "n"));
            }
            fixture.store.putTogether(four);
            fixture.put("a", "y");
            assertThat(texts(fixture.watch(options(Start.AFTER_REVISION, 1)))).containsExactly(
                    "ADDED a/x0@2", "ADDED a/x1@2", "ADDED a/x2@2", "ADDED a/x3@2", "ADDED a/y@3");
            four.put(Fixture.key("a", "z"), Fixture.pod("a", "z", "web", "n"));
            fixture.store.putTogether(four);
            CacheWatch tooMany = fixture.watch(options(Start.AFTER_REVISION, 3));
            assertThat(texts(tooMany)).isEmpty();
            assertThat(tooMany.ended().orElseThrow().message()).contains("too slow");
        }
    }

    @Test
    void aReaderThatStopsInTheMiddleOfTheStateIsEndedWhenTheHistoryHasPassedIt() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            fixture.put("a", "y");
            var woken = new AtomicInteger();
            CacheWatch stopped = fixture.cache.watch(options(Start.ANY, 0), woken::incrementAndGet);
            stopped.poll();
            int before = woken.get();
            for (int i = 0; i < 1_100; i++) {
                fixture.put("a", "x");
            }
            assertThat(stopped.ended().orElseThrow().message()).startsWith("too old resource version: 3 (");
            assertThat(woken.get()).isGreaterThan(before);
            assertThat(stopped.poll()).isEmpty();
        }
    }

    @Test
    void aReaderThatStopsInTheMiddleOfTheStateCatchesUpWithMoreThanItsQueueHolds() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            CacheWatch watch = fixture.watch(options(Start.ANY, 0));
            watch.poll();
            for (int i = 0; i < 900; i++) {
                fixture.put("a", "x");
            }
            assertThat(drain(watch)).extracting(CacheEvent::revision).hasSize(900).isSorted().doesNotHaveDuplicates();
            assertThat(watch.ended()).isEmpty();
        }
    }

    @Test
    void theReaderRunsForEveryNewsAndOnceMoreForTheEnd() {
        var tasks = new ArrayDeque<Runnable>();
        try (var fixture = new Fixture(new FakeStore(), Fixture.SETTINGS, tasks::add)) {
            tasks.remove().run();
            var runs = new AtomicInteger();
            CacheWatch watch = fixture.cache.watch(options(Start.ANY, 0), runs::incrementAndGet);
            tasks.remove().run();
            assertThat(runs).hasValue(1);
            drain(watch);
            fixture.put("a", "x");
            fixture.put("a", "y");
            assertThat(tasks).isNotEmpty();
            runAll(tasks);
            assertThat(runs).hasValue(2);
            fixture.cache.close();
            runAll(tasks);
            assertThat(runs).hasValue(3);
            assertThat(texts(watch)).containsExactly("ADDED a/x@2", "ADDED a/y@3");
            assertThat(watch.ended()).isPresent();
        }
    }

    private static void runAll(ArrayDeque<Runnable> tasks) {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void aReaderThatFailsLosesItsWatchAndNobodyElseNotices() {
        try (var fixture = new Fixture()) {
            CacheWatch failing = fixture.cache.watch(options(Start.ANY, 0), () -> {
                throw new IllegalStateException("thrown by the test");
            });
            CacheWatch other = fixture.watch(options(Start.ANY, 0));
            fixture.put("a", "x");
            assertThat(failing.poll()).isEmpty();
            assertThat(texts(other)).containsExactly("ADDED a/x@2");
        }
    }

    @Test
    void aBookmarkMarksTheEndOfTheState() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            CacheWatch watch = fixture.watch(new WatchOptions("", "", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, Start.ANY, 0, true, true));
            fixture.put("a", "y");
            assertThat(texts(watch)).containsExactly("ADDED a/x@2", "BOOKMARK! @2", "ADDED a/y@3");
        }
    }

    /** As etcd does, which does not say without a question how far a watch is that has nothing to tell. */
    @Test
    void aBookmarkIsUpToDateAlsoWhenTheStoreHasToBeAskedHowFarItsWatchIs() {
        try (var fixture = new Fixture()) {
            CacheWatch watch = fixture.watch(new WatchOptions("", "", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, Start.ANY, 0, true, false));
            drain(watch);
            fixture.store.tellWhenAsked();
            fixture.store.put("/registry/other/z", new byte[0]);
            fixture.timer.advance(Duration.ofSeconds(60));
            assertThat(texts(watch)).containsExactly("BOOKMARK @2");
        }
    }

    @Test
    void bookmarksComeEveryPeriodAndShortlyBeforeTheEndWithTheRevisionOfTheStore() {
        try (var fixture = new Fixture()) {
            var end = Optional.of(fixture.timer.instant().plusSeconds(100));
            CacheWatch watch = fixture.watch(new WatchOptions("", "", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, Start.ANY, 0, true, false, end, Set.of()));
            CacheWatch without = fixture.watch(options(Start.ANY, 0));
            drain(watch);
            drain(without);
            fixture.store.put("/registry/other/z", new byte[0]);
            fixture.timer.advance(Duration.ofSeconds(59));
            assertThat(texts(watch)).isEmpty();
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(texts(watch)).containsExactly("BOOKMARK @2");
            fixture.timer.advance(Duration.ofSeconds(37));
            assertThat(texts(watch)).isEmpty();
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(texts(watch)).containsExactly("BOOKMARK @2");
            assertThat(texts(without)).isEmpty();
            watch.close();
            assertThat(fixture.timer.waiting()).isZero();
        }
    }

    @Test
    void closingTheCacheEndsWatchesForTheReasonGiven() {
        try (var fixture = new Fixture()) {
            CacheWatch synced = fixture.watch(options(Start.ANY, 0));
            drain(synced);
            fixture.put("a", "x");
            CacheWatch catchingUp = fixture.watch(options(Start.ANY, 0));
            fixture.cache.close(ApiStatus.of(ErrorReason.GONE, "the resource is gone"));
            assertThat(texts(synced)).containsExactly("ADDED a/x@2");
            assertThat(synced.ended().orElseThrow().message()).isEqualTo("the resource is gone");
            assertThat(catchingUp.ended().orElseThrow().message()).isEqualTo("the resource is gone");
        }
    }

    @Test
    void aWatchThatItsReaderClosedIsSilent() {
        try (var fixture = new Fixture()) {
            var runs = new AtomicInteger();
            CacheWatch watch = fixture.cache.watch(options(Start.ANY, 0), runs::incrementAndGet);
            drain(watch);
            fixture.put("a", "x");
            watch.close();
            int before = runs.get();
            fixture.put("a", "y");
            assertThat(watch.poll()).isEmpty();
            assertThat(watch.ended()).isEmpty();
            assertThat(runs).hasValue(before);
        }
    }
}
