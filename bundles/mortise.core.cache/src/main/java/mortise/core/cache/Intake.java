package mortise.core.cache;

import java.util.ArrayList;
import java.util.List;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes entries of what the store has and tells, for the {@link Timeline}. Called by one thread at a time. */
final class Intake {

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private static final int PAGE_VALUES = 1000;

    private final Store store;
    private final CacheSpec spec;
    private final Timeline timeline;
    private final SelectableFields selectable;

    Intake(Store store, CacheSpec spec, Timeline timeline, SelectableFields selectable) {
        this.store = store;
        this.spec = spec;
        this.timeline = timeline;
        this.selectable = selectable;
    }

    /** Reads the state at a revision, 0 for the latest, has the timeline begin with it, and returns its revision. */
    long begin(long revision) {
        CacheState state = read(revision);
        timeline.reset(state);
        return state.revision();
    }

    private CacheState read(long revision) {
        var entries = new ArrayList<CacheEntry>();
        var request = new RangeRequest(
                spec.prefix(), KeyOrder.endOfPrefix(spec.prefix()), revision, PAGE_VALUES);
        RangePage page = store.range(request);
        while (true) {
            for (StoredValue value : page.values()) {
                entries.add(entry(value.key(), value.value(), value.modRevision(), value.unreadable(), null));
            }
            if (!page.more()) {
                return CacheState.of(page.revision(), entries, spec.indexedFields());
            }
            String last = page.values().get(page.values().size() - 1).key();
            page = store.range(new RangeRequest(last + '\0', request.to(), page.revision(), PAGE_VALUES));
        }
    }

    /** Takes in what happened, in order. */
    void take(List<StoreEvent> events) {
        var news = new ArrayList<Timeline.News>(events.size());
        for (StoreEvent event : events) {
            byte[] value = event.value();
            CacheEntry entry = value == null ? null : entry(event.key(), value, event.revision(),
                    event.unreadable(), timeline.state().get(event.key()).orElse(null));
            news.add(new Timeline.News(event.key(), entry, event.revision()));
        }
        timeline.apply(news);
    }

    private CacheEntry entry(
            String key, byte[] value, long revision, String unreadable, @Nullable CacheEntry before) {
        if (!unreadable.isEmpty()) {
            LOG.error("The value of {} at revision {} cannot be read: {}", key, revision, unreadable);
            return spec.unreadable(key, revision, unreadable, selectable);
        }
        try {
            CacheEntry entry = CacheEntry.of(key, value, revision, selectable);
            if (!spec.indexedFields().isEmpty()) {
                entry.readFields(before);
            }
            return entry;
        } catch (RuntimeException e) {
            // One value must not keep the others from being served.
            LOG.error("The value of {} at revision {} is corrupt", key, revision, e);
            return spec.corrupt(key, revision, e, selectable);
        }
    }
}
