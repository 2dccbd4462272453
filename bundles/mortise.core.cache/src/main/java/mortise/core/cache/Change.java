package mortise.core.cache;

import java.time.Instant;
import mortise.core.cache.CacheEvent.Type;
import org.jspecify.annotations.Nullable;

/**
 * One change of one key in the event log, with the events that watches see in it. Belongs to its {@link Timeline}:
 * except for the final fields it is used only under the timeline's lock.
 */
final class Change {

    final long revision;
    final @Nullable CacheEntry before;
    final @Nullable CacheEntry after;
    final Instant since;

    /** The state after this change, for some changes; exact reads start from there. */
    @Nullable CacheState checkpoint;

    private @Nullable CacheEvent added;
    private @Nullable CacheEvent modified;
    private @Nullable CacheEvent deleted;

    Change(long revision, @Nullable CacheEntry before, @Nullable CacheEntry after, Instant since) {
        this.revision = revision;
        this.before = before;
        this.after = after;
        this.since = since;
    }

    /** How many bytes stay in memory only because of this change. */
    int bytes() {
        return before == null ? 0 : before.ownBytes();
    }

    /** Returns what a watch with this filter sees; one instance for all that see the same. */
    @Nullable CacheEvent seenBy(WatchFilter filter) {
        if (after != null && after.corrupt()) {
            // Nobody knows what has become of the object, only that it is not gone.
            return null;
        }
        if (after != null && before != null && !before.seen()) {
            return filter.test(after) ? added(after) : null;
        }
        CacheEntry matched = before != null && filter.test(before) ? before : null;
        CacheEntry matches = after != null && filter.test(after) ? after : null;
        if (matches != null) {
            return matched == null ? added(matches) : filter.wants(matched, matches) ? modified(matches) : null;
        }
        return matched == null ? null : deleted(matched);
    }

    private CacheEvent added(CacheEntry entry) {
        CacheEvent event = added == null ? CacheEvent.of(Type.ADDED, entry) : added;
        added = event;
        return event;
    }

    private CacheEvent modified(CacheEntry entry) {
        CacheEvent event = modified == null ? CacheEvent.of(Type.MODIFIED, entry) : modified;
        modified = event;
        return event;
    }

    private CacheEvent deleted(CacheEntry last) {
        CacheEvent event = deleted == null ? CacheEvent.of(Type.DELETED, last.at(revision)) : deleted;
        deleted = event;
        return event;
    }
}
