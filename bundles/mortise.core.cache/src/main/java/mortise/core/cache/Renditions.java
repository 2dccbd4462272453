package mortise.core.cache;

import java.lang.ref.SoftReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of an entry or event, by key: other encodings, table rows. Softly held, so that memory pressure takes
 * it before anything fails. Any thread.
 */
final class Renditions {

    /** So many versions and media types are in use at the same time; more are made anew each time. */
    private static final int KEPT_MAX = 16;

    /** A chain is nearly always of one or two; whoever lists many entries pays for each object on the way. */
    private record Made(Object key, Object value, @Nullable Made before, int count) {

        static @Nullable Made find(@Nullable Made last, Object key) {
            Made made = last;
            while (made != null && made.key != key && !made.key.equals(key)) {
                made = made.before;
            }
            return made;
        }
    }

    private volatile @Nullable SoftReference<Made> kept; // written under this

    <S, T> T get(Object key, S source, Function<S, T> make) {
        Made made = Made.find(last(), key);
        @SuppressWarnings("unchecked") // Callers use one key for one type.
        T rendition = made == null ? make(key, source, make) : (T) made.value;
        return rendition;
    }

    /** Whoever comes meanwhile waits: that costs less than to make it twice. */
    private synchronized <S, T> T make(Object key, S source, Function<S, T> make) {
        Made last = last();
        Made made = Made.find(last, key);
        if (made != null) {
            @SuppressWarnings("unchecked") // Callers use one key for one type.
            T rendition = (T) made.value;
            return rendition;
        }
        T rendition = make.apply(source);
        int count = last == null ? 0 : last.count;
        if (count < KEPT_MAX) {
            kept = new SoftReference<>(new Made(key, rendition, last, count + 1));
        }
        return rendition;
    }

    private @Nullable Made last() {
        SoftReference<Made> reference = kept;
        return reference == null ? null : reference.get();
    }
}
