package mortise.storage.etcd;

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
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.api.GoDuration;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

/**
 * A store on etcd. Revisions are etcd's own; each commit is one transaction on one key. The component is delayed: etcd
 * is spoken to when the service is taken.
 */
@Component(service = Store.class, name = "mortise.storage.etcd", property = {
    Store.BACKEND + "=etcd", Store.SHARED + "=true"})
@Designate(ocd = EtcdStoreConfig.class)
public final class EtcdStore implements Store {

    /** How long a commit waits for the watches of this server to have its event. */
    private static final long DELIVERY_MILLIS_MAX = 1_000;
    /** A key that nobody writes: what is asked about it is really asked about the store. */
    private static final ByteSequence NO_KEY = Connection.bytes("\0mortise");

    private final ExecutorService callbacks;
    private final Connection connection;
    private final Keys keys;
    private final Progress progress;
    private final Leases leases;
    private final Heartbeat heartbeat;
    private final SharedCompaction compaction;
    private final List<EtcdWatch> watches = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** Connects. Does not fail when etcd is not there yet; what is asked of it meanwhile does. */
    @Activate
    public EtcdStore(EtcdStoreConfig config) {
        this(Connection.Settings.of(config),
                GoDuration.setting("etcd.compaction.interval", config.etcd_compaction_interval()).toSeconds());
    }

    EtcdStore(Connection.Settings settings, long compactionSeconds) {
        callbacks = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "mortise-etcd");
            thread.setDaemon(true);
            return thread;
        });
        connection = new Connection(settings, callbacks);
        keys = settings.keys();
        progress = new Progress(connection, watches);
        leases = new Leases(connection);
        compaction = new SharedCompaction(connection);
        compaction.start(compactionSeconds);
        heartbeat = new Heartbeat(new Greeter(), settings);
    }

    /** Ends all watches and lets go of etcd. */
    @Deactivate
    public void close() {
        closed = true;
        heartbeat.close();
        compaction.close();
        progress.close();
        watches.forEach(watch -> watch.end(closed()));
        connection.close();
        callbacks.shutdown();
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        GetOption option = GetOption.builder().withRevision(revision).build();
        GetResponse response = read(keys.bytes(key), option, "reading " + key, revision);
        return response.getKvs().stream().findFirst().map(this::value);
    }

    @Override
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
        heartbeat.requireHere(what);
        try {
            return asked(from, option);
        } catch (ExecutionException e) {
            Throwable cause = Failures.cause(e);
            throw switch (Failures.meaning(cause)) {
                case COMPACTED -> new CompactedException(revision, compactedRevision());
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

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
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
                        ? CompletableFuture.completedFuture(outcome(commit, response))
                        : readBack(commit, Failures.cause(failure)))
                .thenCompose(outcome -> outcome)
                .thenCompose(outcome -> outcome instanceof Committed committed
                        ? delivered(commit.key(), committed) : CompletableFuture.completedFuture(outcome));
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

    private CommitOutcome outcome(Commit commit, TxnResponse response) {
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

    /** Completes once the watches of this server have the event of a commit, or are known to be late. */
    private CompletableFuture<CommitOutcome> delivered(String key, Committed committed) {
        CompletableFuture<?>[] waits = watches.stream()
                .filter(watch -> !watch.late() && key.startsWith(watch.request().prefix()))
                .map(watch -> watch.whenDelivered(committed.revision())
                        .completeOnTimeout(false, DELIVERY_MILLIS_MAX, TimeUnit.MILLISECONDS)
                        .thenAccept(done -> {
                            if (!done) {
                                watch.beLate();
                            }
                        }))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(waits).thenApply(all -> committed);
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        if (closed) {
            throw closed();
        }
        heartbeat.requireHere("following " + request.prefix());
        if (!compaction.remembers(request.afterRevision())) {
            throw new CompactedException(request.afterRevision(), compactedRevision());
        }
        var watch = new EtcdWatch(request, listener, keys, progress, this::ended);
        watches.add(watch);
        WatchOption option = WatchOption.builder().isPrefix(true).withPrevKV(true).withRequireLeader(true)
                .withRevision(request.afterRevision() + 1).build();
        watch.follow(connection.client().getWatchClient().watch(keys.bytes(request.prefix()), option, watch));
        return watch;
    }

    private void ended(EtcdWatch watch) {
        watches.remove(watch);
        progress.forget(watch);
    }

    /** How the store's own connection is greeted. */
    private final class Greeter implements Heartbeat.Link {

        @Override
        public void greet(Duration limit) {
            GetOption option = GetOption.builder().withCountOnly(true).build();
            try {
                connection.await(connection.client().getKVClient().get(NO_KEY, option), limit);
                connection.answered();
            } catch (ExecutionException e) {
                throw Failures.described("greeting", Failures.cause(e));
            }
        }

        @Override
        public void returned() {
            progress.learn();
        }

        @Override
        public String diagnosis() {
            return connection.diagnosis();
        }
    }

    @Override
    public long currentRevision() {
        GetOption option = GetOption.builder().withCountOnly(true).build();
        return read(NO_KEY, option, "asking for the revision", 0).getHeader().getRevision();
    }

    @Override
    public void compact(long revision) {
        try {
            compaction.compact(revision);
        } catch (ExecutionException e) {
            Throwable cause = Failures.cause(e);
            switch (Failures.meaning(cause)) {
                case COMPACTED -> {
                    // Somebody else was faster, which is as good.
                }
                case FUTURE -> throw new FutureRevisionException(revision, currentRevision());
                default -> throw Failures.described("compacting", cause);
            }
        }
    }

    @Override
    public long compactedRevision() {
        heartbeat.requireHere("asking for the compacted revision");
        return compaction.revision();
    }

    private StoredValue value(KeyValue value) {
        return new StoredValue(keys.text(value.getKey()), value.getValue().getBytes(),
                value.getCreateRevision(), value.getModRevision());
    }

    private static StoreException closed() {
        return new StoreException("the store is closed", null);
    }
}
