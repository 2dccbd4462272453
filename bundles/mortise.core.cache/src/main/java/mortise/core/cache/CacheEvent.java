package mortise.core.cache;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a watch is told. One instance is shared by every watch that sees the same change in the same way. Immutable,
 * apart from what is memoized; any thread.
 */
public final class CacheEvent {

    /** Kinds of events. */
    public enum Type {
        /** An object is there that was not there, or did not match, before. */
        ADDED,
        /** An object that was there has changed. */
        MODIFIED,
        /** An object is gone, or does not match any more. */
        DELETED,
        /** Only says that everything up to a revision has been sent. */
        BOOKMARK
    }

    private final Type type;
    private final @Nullable CacheEntry entry;
    private final long revision;
    private final boolean initialEventsEnd;
    private final Renditions renditions = new Renditions();

    private CacheEvent(Type type, @Nullable CacheEntry entry, long revision, boolean initialEventsEnd) {
        this.type = type;
        this.entry = entry;
        this.revision = revision;
        this.initialEventsEnd = initialEventsEnd;
    }

    static CacheEvent of(Type type, CacheEntry entry) {
        return new CacheEvent(type, entry, entry.revision(), false);
    }

    static CacheEvent bookmark(long revision, boolean initialEventsEnd) {
        return new CacheEvent(Type.BOOKMARK, null, revision, initialEventsEnd);
    }

    /** Returns what kind of event this is. */
    public Type type() {
        return type;
    }

    /**
     * Returns the object; for a deletion the last one that matched, with the revision of the deletion.
     *
     * @throws IllegalStateException for a bookmark, which has none
     */
    public CacheEntry entry() {
        if (entry == null) {
            throw new IllegalStateException("a bookmark has no entry");
        }
        return entry;
    }

    /** Returns the revision of the change, or up to which a bookmark speaks. */
    public long revision() {
        return revision;
    }

    /** Says whether this is the bookmark behind the last event of the initial state. */
    public boolean initialEventsEnd() {
        return initialEventsEnd;
    }

    /**
     * Returns something made of this event, for example its encoding; made once for all watches, while memory allows.
     *
     * @param key says what it is; one key, one type
     * @param make makes it; must not ask the same event for a rendition, and is called by any thread
     */
    public <T> T rendition(Object key, Function<CacheEvent, T> make) {
        return renditions.get(key, this, make);
    }

    @Override
    public String toString() {
        return type + " " + (entry == null ? "@" + revision : entry);
    }
}
