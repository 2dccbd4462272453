package mortise.ops.storetool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoredValue;

/** The values of a source in the order in which they were written. Holds all keys, no values. */
final class RevisionOrder {

    /** What all objects are below. */
    static final String REGISTRY = "/registry/";

    private static final int PAGE = 100;

    private record Entry(String key, long modRevision) {
    }

    private final StoreSource source;
    private final List<Entry> entries = new ArrayList<>();

    RevisionOrder(StoreSource source) {
        this.source = source;
        pages(source, value -> entries.add(new Entry(value.key(), value.modRevision())));
        entries.sort(Comparator.comparingLong(Entry::modRevision));
    }

    int size() {
        return entries.size();
    }

    void forEach(Consumer<StoredValue> action) {
        for (Entry entry : entries) {
            action.accept(source.get(entry.key()).orElseThrow(() ->
                    new StoreException(entry.key() + " was there and is not any more", null)));
        }
    }

    /** Reads all values in the order of their keys. */
    static void pages(StoreSource source, Consumer<StoredValue> action) {
        String from = REGISTRY;
        String end = KeyOrder.endOfPrefix(REGISTRY);
        for (boolean more = true; more;) {
            RangePage page = source.range(new RangeRequest(from, end, 0, PAGE));
            page.values().forEach(action);
            more = page.more() && !page.values().isEmpty();
            if (more) {
                from = page.values().get(page.values().size() - 1).key() + '\0';
            }
        }
    }
}
