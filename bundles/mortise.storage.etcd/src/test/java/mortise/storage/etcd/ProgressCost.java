package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchRequest;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a consistent read of a quiet resource costs beside a busy one, by the number of its objects. Not run by default:
 * {@code -Dtest=ProgressCost -Dmortise.progress=100000}.
 */
final class ProgressCost {

    private static final System.Logger LOG = System.getLogger("mortise.progress");
    private static final String QUIET = "/registry/quiet/";
    private static final int AT_ONCE = 50;
    private static final int ROUNDS = 50;
    private static final int WARM_UP = 2_000;

    @Test
    @EnabledIfSystemProperty(named = "mortise.progress", matches = "[0-9]+")
    void doesNotGrowWithTheResource(@TempDir Path directory) throws Exception {
        int most = Integer.getInteger("mortise.progress");
        try (EtcdProcess etcd = EtcdProcess.start(directory)) {
            var store = new EtcdStore(EtcdProcess.settings(Duration.ofSeconds(10), etcd.address()), 0);
            warmUp(store);
            int objects = 0;
            for (int size = 1_000; size <= most; size *= 10) {
                fill(store, objects, size);
                objects = size;
                LOG.log(System.Logger.Level.INFO, size + " objects: " + measured(store));
            }
            store.close();
        }
    }

    private static void warmUp(EtcdStore store) {
        for (int i = 0; i < WARM_UP; i++) {
            store.currentRevision();
        }
    }

    private static void fill(EtcdStore store, int from, int to) throws Exception {
        byte[] value = new byte[512];
        for (int i = from; i < to; i += AT_ONCE) {
            var commits = new ArrayList<CompletableFuture<CommitOutcome>>();
            for (int j = i; j < Math.min(to, i + AT_ONCE); j++) {
                commits.add(store.commit(Commit.create(QUIET + j, value)).toCompletableFuture());
            }
            CompletableFuture.allOf(commits.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
        }
    }

    private static String measured(EtcdStore store) throws Exception {
        List<Long> waits = new ArrayList<>();
        List<Long> questions = new ArrayList<>();
        try (StoreWatch watch = store.watch(new WatchRequest(QUIET, store.currentRevision()), new WatchRecorder())) {
            for (int i = 0; i < ROUNDS; i++) {
                store.commit(Commit.create("/registry/busy/" + System.nanoTime(), new byte[10]))
                        .toCompletableFuture().get(10, TimeUnit.SECONDS);
                long before = System.nanoTime();
                long revision = store.currentRevision();
                long asked = System.nanoTime();
                assertThat(watch.awaitDelivered(revision, Duration.ofSeconds(10))).isTrue();
                questions.add(asked - before);
                waits.add(System.nanoTime() - asked);
            }
        }
        return "asking for the revision " + median(questions) + " µs, waiting for the watch " + median(waits) + " µs";
    }

    private static long median(List<Long> nanos) {
        Collections.sort(nanos);
        return TimeUnit.NANOSECONDS.toMicros(nanos.get(nanos.size() / 2));
    }
}
