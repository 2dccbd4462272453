package mortise.core.cache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoredValue;

/** A state that only the store still knows. Reads page by page as far as it is asked; blocks. */
final class StoreSnapshot implements CacheSnapshot {

    private static final int PAGE_VALUES = 500;

    private final Store store;
    private final CacheSpec spec;
    private final SelectableFields selectable;
    private final long revision;

    /**
     * Makes the snapshot after a look whether the store has it.
     *
     * @throws mortise.api.ApiException 410 when the revision was compacted, 503 when the store is away
     */
    StoreSnapshot(Store store, CacheSpec spec, SelectableFields selectable, long revision) {
        this.store = store;
        this.spec = spec;
        this.selectable = selectable;
        this.revision = revision;
        page(spec.prefix(), KeyOrder.endOfPrefix(spec.prefix()), 1);
    }

    private RangePage page(String from, String to, int limit) {
        return orRefused(() -> store.range(new RangeRequest(from, to, revision, limit)));
    }

    private static <T> T orRefused(Supplier<T> read) {
        try {
            return read.get();
        } catch (CompactedException e) {
            throw Failures.gone();
        } catch (StoreAwayException away) {
            throw Failures.away(away);
        }
    }

    private CacheEntry entry(StoredValue value) {
        if (!value.unreadable().isEmpty()) {
            return spec.unreadable(value.key(), value.modRevision(), value.unreadable(), selectable);
        }
        try {
            return CacheEntry.of(value.key(), value.value(), value.modRevision(), selectable);
        } catch (MalformedBodyException broken) {
            return spec.corrupt(value.key(), value.modRevision(), broken, selectable);
        }
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public Optional<CacheEntry> get(String key) {
        return orRefused(() -> store.get(key, revision)).map(this::entry).filter(entry -> !entry.corrupt());
    }

    @Override
    public Optional<CacheEntry> corrupt(String key) {
        return orRefused(() -> store.get(key, revision)).map(this::entry).filter(CacheEntry::corrupt);
    }

    @Override
    public Iterator<CacheEntry> corrupt(String from, String to) {
        return new FilteredIterator(all(from, to), CacheEntry::corrupt);
    }

    @Override
    public Iterator<CacheEntry> range(String from, String to) {
        return new FilteredIterator(all(from, to), entry -> !entry.corrupt());
    }

    private Iterator<CacheEntry> all(String from, String to) {
        String end = KeyOrder.endOfPrefix(spec.prefix());
        boolean within = !to.isEmpty() && KeyOrder.INSTANCE.compare(to, end) < 0;
        boolean before = KeyOrder.INSTANCE.compare(from, spec.prefix()) < 0;
        return new Pages(before ? spec.prefix() : from, within ? to : end);
    }

    @Override
    public long count(String from, String to) {
        long count = 0;
        for (Iterator<CacheEntry> entries = range(from, to); entries.hasNext(); entries.next()) {
            count++;
        }
        return count;
    }

    @Override
    public boolean countsCheaply() {
        return false;
    }

    @Override
    public boolean indexed(String field) {
        return false;
    }

    @Override
    public Iterator<CacheEntry> byField(String field, String value) {
        return new FilteredIterator(range("", ""), entry -> entry.field(field).equals(value));
    }

    private final class Pages implements Iterator<CacheEntry> {

        private final String to;
        private String from;
        private boolean more = true;
        private Iterator<CacheEntry> page = List.<CacheEntry>of().iterator();

        Pages(String from, String to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            while (!page.hasNext() && more) {
                readPage();
            }
            return page.hasNext();
        }

        private void readPage() {
            RangePage next = page(from, to, PAGE_VALUES);
            var entries = new ArrayList<CacheEntry>(next.values().size());
            for (StoredValue value : next.values()) {
                entries.add(entry(value));
                from = value.key() + '\0';
            }
            more = next.more();
            page = entries.iterator();
        }

        @Override
        public CacheEntry next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }
}
