package mortise.core.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import io.etcd.jetcd.options.PutOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;

/**
 * The values of etcd below a prefix: reading them, changing one at a time, and what else is known over the same
 * connection. Revisions are etcd's own. For any thread; what reads waits for etcd.
 */
public final class EtcdValues implements AutoCloseable {

    private final ExecutorService callbacks;
    private final Connection connection;
    private final Keys keys;
    private final Leases leases;
    private final Heartbeat heartbeat;
    private final EtcdChanges changes;
    private final EtcdHistory history;
    private volatile Runnable returned = () -> { };
    private volatile boolean closed;

    /**
     * A value and what ends it.
     *
     * @param lease 0 for a value that stays for ever
     */
    public record Leased(StoredValue value, long lease) {
    }

    /**
     * Makes one that connects when it is told to begin.
     *
     * @throws StoreException when the certificates cannot be used
     */
    public EtcdValues(EtcdSettings settings) {
        callbacks = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "mortise-etcd");
            thread.setDaemon(true);
            return thread;
        });
        connection = new Connection(settings, callbacks);
        keys = settings.keys();
        leases = new Leases(connection);
        changes = new EtcdChanges(connection);
        history = new EtcdHistory(connection);
        heartbeat = new Heartbeat(new Greeter(), settings);
    }

    /**
     * Connects. Does not fail when etcd is not there yet; what is asked of it meanwhile waits or does.
     *
     * @param returned is run, on the thread that greets, when etcd answers for the first time and after each outage,
     *     before anybody else hears of it
     */
    public void begin(Runnable returned) {
        this.returned = returned;
        heartbeat.begin();
    }

    /** Says that what fails from now on does so because of the closing, and asks nothing more on its own. */
    public void end() {
        closed = true;
        heartbeat.close();
    }

    /** Lets go of etcd. */
    @Override
    public void close() {
        end();
        connection.close();
        callbacks.shutdown();
    }

    /** Returns what follows changes over the same connection. */
    public EtcdChanges changes() {
        return changes;
    }

    /** Returns what knows how far etcd remembers. */
    public EtcdHistory history() {
        return history;
    }

    /**
     * Returns when something can be asked of etcd. Waits only while the first connection is made.
     *
     * @param what is to be done, for the message
     * @throws StoreAwayException when etcd does not answer, with the reason
     */
    public void requireHere(String what) {
        heartbeat.requireHere(what);
    }

    /**
     * Reads a value.
     *
     * @param key as the store has it
     * @param revision at which; 0 for the latest
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when it has not been yet
     * @throws StoreException when etcd does not answer
     */
    public Optional<StoredValue> get(String key, long revision) {
        GetOption option = GetOption.builder().withRevision(revision).build();
        GetResponse response = read(keys.bytes(key), option, "reading " + key, revision);
        return response.getKvs().stream().findFirst().map(this::value);
    }

    /**
     * Reads a range of keys, as a {@link mortise.spi.storage.Store} does.
     *
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when it has not been yet
     * @throws StoreException when etcd does not answer
     */
    public RangePage range(RangeRequest request) {
        if (!request.to().isEmpty() && KeyOrder.INSTANCE.compare(request.from(), request.to()) >= 0) {
            return new RangePage(List.of(), false, request.revision() == 0 ? currentRevision() : request.revision());
        }
        // A range that ends at a zero byte has no end, and so does one that begins there.
        ByteSequence end = request.to().isEmpty() ? Connection.bytes("\0") : keys.bytes(request.to());
        ByteSequence from = request.from().isEmpty() ? Connection.bytes("\0") : keys.bytes(request.from());
        GetOption option = GetOption.builder().withRange(end).withRevision(request.revision())
                .withLimit(request.limit()).build();
        GetResponse response = read(from, option, "reading from " + request.from(), request.revision());
        long revision = request.revision() == 0 ? response.getHeader().getRevision() : request.revision();
        return new RangePage(response.getKvs().stream().map(this::value).toList(), response.isMore(), revision);
    }

    private GetResponse read(ByteSequence from, GetOption option, String what, long revision) {
        requireHere(what);
        try {
            return asked(from, option);
        } catch (ExecutionException e) {
            Throwable cause = Failures.cause(e);
            throw switch (Failures.meaning(cause)) {
                case COMPACTED -> new CompactedException(revision, history.lowest());
                case FUTURE -> new FutureRevisionException(revision, currentRevision());
                default -> closed ? closed() : Failures.described(what, cause);
            };
        }
    }

    /** Asks again when the client was replaced while it was asked: that says nothing about etcd. */
    private GetResponse asked(ByteSequence from, GetOption option) throws ExecutionException {
        Client client = connection.client();
        try {
            return connection.await(client.getKVClient().get(from, option));
        } catch (ExecutionException e) {
            Client next = connection.client();
            if (next == client || closed || Failures.cause(e) instanceof TimeoutException) {
                throw e;
            }
            return connection.await(next.getKVClient().get(from, option));
        }
    }

    /**
     * Makes a change as one transaction. Does not wait. A lost answer is made up for by reading the key.
     *
     * @return fails with an {@link UnknownOutcomeException} when nobody knows whether it was made, else with a
     *     {@link StoreException} when it was not
     */
    public CompletableFuture<CommitOutcome> commit(Commit commit) {
        if (closed) {
            return CompletableFuture.failedFuture(closed());
        }
        return heartbeat.whenHere("writing " + commit.key()).thenCompose(here -> begun(commit));
    }

    private CompletableFuture<CommitOutcome> begun(Commit commit) {
        if (commit.value() == null && commit.expectedModRevision() == 0) {
            // What is not there is not deleted; etcd would call that a success.
            return CompletableFuture.supplyAsync(() -> new Refused(get(commit.key(), 0)), callbacks);
        }
        return leases.lease(commit.lifetimeSeconds()).handle((lease, failure) -> failure == null
                        ? transacted(commit, lease)
                        : CompletableFuture.<CommitOutcome>failedFuture(withoutLease(commit, failure)))
                .thenCompose(outcome -> outcome);
    }

    /** Nothing was written yet, so the outcome is known. */
    private StoreException withoutLease(Commit commit, Throwable failure) {
        connection.failed();
        return Failures.described("the lifetime of " + commit.key(), Failures.cause(failure));
    }

    private CompletableFuture<CommitOutcome> transacted(Commit commit, long lease) {
        return connection.limited(transaction(commit, lease)).handle((response, failure) -> failure == null
                        ? CompletableFuture.completedFuture(outcome(response))
                        : readBack(commit, Failures.cause(failure)))
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<TxnResponse> transaction(Commit commit, long lease) {
        ByteSequence key = keys.bytes(commit.key());
        byte[] value = commit.value();
        Op change = value == null ? Op.delete(key, DeleteOption.DEFAULT)
                : Op.put(key, ByteSequence.from(value), PutOption.builder().withLeaseId(lease).build());
        return connection.client().getKVClient().txn()
                .If(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(commit.expectedModRevision())))
                .Then(change)
                .Else(Op.get(key, GetOption.DEFAULT))
                .commit();
    }

    private CommitOutcome outcome(TxnResponse response) {
        return response.isSucceeded() ? new Committed(response.getHeader().getRevision())
                : new Refused(response.getGetResponses().get(0).getKvs().stream().findFirst().map(this::value));
    }

    /** After a failure that says nothing about the outcome: when the key has the very bytes, the change was made. */
    private CompletableFuture<CommitOutcome> readBack(Commit commit, Throwable failure) {
        String what = "writing " + commit.key();
        if (commit.lifetimeSeconds() > 0) {
            leases.forget();
        }
        if (closed || Failures.meaning(failure) == Failures.Meaning.REFUSED) {
            return CompletableFuture.failedFuture(closed ? closed() : Failures.described(what, failure));
        }
        connection.failed();
        return connection.limited(connection.client().getKVClient().get(keys.bytes(commit.key())))
                .handle((response, again) -> {
                    Optional<KeyValue> now = again == null ? response.getKvs().stream().findFirst() : Optional.empty();
                    if (now.filter(value -> written(commit, value)).isPresent()) {
                        return new Committed(now.get().getModRevision());
                    }
                    throw new UnknownOutcomeException(Failures.described(what, failure).getMessage(), failure);
                });
    }

    private static boolean written(Commit commit, KeyValue now) {
        return commit.value() != null && now.getModRevision() > commit.expectedModRevision()
                && Arrays.equals(commit.value(), now.getValue().getBytes());
    }

    /** How the connection is greeted. */
    private final class Greeter implements Heartbeat.Link {

        @Override
        public void greet(Duration limit) {
            try {
                connection.await(connection.current(), limit);
                connection.answered();
            } catch (ExecutionException e) {
                throw Failures.described("greeting", Failures.cause(e));
            }
        }

        @Override
        public void returned() {
            returned.run();
        }

        @Override
        public String diagnosis() {
            return connection.diagnosis();
        }
    }

    /**
     * Asks for the revision of the latest change of any key.
     *
     * @throws StoreException when etcd does not answer
     */
    public long currentRevision() {
        GetOption option = GetOption.builder().withCountOnly(true).build();
        return read(Connection.NO_KEY, option, "asking for the revision", 0).getHeader().getRevision();
    }

    /**
     * Reads a value with its lease.
     *
     * @param revision at which; 0 for the latest
     * @throws StoreException when etcd does not answer, or not at that revision
     */
    public Optional<Leased> leased(String key, long revision) {
        GetOption option = GetOption.builder().withRevision(revision).build();
        try {
            return connection.await(connection.client().getKVClient().get(keys.bytes(key), option)).getKvs().stream()
                    .findFirst().map(value -> new Leased(value(value), value.getLease()));
        } catch (ExecutionException e) {
            throw Failures.described("reading " + key, Failures.cause(e));
        }
    }

    /**
     * Asks how long a lease lasts, in seconds; less than one when it has ended.
     *
     * @throws StoreException when etcd does not answer
     */
    public long secondsLeft(long lease) {
        try {
            return connection.await(connection.client().getLeaseClient().timeToLive(lease, LeaseOption.DEFAULT))
                    .getTTL();
        } catch (ExecutionException e) {
            throw Failures.described("asking for a lifetime", Failures.cause(e));
        }
    }

    private StoredValue value(KeyValue value) {
        return new StoredValue(keys.text(value.getKey()), value.getValue().getBytes(),
                value.getCreateRevision(), value.getModRevision());
    }

    private static StoreException closed() {
        return new StoreException("the store is closed", null);
    }
}
