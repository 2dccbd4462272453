package mortise.core.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
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
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.StoreException;

/** How far etcd remembers, and forgetting. Each method waits for etcd. For any thread. */
public final class EtcdHistory {

    private final Connection connection;
    private volatile long lowest = 1; // only grows, but for when etcd was restored to an older state

    EtcdHistory(Connection connection) {
        this.connection = connection;
    }

    /**
     * What came of writing a key of which others count the versions, too.
     *
     * @param taken whether this one was written
     * @param version that the key has now; 0 when it is not there
     * @param revision that is current
     */
    public record Turn(boolean taken, long version, long revision) {
    }

    /**
     * Writes a key if it has been written so often.
     *
     * @param key as etcd has it
     * @param version 0 for a key that is not there
     * @throws StoreException when etcd does not say whether it was
     */
    public Turn turn(String key, long version, String value) {
        ByteSequence bytes = Connection.bytes(key);
        try {
            TxnResponse response = connection.await(connection.client().getKVClient().txn()
                    .If(new Cmp(bytes, Cmp.Op.EQUAL, CmpTarget.version(version)))
                    .Then(Op.put(bytes, Connection.bytes(value), PutOption.DEFAULT))
                    .Else(Op.get(bytes, GetOption.DEFAULT))
                    .commit());
            long now = response.isSucceeded() ? version + 1 : response.getGetResponses().get(0).getKvs().stream()
                    .findFirst().map(KeyValue::getVersion).orElse(0L);
            return new Turn(response.isSucceeded(), now, response.getHeader().getRevision());
        } catch (ExecutionException e) {
            throw Failures.described("writing " + key, Failures.cause(e));
        }
    }

    /**
     * Forgets what was before a revision.
     *
     * @throws CompactedException when that is forgotten already
     * @throws FutureRevisionException when it has not been yet
     * @throws StoreException when etcd does not answer
     */
    public void compact(long revision) {
        try {
            connection.await(connection.client().getKVClient().compact(revision, CompactOption.DEFAULT));
        } catch (ExecutionException e) {
            Throwable cause = Failures.cause(e);
            throw switch (Failures.meaning(cause)) {
                case COMPACTED -> new CompactedException(revision, lowest());
                case FUTURE -> new FutureRevisionException(revision, current());
                default -> Failures.described("compacting", cause);
            };
        }
    }

    private long current() {
        try {
            return connection.await(connection.current()).getHeader().getRevision();
        } catch (ExecutionException e) {
            throw Failures.described("asking for the revision", Failures.cause(e));
        }
    }

    /**
     * Returns the lowest revision that can be read; 1 when nothing was compacted.
     *
     * @throws StoreException when etcd does not answer
     */
    public long lowest() {
        try {
            if (!lowestReadable()) {
                lowest = refused();
            }
            return lowest;
        } catch (ExecutionException e) {
            throw Failures.described("asking for the compacted revision", Failures.cause(e));
        }
    }

    private boolean lowestReadable() throws ExecutionException {
        try {
            return readable(lowest);
        } catch (ExecutionException e) {
            if (Failures.meaning(e.getCause()) != Failures.Meaning.FUTURE) {
                throw e;
            }
            lowest = 1;
            return readable(1);
        }
    }

    /**
     * Says whether changes after a revision, which may be of the future, are still in the history.
     *
     * @throws StoreException when etcd does not answer
     */
    public boolean remembers(long revision) {
        try {
            return readable(Math.max(1, revision));
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
            connection.await(connection.client().getKVClient().get(Connection.NO_KEY, option));
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
        Watch.Watcher watcher = connection.client().getWatchClient()
                .watch(Connection.NO_KEY, option, new Probe(answer));
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
            if (failure instanceof io.etcd.jetcd.common.exception.CompactedException compacted) {
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
}
