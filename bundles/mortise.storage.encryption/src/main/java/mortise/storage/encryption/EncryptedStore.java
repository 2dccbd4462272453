package mortise.storage.encryption;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.GroupResource;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredResources;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/**
 * A store in which values are as the rules say, over one that has them as plain bytes. Values are encrypted on the
 * caller's thread and decrypted where they come out. One that cannot be decrypted is handed on as unreadable.
 */
final class EncryptedStore implements Store {

    private static final byte[] NOTHING = {};

    private final Store store;
    private final StoredResources resources;

    /** Resources of which something was read or followed. */
    private final Set<GroupResource> known = ConcurrentHashMap.newKeySet();
    /** Those of them of which something could not be read. */
    private final Set<GroupResource> damaged = ConcurrentHashMap.newKeySet();
    /** Those that have to be read again, as they are now, before they are followed. */
    private final Set<GroupResource> outOfDate = ConcurrentHashMap.newKeySet();
    private final Set<FollowedPrefix> followed = ConcurrentHashMap.newKeySet();

    private volatile EncryptionRules rules;

    EncryptedStore(Store store, StoredResources resources, EncryptionRules rules) {
        this.store = store;
        this.resources = resources;
        this.rules = rules;
    }

    /**
     * Encrypts by other rules from now on. What was read and would now be read otherwise counts as compacted, so that
     * whoever follows it reads it again.
     */
    void use(EncryptionRules next) {
        EncryptionRules before = rules;
        rules = next;
        for (GroupResource resource : known) {
            if (damaged.remove(resource) || !next.chainOf(resource).readsAllOf(before.chainOf(resource))) {
                outOfDate.add(resource);
            }
        }
        for (FollowedPrefix watch : followed) {
            if (watch.resource().isPresent() && outOfDate.contains(watch.resource().get())) {
                watch.end(compacted(watch.request()));
            }
        }
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        return store.get(key, revision).map(this::opened);
    }

    @Override
    public RangePage range(RangeRequest request) {
        resources.ofKey(request.from()).ifPresent(known::add);
        if (request.revision() == 0) {
            resources.ofKey(request.from()).ifPresent(outOfDate::remove);
        }
        RangePage page = store.range(request);
        return new RangePage(page.values().stream().map(this::opened).toList(), page.more(), page.revision());
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        byte[] value = commit.value();
        Commit sealed = commit;
        if (value != null) {
            try {
                byte[] stored = chain(commit.key()).write(value, commit.key());
                sealed = commit.withValue(stored);
            } catch (EncryptionException e) {
                return CompletableFuture.failedFuture(new StoreException(commit.key() + ": " + e.getMessage(), e));
            }
        }
        return store.commit(sealed).thenApply(outcome -> outcome instanceof CommitOutcome.Refused refused
                ? new CommitOutcome.Refused(refused.current().map(this::opened)) : outcome);
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        Optional<GroupResource> resource = resources.ofKey(request.prefix());
        resource.ifPresent(known::add);
        if (resource.isPresent() && outOfDate.contains(resource.get())) {
            throw compacted(request);
        }
        var watch = new FollowedPrefix(request, resource, listener, this::opened, followed::remove);
        followed.add(watch);
        try {
            watch.opened(store.watch(request, watch));
        } catch (RuntimeException e) {
            followed.remove(watch);
            throw e;
        }
        return watch;
    }

    /** The store is not asked what is current, as it may be away. */
    private static CompactedException compacted(WatchRequest request) {
        return new CompactedException(request.afterRevision(), request.afterRevision() + 1);
    }

    @Override
    public long currentRevision() {
        return store.currentRevision();
    }

    @Override
    public void compact(long revision) {
        store.compact(revision);
    }

    @Override
    public long compactedRevision() {
        return store.compactedRevision();
    }

    @Override
    public boolean outdated(String key) {
        ProviderChain chain = chain(key);
        if (chain == ProviderChain.PLAIN) {
            return store.outdated(key);
        }
        try {
            Optional<StoredValue> found = store.get(key, 0);
            return found.isPresent() && found.get().unreadable().isEmpty()
                    && chain.read(found.get().value(), key).stale();
        } catch (EncryptionException unreadable) {
            return false;
        }
    }

    private ProviderChain chain(String key) {
        return resources.ofKey(key).map(rules::chainOf).orElse(ProviderChain.PLAIN);
    }

    private StoredValue opened(StoredValue stored) {
        if (!stored.unreadable().isEmpty()) {
            return stored;
        }
        try {
            byte[] value = chain(stored.key()).read(stored.value(), stored.key()).value();
            return value == stored.value() ? stored
                    : new StoredValue(stored.key(), value, stored.createRevision(), stored.modRevision());
        } catch (EncryptionException e) {
            return new StoredValue(stored.key(), NOTHING, stored.createRevision(), stored.modRevision(),
                    unreadable(stored.key(), e));
        }
    }

    private StoreEvent opened(StoreEvent event) {
        byte[] stored = event.value();
        if (stored == null || !event.unreadable().isEmpty()) {
            return event;
        }
        try {
            byte[] value = chain(event.key()).read(stored, event.key()).value();
            return value == stored ? event
                    : new StoreEvent(event.key(), value, event.createRevision(), event.revision());
        } catch (EncryptionException e) {
            return new StoreEvent(event.key(), NOTHING, event.createRevision(), event.revision(),
                    unreadable(event.key(), e));
        }
    }

    private String unreadable(String key, EncryptionException why) {
        resources.ofKey(key).ifPresent(damaged::add);
        return String.valueOf(why.getMessage());
    }

    /** Returns the events as they were before they were encrypted. */
    private List<StoreEvent> opened(List<StoreEvent> events) {
        var opened = new ArrayList<StoreEvent>(events.size());
        for (StoreEvent event : events) {
            opened.add(opened(event));
        }
        return opened;
    }
}
