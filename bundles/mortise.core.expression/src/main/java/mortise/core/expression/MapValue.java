package mortise.core.expression;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A map that an expression made. Numbers that are equal are one key, whatever their type. */
final class MapValue extends AbstractMap<Object, @Nullable Object> {

    private final Map<Object, @Nullable Object> entries = new LinkedHashMap<>();

    /** Returns the key in the form under which it is kept. */
    static @Nullable Object key(@Nullable Object key) {
        if (key instanceof Unsigned number && number.bits() >= 0) {
            return number.bits();
        }
        if (key instanceof Double number && number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE) {
            return number.longValue();
        }
        return key;
    }

    void insert(@Nullable Object key, @Nullable Object value) {
        if (!(key instanceof String || key instanceof Boolean || key instanceof Long || key instanceof Unsigned)) {
            throw Fault.of("unsupported key type: %s", Values.typeName(key));
        }
        Object kept = Objects.requireNonNull(key(key));
        if (entries.containsKey(kept)) {
            throw Fault.of("insert failed: key %s already exists", Texts.shown(key));
        }
        entries.put(kept, value);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return entries.get(key(key));
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return entries.containsKey(key(key));
    }

    @Override
    public Set<Entry<Object, @Nullable Object>> entrySet() {
        return entries.entrySet();
    }
}
