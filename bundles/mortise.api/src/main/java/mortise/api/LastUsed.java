package mortise.api;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that keeps the entries used last: when there are too many, the one that nobody has put or got for longest goes.
 * Looking an entry up changes the order, so whoever shares the map between threads guards readers as well.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class LastUsed<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    private static final int CAPACITY = 16;
    private static final float LOAD = 0.75f;

    private final int entriesMax;

    /** Makes an empty map of at most so many entries. */
    public LastUsed(int entriesMax) {
        super(CAPACITY, LOAD, true);
        this.entriesMax = entriesMax;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > entriesMax;
    }
}
