package mortise.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.spi.storage.WatchRequest;
import mortise.tck.storage.StoreModel;
import mortise.tck.storage.WatchGuarantees;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Goal: a crash between any two steps of a commit loses nothing acknowledged and uses no revision twice. Method:
 * while the writer stands at the step, its files are copied, as they would be after a kill; the copy is opened and
 * compared.
 */
final class RocksCrashTest {

    private static final int ROUNDS = 12;

    @TempDir
    Path temporary;

    private final List<Crash> crashes = new CopyOnWriteArrayList<>();
    private final List<Made> acknowledged = new CopyOnWriteArrayList<>();
    private final List<Made> made = new ArrayList<>();

    private record Made(Commit commit, long revision) {
    }

    private record Crash(Path copy, List<Made> acknowledged) {
    }

    @ParameterizedTest
    @EnumSource(CommitStep.class)
    void aCrashAfterThisStepLosesNothingAcknowledged(CommitStep step) throws InterruptedException {
        RocksStore store = open(temporary.resolve("original"), reached -> {
            if (reached == step) {
                Path copy = temporary.resolve("crash-" + crashes.size());
                copy(temporary.resolve("original"), copy);
                crashes.add(new Crash(copy, List.copyOf(acknowledged)));
            }
        });
        try {
            makeChanges(store);
        } finally {
            store.close();
        }

        assertThat(crashes).hasSizeGreaterThanOrEqualTo(ROUNDS);
        for (Crash crash : crashes) {
            compare(crash, step);
        }
    }

    @Test
    void afterAWriteThatFailedNothingIsTakenUntilTheStoreIsOpenedAgain() {
        RocksStore store = open(temporary, step -> {
            if (step == CommitStep.WRITTEN) {
                throw new IllegalStateException("broken on purpose");
            }
        });
        Commit first = Commit.create("/registry/a", "x".getBytes(UTF_8));
        assertThatThrownBy(() -> store.commit(first).toCompletableFuture().join())
            .isInstanceOf(CompletionException.class).hasCauseInstanceOf(UnknownOutcomeException.class);
        assertThatThrownBy(() -> store.commit(Commit.create("/registry/b", new byte[0])).toCompletableFuture().join())
            .cause().isInstanceOf(StoreException.class).isNotInstanceOf(UnknownOutcomeException.class);
        store.close();

        RocksStore again = open(temporary, step -> { });
        assertThat(again.range(RangeRequest.ofPrefix("/registry/")).values()).hasSize(1);
        assertThat(commit(again, Commit.create("/registry/b", new byte[0]))).isEqualTo(3);
        again.close();
    }

    @Test
    void afterAFullDiskTheStoreGoesOnByItselfAndShowsWhatItHadWrittenAllTheSame() throws InterruptedException {
        var clock = new SettableClock();
        var full = new AtomicBoolean(true);
        var recorder = new WatchRecorder();
        RocksStore store = new RocksStore(TestSettings.in(temporary), clock, step -> {
            if (step == CommitStep.WRITTEN && full.get()) {
                RocksCrashTest.<RuntimeException>raise(new RocksDBException("on purpose",
                    new Status(Status.Code.IOError, Status.SubCode.NoSpace, null)));
            }
        });
        try (StoreWatch watch = store.watch(new WatchRequest("", 1), recorder)) {
            assertThatThrownBy(() -> commit(store, Commit.create("/registry/a", new byte[1])))
                .hasCauseInstanceOf(UnknownOutcomeException.class);
            full.set(false);
            assertThatThrownBy(() -> commit(store, Commit.create("/registry/b", new byte[1]))).cause()
                .isExactlyInstanceOf(StoreException.class).hasMessageContaining("until the disk has room");
            clock.advance(Duration.ofSeconds(2));
            assertThat(commit(store, Commit.create("/registry/b", new byte[1]))).isEqualTo(3);
            assertThat(watch.awaitDelivered(3, Duration.ofSeconds(20))).isTrue();
            assertThat(recorder.events()).extracting(StoreEvent::key).containsExactly("/registry/a", "/registry/b");
            assertThat(store.get("/registry/a", 0)).isPresent();
        } finally {
            store.close();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable checked) throws T {
        throw (T) checked;
    }

    /** Each round: a new key and a change of it, then three changes at once that may be written together. */
    private void makeChanges(RocksStore store) {
        for (int i = 0; i < ROUNDS; i++) {
            String key = "/registry/things/" + i;
            long created = await(submit(store, Commit.create(key, "one".getBytes(UTF_8))));
            CompletableFuture<Made> replaced = submit(store, Commit.replace(key, created, "two".getBytes(UTF_8)));
            CompletableFuture<Made> other = submit(store, Commit.create(key + "-other", "x".getBytes(UTF_8)));
            long otherCreated = await(other);
            CompletableFuture<Made> deleted = submit(store, Commit.delete(key + "-other", otherCreated));
            await(replaced);
            await(deleted);
        }
        made.sort((a, b) -> Long.compare(a.revision(), b.revision()));
    }

    private CompletableFuture<Made> submit(RocksStore store, Commit commit) {
        return store.commit(commit).toCompletableFuture().thenApply(outcome -> {
            Made done = new Made(commit, ((Committed) outcome).revision());
            acknowledged.add(done);
            return done;
        });
    }

    private long await(CompletableFuture<Made> outcome) {
        Made done = outcome.join();
        made.add(done);
        return done.revision();
    }

    private void compare(Crash crash, CommitStep step) throws InterruptedException {
        RocksStore store = open(crash.copy(), reached -> { });
        try {
            long revision = store.currentRevision();
            StoreModel model = new StoreModel();
            made.stream().filter(m -> m.revision() <= revision).forEach(m -> model.committed(m.commit(), m.revision()));
            assertThat(model.revision()).as("revision after the crash").isEqualTo(revision);
            assertThat(crash.acknowledged()).as("acknowledged before the crash")
                .allSatisfy(m -> assertThat(m.revision()).isLessThanOrEqualTo(revision));
            long lastAcknowledged = crash.acknowledged().stream().mapToLong(Made::revision).max().orElse(1);
            boolean isNothingInBetween = step.compareTo(CommitStep.WRITTEN) < 0 || step == CommitStep.COMPLETED;
            assertThat(revision == lastAcknowledged).as("nothing but what was acknowledged is there")
                .isEqualTo(isNothingInBetween);
            assertThat(StoreModel.describe(store.range(RangeRequest.ofPrefix("")).values()))
                .isEqualTo(StoreModel.describe(model.state(revision).values()));
            watchAgrees(store, model);
            assertThat(commit(store, Commit.create("/registry/after", new byte[0]))).isGreaterThan(revision);
        } finally {
            store.close();
        }
    }

    private static void watchAgrees(RocksStore store, StoreModel model) throws InterruptedException {
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = store.watch(new WatchRequest("", 1), recorder)) {
            assertThat(watch.awaitDelivered(model.revision(), Duration.ofSeconds(20))).isTrue();
        }
        WatchGuarantees.all(recorder, model, "", 1);
    }

    private static long commit(RocksStore store, Commit commit) {
        return ((Committed) store.commit(commit).toCompletableFuture().join()).revision();
    }

    private static RocksStore open(Path directory, Consumer<CommitStep> steps) {
        return new RocksStore(TestSettings.in(directory), Clock.systemUTC(), steps);
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
