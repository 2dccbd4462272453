package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import mortise.core.etcd.EtcdValues;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.ValueTooLargeException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when etcd goes, comes back, or is full. */
final class EtcdOutageTest {

    private static final String PREFIX = "/registry/things/";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private EtcdProcess etcd;
    private EtcdStore store;

    @BeforeEach
    void start() {
        etcd = EtcdProcess.start(directory, "--quota-backend-bytes=16777216");
        store = new EtcdStore(EtcdProcess.settings(Duration.ofSeconds(3), etcd.address()), 0);
    }

    @AfterEach
    void stop() {
        if (store != null) {
            store.close();
            etcd.close();
        }
    }

    /** As the cache does it: a watch that has ended is opened again after the last revision it had. */
    @Test
    void watchesGoOnAfterARestartOfEtcdWithoutAGapOrADuplicate() throws Exception {
        var expected = new ArrayList<Long>();
        var seen = new ArrayList<StoreEvent>();
        long stood = store.currentRevision();
        for (int round = 0; round < 3; round++) {
            var recorder = new Recorder();
            try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, stood), recorder)) {
                for (int i = 0; i < 20; i++) {
                    expected.add(create(PREFIX + round + "-" + i));
                }
                etcd.kill();
                etcd.start();
                long last = create(PREFIX + round + "-after");
                expected.add(last);
                assertThat(watch.awaitDelivered(last, DEADLINE) || recorder.end.isDone()).isTrue();
            }
            seen.addAll(recorder.events);
            stood = seen.get(seen.size() - 1).revision();
        }
        var rest = new Recorder();
        try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, stood), rest)) {
            assertThat(watch.awaitDelivered(expected.get(expected.size() - 1), DEADLINE)).isTrue();
        }
        seen.addAll(rest.events);
        assertThat(seen).extracting(StoreEvent::revision).containsExactlyElementsOf(expected);
    }

    @Test
    void anEtcdThatWasRestoredIsFollowedFromWhereItIs() throws Exception {
        create(PREFIX + "a");
        etcd.save();
        long lost = revision();
        try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, lost), new Recorder())) {
            for (int i = 0; i < 20; i++) {
                lost = create(PREFIX + i);
            }
            assertThat(watch.awaitDelivered(create("/registry/others/a"), DEADLINE)).isTrue();
        }
        store.compact(lost);
        assertThat(store.compactedRevision()).isEqualTo(lost);
        var before = new Recorder();
        store.watch(new WatchRequest(PREFIX, lost), before);
        etcd.restore();
        var recorder = new Recorder();
        long restored = revision();
        assertThat(before.end).isCompleted();
        assertThat(restored).isLessThan(lost);
        assertThat(store.compactedRevision()).isLessThanOrEqualTo(restored);
        try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, restored), recorder)) {
            assertThat(watch.awaitDelivered(create("/registry/others/b"), DEADLINE)).isTrue();
            long next = create(PREFIX + "b");
            assertThat(watch.awaitDelivered(next, DEADLINE)).isTrue();
            assertThat(recorder.events).extracting(StoreEvent::revision).containsExactly(next);
        }
    }

    /** Asks until there is an answer. */
    private long revision() {
        var answer = new AtomicLong();
        eventually(() -> {
            answer.set(store.currentRevision());
            return true;
        });
        return answer.get();
    }

    @Test
    void commitsFailWhileEtcdIsAwayAndSucceedAfterwards() throws Exception {
        create(PREFIX + "a");
        etcd.kill();
        assertThatThrownBy(() -> create(PREFIX + "b")).hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.get(PREFIX + "a", 0)).isInstanceOf(StoreException.class);
        etcd.start();
        eventually(() -> store.get(PREFIX + "a", 0).isPresent());
        create(PREFIX + "c");
    }

    @Test
    void aFullDatabaseIsSaidToBeFull() throws Exception {
        byte[] value = new byte[1 << 20];
        assertThatThrownBy(() -> {
            for (int i = 0; i < 64; i++) {
                store.commit(Commit.create(PREFIX + i, value)).toCompletableFuture().get(30, TimeUnit.SECONDS);
            }
        }).rootCause().hasMessageContaining("database space exceeded");
        assertThat(store.get(PREFIX + "0", 0)).isPresent();
    }

    /** One that etcd itself refuses, and one that its connection does. */
    @Test
    void aValueThatIsTooLargeIsSaidToBeSo() {
        for (int mebibytes : new int[] {1, 3}) {
            byte[] value = new byte[(mebibytes << 20) + (1 << 19)];
            assertThatThrownBy(() -> store.commit(Commit.create(PREFIX + "large", value)).toCompletableFuture()
                    .get(30, TimeUnit.SECONDS)).cause().isInstanceOf(ValueTooLargeException.class)
                    .hasMessageContaining("--max-request-bytes");
        }
        assertThat(store.get(PREFIX + "large", 0)).isEmpty();
    }

    @Test
    void ofTwoServersOneCompacts() throws Exception {
        try (var other = new EtcdValues(EtcdProcess.settings(DEADLINE, etcd.address()));
                var one = new SharedCompaction(other.history());
                var two = new SharedCompaction(other.history())) {
            long first = create(PREFIX + "a");
            one.round();
            two.round();
            create(PREFIX + "b");
            one.round();
            assertThat(store.compactedRevision()).isGreaterThanOrEqualTo(first);
            two.round();
            long compacted = store.compactedRevision();
            two.round();
            assertThat(store.compactedRevision()).isGreaterThanOrEqualTo(compacted);
        }
    }

    @Test
    void progressIsTrustedFromTheVersionsOnThatReportItInOrder() {
        assertThat(List.of("3.4.31", "3.5.13", "3.5.21", "3.6.0", "4.0.0-rc.1")).allMatch(Progress::reportsInOrder);
        assertThat(List.of("3.4.23", "3.4.30", "3.5.12", "3.3.99", "nonsense")).noneMatch(Progress::reportsInOrder);
    }

    private long create(String key) throws Exception {
        Commit commit = Commit.create(key, key.getBytes(StandardCharsets.UTF_8));
        CommitOutcome outcome = store.commit(commit).toCompletableFuture().get(30, TimeUnit.SECONDS);
        return ((Committed) outcome).revision();
    }

    /** Asks until it is so; each question takes the time that etcd takes to refuse it. */
    private static void eventually(BooleanSupplier question) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (true) {
            try {
                if (question.getAsBoolean()) {
                    return;
                }
            } catch (StoreException notYet) {
                if (System.nanoTime() > deadline) {
                    throw notYet;
                }
            }
        }
    }

    private static final class Recorder implements WatchListener {

        final List<StoreEvent> events = new CopyOnWriteArrayList<>();
        final CompletableFuture<StoreException> end = new CompletableFuture<>();

        @Override
        public void onEvents(List<StoreEvent> more) {
            events.addAll(more);
        }

        @Override
        public void onEnd(StoreException why) {
            end.complete(why);
        }
    }
}
