package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchRequest;
import mortise.tck.storage.WatchGuarantees;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members: the leader is killed or hands over while values are written. */
final class EtcdClusterTest {

    private static final String PREFIX = "/registry/things/";
    private static final int WRITES = 60;
    private static final Duration OUTAGE_MAX = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private List<EtcdProcess> members = List.of();
    private EtcdStore store;
    private Client client;

    @BeforeEach
    void start() {
        members = EtcdProcess.startCluster(directory, 3);
        var settings = EtcdProcess.settings(Duration.ofSeconds(3),
                members.stream().map(EtcdProcess::address).toArray(String[]::new));
        store = new EtcdStore(settings, 0);
        client = Client.builder().endpoints(settings.servers().toArray(String[]::new)).build();
    }

    @AfterEach
    void stop() {
        if (store != null) {
            store.close();
            client.close();
        }
        members.forEach(EtcdProcess::close);
    }

    private StatusResponse status(EtcdProcess member) throws Exception {
        return client.getMaintenanceClient().statusMember(member.address()).get(3, TimeUnit.SECONDS);
    }

    private int leader() throws Exception {
        for (int i = 0; i < members.size(); i++) {
            StatusResponse status = status(members.get(i));
            if (status.getLeader() == status.getHeader().getMemberId()) {
                return i;
            }
        }
        throw new AssertionError("no leader");
    }

    @Test
    void nothingAcknowledgedIsLostWhenTheLeaderIsKilled() throws Exception {
        int leader = leader();
        writesGoOn(() -> members.get(leader).kill());
    }

    @Test
    void nothingAcknowledgedIsLostWhenTheLeaderHandsOver() throws Exception {
        int leader = leader();
        long next = status(members.get((leader + 1) % members.size())).getHeader().getMemberId();
        try (Client toLeader = Client.builder().endpoints(members.get(leader).address()).build()) {
            writesGoOn(() -> toLeader.getMaintenanceClient().moveLeader(next).get(3, TimeUnit.SECONDS));
        }
        assertThat(leader()).isNotEqualTo(leader);
    }

    /** A member that hangs keeps its connections; what is asked of it is asked of others after a moment. */
    @Test
    void aMemberThatHangsDoesNotStopTheOthers() throws Exception {
        int follower = (leader() + 1) % members.size();
        writesGoOn(() -> members.get(follower).suspend());
        members.get(follower).resume();
    }

    /** What is left has no majority and says so; it is not asked for ever. */
    @Test
    void withoutAMajorityTheStoreIsAwayUntilThereIsOne() throws Exception {
        written(PREFIX + "before");
        members.get(0).kill();
        members.get(1).kill();
        long deadline = System.nanoTime() + OUTAGE_MAX.toNanos();
        StoreAwayException away = null;
        while (away == null || !away.getMessage().contains("etcd does not answer")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            away = catchThrowableOfType(StoreAwayException.class, store::currentRevision);
        }
        members.get(0).start();
        written(PREFIX + "after");
        assertThat(store.get(PREFIX + "before", 0)).isPresent();
    }

    private interface Disturbance {

        void happens() throws Exception;
    }

    private void writesGoOn(Disturbance disturbance) throws Exception {
        var acknowledged = new TreeMap<Long, String>();
        var recorders = new ArrayList<WatchRecorder>();
        recorders.add(new WatchRecorder());
        acknowledged.put(written(PREFIX + "first"), PREFIX + "first");
        StoreWatch watch = store.watch(new WatchRequest(PREFIX, acknowledged.firstKey() - 1), recorders.get(0));
        long longest = 0;
        for (int i = 0; i < WRITES; i++) {
            if (i == WRITES / 3) {
                disturbance.happens();
            }
            long before = System.nanoTime();
            long revision = written(PREFIX + i);
            longest = Math.max(longest, System.nanoTime() - before);
            acknowledged.put(revision, PREFIX + i);
        }
        long last = acknowledged.lastKey();
        while (!watch.awaitDelivered(last, OUTAGE_MAX)) {
            assertThat(recorders.get(recorders.size() - 1).end()).isDone();
            var next = new WatchRecorder();
            long stood = recorders.stream().flatMap(recorder -> recorder.events().stream())
                    .mapToLong(StoreEvent::revision).max().orElse(1);
            recorders.add(next);
            watch = store.watch(new WatchRequest(PREFIX, stood), next);
        }
        watch.close();
        var batches = recorders.stream().flatMap(recorder -> recorder.batches().stream()).toList();
        WatchGuarantees.ordered(batches);
        WatchGuarantees.unique(batches);
        var seen = new TreeMap<Long, String>();
        batches.forEach(batch -> batch.forEach(event -> seen.put(event.revision(), event.key())));
        assertThat(seen).isEqualTo(acknowledged);
        assertThat(Duration.ofNanos(longest)).as("the longest that a write took").isLessThan(OUTAGE_MAX);
    }

    /** Writes until it is known that it was written; a lost answer shows itself as a refusal with the very value. */
    private long written(String key) throws Exception {
        byte[] value = key.getBytes(StandardCharsets.UTF_8);
        long deadline = System.nanoTime() + OUTAGE_MAX.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                CommitOutcome outcome = store.commit(Commit.create(key, value)).toCompletableFuture()
                        .get(OUTAGE_MAX.toSeconds(), TimeUnit.SECONDS);
                return outcome instanceof Committed committed ? committed.revision()
                        : ((CommitOutcome.Refused) outcome).current().orElseThrow().modRevision();
            } catch (ExecutionException again) {
                assertThat(again).hasCauseInstanceOf(StoreException.class);
            }
        }
        throw new AssertionError(key + " could not be written");
    }
}
