package mortise.storage.etcd.tools;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import mortise.core.etcd.EtcdSettings;
import mortise.core.etcd.EtcdValues;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;

/**
 * Fills what is below a prefix, with some values under way at a time, for each waits for etcd's disk. A key of its own
 * says that the filling has not ended; when it is begun again, values that are there already are passed over.
 */
final class EtcdTarget implements StoreTarget {

    private static final String REGISTRY = "/registry/";
    /** There from the beginning to the end; it sorts among the keys so that whoever looks at these sees it. */
    static final String UNFINISHED = REGISTRY + "mortise.unfinished";
    /** By how much the revision is raised at most; some thousand changes are made in a second. */
    private static final long RAISED_MAX = 1_000_000;
    private static final int RAISING_AT_ONCE = 256;
    /** So many values are written at a time at most, and so many bytes unless one has more. */
    private static final int PUT_AT_ONCE = 64;
    private static final long BYTES_AT_ONCE = 8L << 20;
    private static final byte[] NOTHING = {'-'};

    /** A value that is being written, by a commit that may be tried again: it creates, or finds what is there. */
    private record UnderWay(StoredValue value, Commit commit, CompletionStage<CommitOutcome> outcome) {
    }

    private final EtcdValues store;
    private final ArrayDeque<UnderWay> underWay = new ArrayDeque<>();
    private long bytesUnderWay;

    EtcdTarget(EtcdSettings settings) {
        store = EtcdData.connected(settings);
        boolean begun = false;
        try {
            begin(String.join(", ", settings.servers()));
            begun = true;
        } finally {
            if (!begun) {
                store.close();
            }
        }
    }

    private void begin(String servers) {
        if (EtcdData.patiently(() -> store.get(UNFINISHED, 0)).isPresent()) {
            return;
        }
        List<StoredValue> there = EtcdData.patiently(() ->
                store.range(RangeRequest.ofPrefix(REGISTRY).withLimit(1))).values();
        if (!there.isEmpty()) {
            throw new StoreException("there is data in etcd at " + servers + " already, for example "
                    + there.get(0).key() + "; take another --etcd-prefix, or delete it first", null);
        }
        outcome(store.commit(Commit.create(UNFINISHED, NOTHING)));
    }

    @Override
    public void put(StoredValue value, long lifetimeSeconds) {
        bytesUnderWay += value.value().length;
        while (!underWay.isEmpty() && (underWay.size() >= PUT_AT_ONCE || bytesUnderWay > BYTES_AT_ONCE)) {
            settleOldest();
        }
        Commit commit = Commit.create(value.key(), value.value()).withLifetime(lifetimeSeconds);
        underWay.add(new UnderWay(value, commit, store.commit(commit)));
    }

    @Override
    public void settle() {
        while (!underWay.isEmpty()) {
            settleOldest();
        }
    }

    private void settleOldest() {
        UnderWay oldest = underWay.remove();
        StoredValue value = oldest.value();
        bytesUnderWay -= value.value().length;
        if (outcome(oldest) instanceof Refused refused) {
            Optional<StoredValue> there = refused.current();
            if (there.isEmpty() || !Arrays.equals(there.get().value(), value.value())) {
                throw new StoreException(value.key() + " has another value in etcd; somebody else writes there, or the"
                        + " filling was begun with other data", null);
            }
        }
    }

    @Override
    public boolean keepsRevisions() {
        return false;
    }

    @Override
    public long finish(long revision) {
        settle();
        long current = EtcdData.patiently(store::currentRevision);
        if (revision - current <= RAISED_MAX) {
            raise(revision - current);
        }
        store.get(UNFINISHED, 0).ifPresent(marker ->
                outcome(store.commit(Commit.delete(UNFINISHED, marker.modRevision()))));
        long reached = EtcdData.patiently(store::currentRevision);
        compact(reached);
        return reached;
    }

    private void compact(long revision) {
        try {
            store.history().compact(revision);
        } catch (CompactedException faster) {
            // Somebody else was faster, which is as good.
        }
    }

    /** Creates and deletes keys until as many changes have been made. */
    private void raise(long changes) {
        var raising = new ArrayDeque<Map.Entry<String, CompletionStage<CommitOutcome>>>();
        for (long i = 0; i < changes; i += 2) {
            String key = UNFINISHED + "/" + i;
            raising.add(Map.entry(key, raised(key)));
            if (raising.size() == RAISING_AT_ONCE) {
                awaitRaised(raising.remove());
            }
        }
        raising.forEach(this::awaitRaised);
    }

    private CompletionStage<CommitOutcome> raised(String key) {
        return store.commit(Commit.create(key, NOTHING))
                .thenCompose(created -> store.commit(Commit.delete(key, revision(created))));
    }

    private void awaitRaised(Map.Entry<String, CompletionStage<CommitOutcome>> raising) {
        try {
            outcome(raising.getValue());
        } catch (StoreAwayException | UnknownOutcomeException away) {
            EtcdData.patiently(() -> outcome(raised(raising.getKey())));
        }
    }

    private static long revision(CommitOutcome outcome) {
        return outcome instanceof Committed committed ? committed.revision()
                : ((Refused) outcome).current().map(StoredValue::modRevision).orElse(0L);
    }

    private CommitOutcome outcome(UnderWay value) {
        try {
            return outcome(value.outcome());
        } catch (StoreAwayException | UnknownOutcomeException away) {
            return EtcdData.patiently(() -> outcome(store.commit(value.commit())));
        }
    }

    private static CommitOutcome outcome(CompletionStage<CommitOutcome> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException failed ? failed
                    : new StoreException("etcd failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
