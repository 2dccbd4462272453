package mortise.storage.etcd;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdHistory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets history regularly: what was current an interval ago. The servers that share etcd agree on one
 * of them by the key that kube-apiserver uses for this, too: its version counts the rounds, its value is the revision
 * at the time, and whoever writes the next round first compacts at the revision of the last one.
 */
final class SharedCompaction implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedCompaction.class);
    private static final String KEY = "compact_rev_key";

    private final EtcdHistory history;
    private final ScheduledExecutorService timer;
    private long version; // timer thread only
    private long noted; // timer thread only

    SharedCompaction(EtcdHistory history) {
        this.history = history;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mortise-etcd-compaction");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins; 0 for never. */
    void start(long intervalSeconds) {
        if (intervalSeconds > 0) {
            timer.scheduleWithFixedDelay(this::run, intervalSeconds, intervalSeconds, TimeUnit.SECONDS);
        }
    }

    private void run() {
        try {
            round();
        } catch (RuntimeException e) {
            LOG.warn("History could not be removed, it will be tried again: {}", e.toString());
        }
    }

    /** One round: whoever has seen the latest one writes the next. */
    void round() {
        EtcdHistory.Turn turn = history.turn(KEY, version, Long.toString(noted));
        long target = noted;
        version = turn.version();
        noted = turn.revision();
        if (turn.taken() && target > 0) {
            history.compact(target);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
