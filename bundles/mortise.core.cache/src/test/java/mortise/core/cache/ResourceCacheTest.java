package mortise.core.cache;

import static mortise.core.cache.Fixture.names;
import static mortise.core.cache.Fixture.revisions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import mortise.api.ErrorReason;
import mortise.spi.storage.StoreAwayException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceCacheTest {

    @Test
    void itServesWhatWasThereAndWhatComes() {
        var store = new FakeStore();
        store.put(Fixture.key("a", "x"), Fixture.pod("a", "x", "web", "n"));
        store.put("/registry/podsofothers/a", Fixture.pod("a", "y", "web", "n"));
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            fixture.put("b", "y");
            fixture.put("a", "z");
            fixture.remove("a", "x");
            CacheSnapshot now = fixture.cache.any();
            assertThat(names(now.range("", ""))).containsExactly("a/z", "b/y");
            assertThat(names(now.range("/registry/pods/b/", "/registry/pods/b0"))).containsExactly("b/y");
            assertThat(now.count("", "")).isEqualTo(2);
            assertThat(now.get(Fixture.key("b", "y"))).isPresent();
            assertThat(now.get(Fixture.key("a", "x"))).isEmpty();
            assertThat(now.revision()).isEqualTo(6);
        }
    }

    @Test
    void aSnapshotDoesNotChange() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            CacheSnapshot before = fixture.cache.any();
            fixture.remove("a", "x");
            fixture.put("a", "y", "web", "node-9");
            assertThat(names(before.range("", ""))).containsExactly("a/x");
            assertThat(names(before.byField("spec.nodeName", "node-9"))).isEmpty();
        }
    }

    @Test
    void anIndexFollowsTheValuesOfItsField() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x", "web", "node-1");
            fixture.put("a", "y", "web", "node-10");
            fixture.put("a", "z", "web", "");
            fixture.put("a", "x", "web", "node-2");
            CacheSnapshot now = fixture.cache.any();
            assertThat(now.indexed("spec.nodeName")).isTrue();
            assertThat(now.indexed("status.phase")).isFalse();
            assertThat(names(now.byField("spec.nodeName", "node-1"))).isEmpty();
            assertThat(names(now.byField("spec.nodeName", "node-2"))).containsExactly("a/x");
            assertThat(names(now.byField("spec.nodeName", ""))).containsExactly("a/z");
            assertThat(names(now.byField("status.phase", "Running"))).containsExactly("a/x", "a/y", "a/z");
            fixture.remove("a", "x");
            assertThat(names(fixture.cache.any().byField("spec.nodeName", "node-2"))).isEmpty();
        }
    }

    @Test
    void mostRecentIsAtTheRevisionOfTheStoreEvenIfOnlyOtherKeysChanged() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            long last = fixture.store.put("/registry/other/z", new byte[0]);
            assertThat(fixture.cache.mostRecent().revision()).isEqualTo(last);
            assertThat(fixture.cache.notOlderThan(last).revision()).isEqualTo(last);
            assertThat(names(fixture.cache.exact(last).range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void aRevisionThatDoesNotComeInTimeIsATimeoutThatAdvisesToTryAgain() {
        try (var fixture = new Fixture()) {
            long last = fixture.put("a", "x");
            var e = catchThrowableOfType(ApiException.class, () -> fixture.cache.notOlderThan(last + 1));
            assertThat(e.status().reason()).isEqualTo(ErrorReason.TIMEOUT);
            assertThat(e.status().message())
                    .isEqualTo("Timeout: Too large resource version: " + (last + 1) + ", current: " + last);
            var details = e.status().details().orElseThrow();
            assertThat(details.retryAfterSeconds()).isEqualTo(1);
            assertThat(details.causes().get(0).reason()).isEqualTo("ResourceVersionTooLarge");
            assertThat(details.causes().get(0).message()).isEqualTo("Too large resource version");
            var exact = catchThrowableOfType(ApiException.class, () -> fixture.cache.exact(last + 1));
            assertThat(exact.status().reason()).isEqualTo(ErrorReason.TIMEOUT);
        }
    }

    @Test
    void aReadWaitsForARevisionThatComes() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        var settings = new CacheSettings(10, Duration.ofMinutes(5), Duration.ofSeconds(75), 10, Duration.ofSeconds(20),
                Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, Runnable::run)) {
            long next = fixture.store.currentRevision() + 1;
            var started = new CountDownLatch(1);
            var read = threads.submit(() -> {
                started.countDown();
                return fixture.cache.notOlderThan(next);
            });
            started.await();
            fixture.put("a", "x");
            assertThat(names(read.get(10, TimeUnit.SECONDS).range("", ""))).containsExactly("a/x");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void everyRecentStateCanBeReadExactlyWithoutAskingTheStore() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        try (var fixture = new Fixture()) {
            for (int i = 0; i < 600; i++) {
                String name = "p" + random.nextInt(40);
                if (random.nextInt(3) == 0) {
                    fixture.remove("a", name);
                } else {
                    fixture.put("a", name, "web", "node-" + random.nextInt(3));
                }
            }
            int ranges = fixture.store.ranges;
            for (long at = 1; at <= fixture.store.currentRevision(); at++) {
                CacheSnapshot exact = fixture.cache.exact(at);
                assertThat(exact.revision()).isEqualTo(at);
                assertThat(revisions(exact)).as("seed %d at %d", seed, at).isEqualTo(fixture.store.revisionsAt(at));
                long onNodes = names(exact.byField("spec.nodeName", "node-0")).size()
                        + names(exact.byField("spec.nodeName", "node-1")).size()
                        + names(exact.byField("spec.nodeName", "node-2")).size();
                assertThat(onNodes).as("seed %d at %d", seed, at).isEqualTo(exact.count("", ""));
            }
            assertThat(fixture.store.ranges).isEqualTo(ranges);
        }
    }

    @Test
    void aStateOfAMinuteAgoIsServedFromMemoryAndOneOfEightySecondsAgoIsNot() {
        var settings = new CacheSettings(1_000, Duration.ofMinutes(5), CacheSettings.defaults().snapshotsMax(), 100,
                Duration.ofMillis(100), Duration.ofSeconds(60));
        try (var fixture = new Fixture(new FakeStore(), settings, Runnable::run)) {
            long wanted = fixture.put("a", "x");
            fixture.put("a", "y");
            int ranges = fixture.store.ranges;
            // Others that come meanwhile do not push it out.
            for (int i = 0; i < 6; i++) {
                fixture.timer.advance(Duration.ofSeconds(10));
                fixture.put("b", "z" + i);
                assertThat(names(fixture.cache.exact(wanted).range("", ""))).containsExactly("a/x");
            }
            assertThat(fixture.store.ranges).as("reads of the store after 60 s").isEqualTo(ranges);
            fixture.timer.advance(Duration.ofSeconds(15));
            assertThat(names(fixture.cache.exact(wanted).range("", ""))).containsExactly("a/x");
            assertThat(fixture.store.ranges).as("reads of the store after 75 s").isEqualTo(ranges);
            fixture.timer.advance(Duration.ofSeconds(5));
            assertThat(names(fixture.cache.exact(wanted).range("", ""))).containsExactly("a/x");
            assertThat(fixture.store.ranges).as("reads of the store after 80 s").isGreaterThan(ranges);
        }
    }

    @Test
    void anOlderStateIsReadFromTheStoreAndACompactedOneIsGone() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            long wanted = fixture.put("b", "y", "web", "node-5");
            fixture.put("a", "z");
            fixture.timer.advance(Duration.ofSeconds(76));
            int ranges = fixture.store.ranges;
            CacheSnapshot exact = fixture.cache.exact(wanted);
            assertThat(names(exact.range("", ""))).containsExactly("a/x", "b/y");
            assertThat(names(exact.range("/registry/pods/b/", "/registry/pods/b0"))).containsExactly("b/y");
            assertThat(names(exact.byField("spec.nodeName", "node-5"))).containsExactly("b/y");
            assertThat(exact.count("", "")).isEqualTo(2);
            assertThat(exact.countsCheaply()).isFalse();
            assertThat(fixture.cache.any().countsCheaply()).isTrue();
            assertThat(exact.get(Fixture.key("a", "z"))).isEmpty();
            assertThat(fixture.store.ranges).isGreaterThan(ranges);
            fixture.store.compact(wanted + 1);
            assertThatExceptionOfType(ApiException.class).isThrownBy(() -> fixture.cache.exact(wanted))
                    .satisfies(e -> assertThat(e.status().reason()).isEqualTo(ErrorReason.EXPIRED))
                    .withMessage("The resourceVersion for the provided list is too old.");
            assertThatExceptionOfType(ApiException.class).isThrownBy(() -> exact.count("", ""))
                    .satisfies(e -> assertThat(e.status().code()).isEqualTo(410));
        }
    }

    @Test
    void anOlderStateCannotBeReadWhileTheStoreIsAway() {
        try (var fixture = new Fixture()) {
            long wanted = fixture.put("a", "x");
            fixture.put("a", "z");
            fixture.timer.advance(Duration.ofSeconds(76));
            CacheSnapshot exact = fixture.cache.exact(wanted);
            fixture.store.failRanges(2, new StoreAwayException("etcd does not answer", null));
            for (ThrowingCallable read : List.<ThrowingCallable>of(
                    () -> fixture.cache.exact(wanted), () -> exact.count("", ""))) {
                var e = catchThrowableOfType(ApiException.class, read);
                assertThat(e.status().reason()).isEqualTo(ErrorReason.SERVICE_UNAVAILABLE);
                assertThat(e.status().details().orElseThrow().retryAfterSeconds()).isEqualTo(1);
            }
            assertThat(names(exact.range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void historyOfBeforeTheStartIsThere() {
        var store = new FakeStore();
        long first = store.put(Fixture.key("a", "x"), Fixture.pod("a", "x", "web", "n"));
        store.put(Fixture.key("a", "y"), Fixture.pod("a", "y", "web", "n"));
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            assertThat(Fixture.texts(fixture.watch(Fixture.options(WatchOptions.Start.AFTER_REVISION, first))))
                    .containsExactly("ADDED a/y@3");
            assertThat(names(fixture.cache.exact(first).range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void loadingIsTriedAgainUntilItSucceedsAndReadsMeanwhileAdviseToTryAgain() {
        var store = new FakeStore();
        store.put(Fixture.key("a", "x"), Fixture.pod("a", "x", "web", "n"));
        store.failRanges(2);
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            var e = catchThrowableOfType(ApiException.class, fixture.cache::any);
            assertThat(e.status().reason()).isEqualTo(ErrorReason.TOO_MANY_REQUESTS);
            assertThat(fixture.cache.loaded().toCompletableFuture()).isNotDone();
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(fixture.cache.loaded().toCompletableFuture()).isCompleted();
            assertThat(names(fixture.cache.any().range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void aWatchOfTheStoreThatEndsIsTakenUpAgainWithoutAGap() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            CacheWatch watch = fixture.watch(Fixture.options(WatchOptions.Start.ANY, 0));
            assertThat(Fixture.texts(watch)).containsExactly("ADDED a/x@2");
            fixture.store.endWatches();
            fixture.put("a", "y");
            assertThat(Fixture.texts(watch)).isEmpty();
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(Fixture.texts(watch)).containsExactly("ADDED a/y@3");
            assertThat(watch.ended()).isEmpty();
            assertThat(fixture.store.openWatches()).isEqualTo(1);
        }
    }

    @Test
    void whenTheHistoryWasCompactedMeanwhileWatchesEndAndTheStateIsReadAnew() {
        try (var fixture = new Fixture()) {
            fixture.put("a", "x");
            CacheWatch watch = fixture.watch(Fixture.options(WatchOptions.Start.ANY, 0));
            Fixture.drain(watch);
            fixture.store.endWatches();
            fixture.put("a", "y");
            fixture.remove("a", "x");
            fixture.store.compact(4);
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(Fixture.texts(watch)).isEmpty();
            assertThat(watch.ended().orElseThrow().message()).isEqualTo("too old resource version: 2 (4)");
            assertThat(names(fixture.cache.any().range("", ""))).containsExactly("a/y");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenTheStoreWasRestoredWatchesEndAndTheStateIsReadAnew(boolean noticed) {
        try (var fixture = new Fixture()) {
            long restored = fixture.put("a", "x");
            fixture.put("a", "lost");
            fixture.remove("a", "x");
            CacheWatch watch = fixture.watch(Fixture.options(WatchOptions.Start.ANY, 0));
            Fixture.drain(watch);
            fixture.store.goBack(restored);
            if (noticed) {
                fixture.store.endWatches();
            } else {
                var e = catchThrowableOfType(ApiException.class, fixture.cache::mostRecent);
                assertThat(e.status().reason()).isEqualTo(ErrorReason.TOO_MANY_REQUESTS);
            }
            fixture.timer.advance(Duration.ofSeconds(1));
            assertThat(watch.ended().orElseThrow().code()).isEqualTo(410);
            assertThat(names(fixture.cache.mostRecent().range("", ""))).containsExactly("a/x");
            fixture.put("a", "y");
            assertThat(names(fixture.cache.mostRecent().range("", ""))).containsExactly("a/x", "a/y");
            assertThat(fixture.store.openWatches()).isEqualTo(1);
        }
    }

    @Test
    void aValueThatCannotBeReadIsLeftOut() {
        var store = new FakeStore();
        store.put(Fixture.key("a", "broken"), new byte[] {'?'});
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            fixture.put("a", "x");
            fixture.put("a", "y");
            store.put(Fixture.key("a", "y"), new byte[] {'?'});
            assertThat(names(fixture.cache.any().range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void closingEndsTheWatchOfTheStoreAndReads() {
        var fixture = new Fixture();
        fixture.close();
        assertThat(fixture.store.openWatches()).isZero();
        var e = catchThrowableOfType(ApiException.class, fixture.cache::any);
        assertThat(e.status().reason()).isEqualTo(ErrorReason.SERVICE_UNAVAILABLE);
    }
}
