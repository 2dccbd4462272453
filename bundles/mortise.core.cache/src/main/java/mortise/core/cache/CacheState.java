package mortise.core.cache;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.storage.KeyOrder;
import org.jspecify.annotations.Nullable;

/**
 * The whole state at one revision, with its indexes. Never changes; a change makes another one that shares nearly all.
 */
final class CacheState implements CacheSnapshot {

    private static final char END_OF_VALUE = 0;

    private final long revision;
    /** All of them, corrupt ones too. */
    private final PersistentMap<CacheEntry> entries;

    /** Those that are corrupt; nearly always empty. */
    private final PersistentMap<CacheEntry> corrupt;

    /** By field; the keys of each are the value, {@link #END_OF_VALUE} and the key of the entry. */
    private final Map<String, PersistentMap<CacheEntry>> indexes;

    private CacheState(
            long revision, PersistentMap<CacheEntry> entries, PersistentMap<CacheEntry> corrupt,
            Map<String, PersistentMap<CacheEntry>> indexes) {
        this.revision = revision;
        this.entries = entries;
        this.corrupt = corrupt;
        this.indexes = indexes;
    }

    /** Makes the state of entries that come in key order. */
    static CacheState of(long revision, List<CacheEntry> sorted, List<String> indexedFields) {
        var indexes = new HashMap<String, PersistentMap<CacheEntry>>();
        for (String field : indexedFields) {
            List<CacheEntry> byValue = sorted.stream()
                    .sorted(Comparator.comparing((CacheEntry entry) -> indexKey(field, entry), KeyOrder.INSTANCE))
                    .toList();
            indexes.put(field, PersistentMap.fromSorted(byValue, entry -> indexKey(field, entry)));
        }
        PersistentMap<CacheEntry> corrupt = PersistentMap.fromSorted(
                sorted.stream().filter(CacheEntry::corrupt).toList(), CacheEntry::key);
        return new CacheState(
                revision, PersistentMap.fromSorted(sorted, CacheEntry::key), corrupt, Map.copyOf(indexes));
    }

    private static String indexKey(String field, CacheEntry entry) {
        return entry.field(field) + END_OF_VALUE + entry.key();
    }

    /** Returns this state called by a later revision, up to which nothing has changed. */
    CacheState at(long newRevision) {
        return new CacheState(newRevision, entries, corrupt, indexes);
    }

    /** Returns the state in which the one entry, if any, has made way for the other, if any; both of one key. */
    CacheState replace(@Nullable CacheEntry before, @Nullable CacheEntry after, long newRevision) {
        PersistentMap<CacheEntry> newEntries = after != null ? entries.put(after.key(), after)
                : before != null ? entries.remove(before.key()) : entries;
        PersistentMap<CacheEntry> newCorrupt = after != null && after.corrupt() ? corrupt.put(after.key(), after)
                : before != null && before.corrupt() ? corrupt.remove(before.key()) : corrupt;
        if (indexes.isEmpty()) {
            return new CacheState(newRevision, newEntries, newCorrupt, indexes);
        }
        var newIndexes = new HashMap<String, PersistentMap<CacheEntry>>();
        indexes.forEach((field, index) -> newIndexes.put(field, replace(index, field, before, after)));
        return new CacheState(newRevision, newEntries, newCorrupt, Map.copyOf(newIndexes));
    }

    private static PersistentMap<CacheEntry> replace(
            PersistentMap<CacheEntry> index, String field, @Nullable CacheEntry before, @Nullable CacheEntry after) {
        PersistentMap<CacheEntry> changed = index;
        if (before != null && (after == null || !before.field(field).equals(after.field(field)))) {
            changed = changed.remove(indexKey(field, before));
        }
        return after == null ? changed : changed.put(indexKey(field, after), after);
    }

    @Override
    public long revision() {
        return revision;
    }

    /** Returns the entry of a key, which may be corrupt; {@code null} when there is none. */
    @Nullable CacheEntry any(String key) {
        return entries.get(key).orElse(null);
    }

    @Override
    public Optional<CacheEntry> get(String key) {
        return entries.get(key).filter(entry -> !entry.corrupt());
    }

    @Override
    public Iterator<CacheEntry> range(String from, String to) {
        Iterator<CacheEntry> all = entries.range(from, to);
        return corrupt.size() == 0 ? all : new FilteredIterator(all, entry -> !entry.corrupt());
    }

    @Override
    public long count(String from, String to) {
        return entries.countRange(from, to) - corrupt.countRange(from, to);
    }

    @Override
    public Iterator<CacheEntry> corrupt(String from, String to) {
        return corrupt.range(from, to);
    }

    @Override
    public boolean indexed(String field) {
        return indexes.containsKey(field);
    }

    @Override
    public Iterator<CacheEntry> byField(String field, String value) {
        PersistentMap<CacheEntry> index = indexes.get(field);
        Iterator<CacheEntry> candidates = index == null
                ? entries.range("", "")
                : index.range(value + END_OF_VALUE, value + (char) (END_OF_VALUE + 1));
        // Also with an index: a value with the end character in it looks like a shorter value and a key.
        return new FilteredIterator(candidates, entry -> !entry.corrupt() && entry.field(field).equals(value));
    }
}
