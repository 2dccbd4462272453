package mortise.core.expression;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields, keys and indexes. */
final class Access {

    private Access() {
    }

    static boolean has(@Nullable Object value, String field) {
        if (value instanceof ObjectValue object) {
            return object.has(field);
        }
        if (value instanceof OptionalValue maybe) {
            return maybe.present() && has(maybe.value(), field);
        }
        return value instanceof Map<?, ?> map && map.containsKey(field);
    }

    static @Nullable Object select(@Nullable Object value, String field) {
        if (value instanceof ObjectValue object) {
            return object.get(field);
        }
        if (value instanceof Map<?, ?> map && map.containsKey(field)) {
            return map.get(field);
        }
        if (value instanceof OptionalValue) {
            return optionalSelect(value, field);
        }
        throw Fault.noSuchKey(field);
    }

    static Object optionalSelect(@Nullable Object value, @Nullable Object field) {
        if (value instanceof OptionalValue maybe) {
            return maybe.present() ? optionalSelect(maybe.value(), field) : OptionalValue.NONE;
        }
        return field instanceof String name && has(value, name)
                ? OptionalValue.of(select(value, name)) : OptionalValue.NONE;
    }

    static @Nullable Object index(@Nullable Object value, @Nullable Object key) {
        if (value instanceof List<?> list) {
            long index = position(key);
            if (index < 0 || index >= list.size()) {
                throw Fault.of("index out of bounds: %d", index);
            }
            return list.get((int) index);
        }
        if (value instanceof Map<?, ?> map) {
            if (!map.containsKey(key)) {
                throw Fault.of("no such key: %s", Texts.shown(key));
            }
            return map.get(key);
        }
        if (value instanceof ObjectValue object && key instanceof String name) {
            return object.get(name);
        }
        if (value instanceof OptionalValue) {
            return optionalIndex(value, key);
        }
        throw Fault.noSuchOverload();
    }

    static Object optionalIndex(@Nullable Object value, @Nullable Object key) {
        if (value instanceof OptionalValue maybe) {
            return maybe.present() ? optionalIndex(maybe.value(), key) : OptionalValue.NONE;
        }
        boolean there = value instanceof List<?> list ? position(key) >= 0 && position(key) < list.size()
                : value instanceof Map<?, ?> map ? map.containsKey(key)
                : value instanceof ObjectValue object && key instanceof String name && object.has(name);
        return there ? OptionalValue.of(index(value, key)) : OptionalValue.NONE;
    }

    private static long position(@Nullable Object key) {
        Object number = MapValue.key(key);
        if (number instanceof Long index) {
            return index;
        }
        throw Fault.of("unsupported index type '%s' in list", Values.typeName(key));
    }
}
