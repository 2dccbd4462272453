package mortise.core.expression;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A map of a tree whose values are dressed when they are read. */
final class TypedMap extends AbstractMap<Object, @Nullable Object> {

    private final Map<?, ?> raw;
    private final ExpressionType element;

    TypedMap(Map<?, ?> raw, ExpressionType element) {
        this.raw = raw;
        this.element = element;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return Values.dress(raw.get(key), element);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return raw.containsKey(key);
    }

    @Override
    public Set<Entry<Object, @Nullable Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<Object, @Nullable Object>> iterator() {
                Iterator<? extends Entry<?, ?>> entries = raw.entrySet().iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return entries.hasNext();
                    }

                    @Override
                    public Entry<Object, @Nullable Object> next() {
                        Entry<?, ?> entry = entries.next();
                        return new SimpleImmutableEntry<>(entry.getKey(), Values.dress(entry.getValue(), element));
                    }
                };
            }

            @Override
            public int size() {
                return raw.size();
            }
        };
    }
}
