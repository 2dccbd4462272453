package mortise.storage.etcd.tools;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.core.etcd.EtcdSettings;
import mortise.core.etcd.EtcdValues;
import mortise.core.etcd.EtcdValues.Leased;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoredValue;

/** Reads etcd at the revision that was current when it was opened, which is gone when etcd is compacted meanwhile. */
final class EtcdSource implements StoreSource {

    private final EtcdValues store;
    private final long revision;
    private final Map<Long, Long> leases = new HashMap<>(); // of values with one, by revision
    private final Map<Long, Long> secondsLeft = new HashMap<>(); // by lease

    EtcdSource(EtcdSettings settings) {
        store = EtcdData.connected(settings);
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
        return EtcdData.patiently(() -> store.leased(key, revision)).map(this::noted);
    }

    private StoredValue noted(Leased leased) {
        if (leased.lease() != 0) {
            leases.put(leased.value().modRevision(), leased.lease());
        }
        return leased.value();
    }

    @Override
    public long lifetimeSeconds(StoredValue value) {
        Long lease = leases.get(value.modRevision());
        return lease == null ? 0 : secondsLeft.computeIfAbsent(lease, this::ask);
    }

    private long ask(long lease) {
        return Math.max(1, store.secondsLeft(lease));
    }

    /** etcd checks its own files; here only whether everything can be read. */
    @Override
    public long check(Consumer<String> problems) {
        return range(RangeRequest.ofPrefix("/registry/").withLimit(1)).values().size();
    }

    @Override
    public void close() {
        store.close();
    }
}
