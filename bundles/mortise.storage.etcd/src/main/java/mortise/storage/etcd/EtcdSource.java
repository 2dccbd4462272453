package mortise.storage.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoredValue;

/** Reads etcd at the revision that was current when it was opened, which is gone when etcd is compacted meanwhile. */
final class EtcdSource implements StoreSource {

    private final EtcdStore store;
    private final ExecutorService callbacks = Executors.newCachedThreadPool();
    private final Connection connection;
    private final Keys keys;
    private final long revision;
    private final Map<Long, Long> leases = new HashMap<>(); // of values with one, by revision
    private final Map<Long, Long> secondsLeft = new HashMap<>(); // by lease

    EtcdSource(Connection.Settings settings) {
        store = EtcdData.connected(settings);
        connection = new Connection(settings, callbacks);
        keys = settings.keys();
        revision = EtcdData.patiently(store::currentRevision);
        if (EtcdData.patiently(() -> store.get(EtcdTarget.UNFINISHED, revision)).isPresent()) {
            close();
            throw new StoreException("what is in etcd was not copied to its end; copy it again", null);
        }
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public RangePage range(RangeRequest request) {
        return EtcdData.patiently(() -> store.range(request.atRevision(revision)));
    }

    @Override
    public Optional<StoredValue> get(String key) {
        return EtcdData.patiently(() -> asked(key));
    }

    private Optional<StoredValue> asked(String key) {
        GetOption option = GetOption.builder().withRevision(revision).build();
        try {
            return connection.await(connection.client().getKVClient().get(keys.bytes(key), option)).getKvs().stream()
                    .findFirst().map(this::value);
        } catch (ExecutionException e) {
            throw Failures.described("reading " + key, Failures.cause(e));
        }
    }

    private StoredValue value(KeyValue value) {
        if (value.getLease() != 0) {
            leases.put(value.getModRevision(), value.getLease());
        }
        return new StoredValue(keys.text(value.getKey()), value.getValue().getBytes(), value.getCreateRevision(),
                value.getModRevision());
    }

    @Override
    public long lifetimeSeconds(StoredValue value) {
        Long lease = leases.get(value.modRevision());
        return lease == null ? 0 : secondsLeft.computeIfAbsent(lease, this::ask);
    }

    private long ask(long lease) {
        try {
            return Math.max(1, connection.await(connection.client().getLeaseClient()
                    .timeToLive(lease, LeaseOption.DEFAULT)).getTTL());
        } catch (ExecutionException e) {
            throw Failures.described("asking for a lifetime", Failures.cause(e));
        }
    }

    /** etcd checks its own files; here only whether everything can be read. */
    @Override
    public long check(Consumer<String> problems) {
        return range(RangeRequest.ofPrefix("/registry/").withLimit(1)).values().size();
    }

    @Override
    public void close() {
        connection.close();
        callbacks.shutdown();
        store.close();
    }
}
