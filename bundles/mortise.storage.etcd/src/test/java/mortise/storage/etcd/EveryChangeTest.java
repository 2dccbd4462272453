package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdSettings;
import mortise.core.etcd.EtcdValues;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchRequest;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Consistent reads of an etcd that reports no progress, or not reliably: what they wait for and what it costs. */
final class EveryChangeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<String> PREFIXES = List.of("/registry/a/", "/registry/b/", "/registry/b.c/");
    private static final int ROUNDS = 300;

    @TempDir
    Path directory;

    private EtcdProcess etcd;
    private EtcdStore store;
    private EtcdValues values;
    private final List<EtcdWatch> watches = new ArrayList<>();
    private EveryChange changes;

    @BeforeEach
    void start() {
        etcd = EtcdProcess.start(directory);
        store = new EtcdStore(EtcdProcess.settings(PATIENCE, etcd.address()), 0);
        values = new EtcdValues(EtcdProcess.settings(PATIENCE, etcd.address()));
        changes = new EveryChange(values.changes(), watches);
    }

    @AfterEach
    void stop() {
        if (changes != null) {
            changes.close();
            values.close();
            store.close();
            etcd.close();
        }
    }

    private CompletableFuture<Long> write(String key) {
        return store.commit(Commit.create(key, new byte[10])).toCompletableFuture()
                .thenApply(outcome -> ((Committed) outcome).revision());
    }

    /** While others write, whoever has waited for a revision has all that was written below the prefix until then. */
    @Test
    void whoHasWaitedHasEverything(TestReporter reporter) throws Exception {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", Long.toString(seed));
        var random = new Random(seed);
        var written = new ConcurrentSkipListMap<Long, String>();
        var recorders = new ArrayList<WatchRecorder>();
        var open = new ArrayList<StoreWatch>();
        for (String prefix : PREFIXES) {
            recorders.add(new WatchRecorder());
            open.add(store.watch(new WatchRequest(prefix, store.currentRevision()), recorders.get(open.size())));
        }
        var writes = new ArrayList<CompletableFuture<?>>();
        for (int i = 0; i < ROUNDS; i++) {
            // Some of them are nobody's, which is all that a quiet watch can learn from.
            int whose = random.nextInt(PREFIXES.size() + 1);
            String key = (whose < PREFIXES.size() ? PREFIXES.get(whose) : "/registry/others/") + i;
            writes.add(write(key).thenAccept(revision -> written.put(revision, key)));
            int reader = random.nextInt(PREFIXES.size());
            var known = new TreeMap<>(written);
            long revision = store.currentRevision();
            assertThat(open.get(reader).awaitDelivered(revision, PATIENCE)).isTrue();
            known.values().removeIf(each -> !each.startsWith(PREFIXES.get(reader)));
            assertThat(recorders.get(reader).events()).as("seed %s", seed).extracting(StoreEvent::revision)
                    .containsAll(known.keySet());
        }
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
        open.forEach(StoreWatch::close);
    }

    private EtcdWatch watch(String prefix, long after) {
        var watch = new EtcdWatch(new WatchRequest(prefix, after), new WatchRecorder(),
                new Progress(values.changes(), List.of(), List.of()), ended -> { });
        watches.add(watch);
        return watch;
    }

    private void awaitReached(EtcdWatch watch, long revision) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (changes.reached(watch) != revision) {
            assertThat(System.nanoTime()).as("reached %s", changes.reached(watch)).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void aWatchIsAsFarAsTheLastChangeThatIsNotItsOwn() throws Exception {
        long begin = store.currentRevision();
        EtcdWatch quiet = watch("/registry/quiet/", begin);
        assertThat(changes.reached(quiet)).as("nothing is followed yet").isZero();
        changes.follow(begin);
        awaitReached(quiet, begin);
        awaitReached(quiet, write("/registry/busy/1").get());
        long own = write("/registry/quiet/1").get();
        long last = write("/registry/busy/2").get();
        awaitReached(watch("/registry/third/", begin), last);
        assertThat(changes.reached(quiet)).as("its own change has not come").isLessThan(own);
        quiet.advance(own);
        assertThat(changes.reached(quiet)).isEqualTo(last);
    }

    @Test
    void ofAWatchThatBeganEarlierNothingIsKnown() throws Exception {
        long early = store.currentRevision();
        long own = write("/registry/quiet/1").get();
        changes.follow(own);
        awaitReached(watch("/registry/busy/", own), own);
        EtcdWatch behind = watch("/registry/quiet/", early);
        assertThat(changes.reached(behind)).isZero();
        behind.advance(own);
        assertThat(changes.reached(behind)).isEqualTo(own);
    }

    /** Other clusters have the same names below other prefixes, and one may have the usual one. */
    @Test
    void whatOthersChangeIsNotWaitedFor() throws Exception {
        EtcdStore mine = new EtcdStore(new EtcdSettings(List.of(etcd.address()), "", "", "", PATIENCE,
                EtcdProcess.PATIENCE, 64, "/mine"), 0);
        var recorder = new WatchRecorder();
        try (StoreWatch watch = mine.watch(new WatchRequest("/registry/quiet/", mine.currentRevision()), recorder)) {
            for (int i = 0; i < 3; i++) {
                long revision = write("/registry/quiet/" + i).get();
                assertThat(watch.awaitDelivered(revision, PATIENCE)).isTrue();
            }
            long own = ((Committed) mine.commit(Commit.create("/registry/quiet/own", new byte[1]))
                    .toCompletableFuture().get(10, TimeUnit.SECONDS)).revision();
            assertThat(recorder.events()).extracting(StoreEvent::revision).containsExactly(own);
        } finally {
            mine.close();
        }
    }

    @Test
    void itGoesOnWhereItWasAfterARestartOfEtcd() throws Exception {
        long begin = store.currentRevision();
        EtcdWatch quiet = watch("/registry/quiet/", begin);
        changes.follow(begin);
        awaitReached(quiet, write("/registry/busy/1").get());
        etcd.kill();
        etcd.start();
        long own = written("/registry/quiet/1");
        long last = written("/registry/busy/2");
        EtcdWatch other = watch("/registry/third/", begin);
        long deadline = System.nanoTime() + 3 * PATIENCE.toNanos();
        while (changes.reached(other) != last) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            changes.follow(0);
            Thread.onSpinWait();
        }
        assertThat(changes.reached(quiet)).isLessThan(own);
    }

    private long written(String key) throws Exception {
        while (true) {
            try {
                CommitOutcome outcome = store.commit(Commit.create(key, new byte[1])).toCompletableFuture()
                        .get(10, TimeUnit.SECONDS);
                return outcome instanceof Committed committed ? committed.revision()
                        : ((CommitOutcome.Refused) outcome).current().orElseThrow().modRevision();
            } catch (ExecutionException notYet) {
                assertThat(notYet).hasCauseInstanceOf(StoreException.class);
            }
        }
    }
}
