package mortise.core.cache;

import java.lang.ref.SoftReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of an entry or event, by key: other encodings, table rows. Softly held, so that memory pressure takes
 * it before anything fails. Any thread.
 */
final class Renditions {

    /** So many versions and media types are in use at the same time; more are made anew each time. */
    private static final int KEPT_MAX = 16;

    private volatile @Nullable SoftReference<ConcurrentHashMap<Object, Object>> kept;

    <S, T> T get(Object key, S source, Function<S, T> make) {
        ConcurrentHashMap<Object, Object> map = map();
        Object known = map.get(key);
        if (known == null) {
            if (map.size() >= KEPT_MAX) {
                return make.apply(source);
            }
            known = map.computeIfAbsent(key, k -> make.apply(source));
        }
        @SuppressWarnings("unchecked") // Callers use one key for one type.
        T rendition = (T) known;
        return rendition;
    }

    private ConcurrentHashMap<Object, Object> map() {
        SoftReference<ConcurrentHashMap<Object, Object>> reference = kept;
        ConcurrentHashMap<Object, Object> map = reference == null ? null : reference.get();
        return map != null ? map : fresh();
    }

    private synchronized ConcurrentHashMap<Object, Object> fresh() {
        SoftReference<ConcurrentHashMap<Object, Object>> reference = kept;
        ConcurrentHashMap<Object, Object> map = reference == null ? null : reference.get();
        if (map == null) {
            map = new ConcurrentHashMap<>(2);
            kept = new SoftReference<>(map);
        }
        return map;
    }
}
