package mortise.ops.storetool;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.StoredValue;

/** A backend's data in memory, which either keeps revisions or counts changes. */
final class MemoryData implements StoreData, StoreSource, StoreTarget {

    private final boolean keepsRevisions;
    private final TreeMap<String, StoredValue> values = new TreeMap<>();
    private final List<StoredValue> written = new ArrayList<>();
    private final Map<String, Long> lifetimes = new HashMap<>();
    private long revision;
    private int settled;

    MemoryData(boolean keepsRevisions) {
        this.keepsRevisions = keepsRevisions;
    }

    @Override
    public StoreSource read() {
        return this;
    }

    @Override
    public StoreTarget fill() {
        if (!values.isEmpty()) {
            throw new StoreException("there is data", null);
        }
        return this;
    }

    @Override
    public long revision() {
        return revision;
    }

    /** A page never has more than two values, so that there are several. */
    @Override
    public RangePage range(RangeRequest request) {
        List<StoredValue> all = List.copyOf(values.subMap(request.from(), request.to()).values());
        return new RangePage(all.subList(0, Math.min(2, all.size())), all.size() > 2, revision);
    }

    @Override
    public Optional<StoredValue> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    @Override
    public long lifetimeSeconds(StoredValue value) {
        return lifetime(value.key());
    }

    long lifetime(String key) {
        return lifetimes.getOrDefault(key, 0L);
    }

    @Override
    public long check(Consumer<String> problems) {
        return values.size();
    }

    @Override
    public void put(StoredValue value, long lifetimeSeconds) {
        values.put(value.key(), value);
        written.add(value);
        lifetimes.put(value.key(), lifetimeSeconds);
    }

    @Override
    public void settle() {
        settled = written.size();
    }

    /** Returns how many values were there when they were last waited for. */
    int settled() {
        return settled;
    }

    @Override
    public boolean keepsRevisions() {
        return keepsRevisions;
    }

    @Override
    public long finish(long wanted) {
        revision = keepsRevisions ? wanted : written.size() + 1;
        return revision;
    }

    List<String> keys() {
        return written.stream().map(StoredValue::key).toList();
    }

    List<Long> order() {
        return written.stream().map(StoredValue::modRevision).toList();
    }

    Map<String, String> text() {
        var text = new TreeMap<String, String>();
        values.forEach((key, value) -> text.put(key, value.createRevision() + " " + value.modRevision() + " "
                + new String(value.value(), StandardCharsets.UTF_8)));
        return text;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
