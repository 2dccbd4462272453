package mortise.storage.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.common.exception.CompactedException;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.CompactOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets history: on demand, and regularly what was current an interval ago. The servers that share etcd agree on one
 * of them by the key that kube-apiserver uses for this, too: its version counts the rounds, its value is the revision
 * at the time, and whoever writes the next round first compacts at the revision of the last one.
 */
final class SharedCompaction implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedCompaction.class);
    private static final ByteSequence KEY = Connection.bytes("compact_rev_key");
    private static final ByteSequence NO_KEY = Connection.bytes("\0mortise");

    private final Connection connection;
    private final ScheduledExecutorService timer;
    private long version; // timer thread only
    private long noted; // timer thread only
    private volatile long lowest = 1; // only grows

    SharedCompaction(Connection connection) {
        this.connection = connection;
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
        } catch (ExecutionException | RuntimeException e) {
            LOG.warn("History could not be removed, it will be tried again: {}", Failures.cause(e).toString());
        }
    }

    /** One round: whoever has seen the latest one writes the next. */
    void round() throws ExecutionException {
        TxnResponse response = connection.await(connection.client().getKVClient().txn()
                .If(new Cmp(KEY, Cmp.Op.EQUAL, CmpTarget.version(version)))
                .Then(Op.put(KEY, Connection.bytes(Long.toString(noted)), PutOption.DEFAULT))
                .Else(Op.get(KEY, GetOption.DEFAULT))
                .commit());
        long revision = response.getHeader().getRevision();
        if (!response.isSucceeded()) {
            version = response.getGetResponses().get(0).getKvs().stream().findFirst()
                    .map(KeyValue::getVersion).orElse(0L);
            noted = revision;
            return;
        }
        long target = noted;
        version++;
        noted = revision;
        if (target > 0) {
            compact(target);
        }
    }

    void compact(long revision) throws ExecutionException {
        connection.await(connection.client().getKVClient().compact(revision, CompactOption.DEFAULT));
    }

    /** Returns the lowest revision that can be read; 1 when nothing was compacted. */
    long revision() {
        try {
            if (!readable(lowest)) {
                lowest = Math.max(lowest, refused());
            }
            return lowest;
        } catch (ExecutionException e) {
            throw Failures.described("asking for the compacted revision", Failures.cause(e));
        }
    }

    /** Says whether changes after a revision, which may be of the future, are still in the history. */
    boolean remembers(long revision) {
        try {
            return revision >= lowest && readable(Math.max(1, revision));
        } catch (ExecutionException e) {
            if (Failures.meaning(e.getCause()) == Failures.Meaning.FUTURE) {
                return true;
            }
            throw Failures.described("asking for the compacted revision", Failures.cause(e));
        }
    }

    private boolean readable(long revision) throws ExecutionException {
        try {
            GetOption option = GetOption.builder().withCountOnly(true).withRevision(revision).build();
            connection.await(connection.client().getKVClient().get(NO_KEY, option));
            return true;
        } catch (ExecutionException e) {
            if (Failures.meaning(e.getCause()) == Failures.Meaning.COMPACTED) {
                return false;
            }
            throw e;
        }
    }

    /** Only the refusal of a watch names the lowest revision. */
    private long refused() throws ExecutionException {
        var answer = new CompletableFuture<Long>();
        WatchOption option = WatchOption.builder().withRevision(1).build();
        Watch.Watcher watcher = connection.client().getWatchClient().watch(NO_KEY, option, new Probe(answer));
        try {
            return connection.await(answer);
        } finally {
            watcher.close();
        }
    }

    /** Waits for the watch to be refused. */
    private record Probe(CompletableFuture<Long> answer) implements Watch.Listener {

        @Override
        public void onNext(WatchResponse response) {
            // Nobody writes the key.
        }

        @Override
        public void onError(Throwable failure) {
            if (failure instanceof CompactedException compacted) {
                answer.complete(compacted.getCompactedRevision());
            } else {
                answer.completeExceptionally(failure);
            }
        }

        @Override
        public void onCompleted() {
            answer.completeExceptionally(new IllegalStateException("the watch has ended"));
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
