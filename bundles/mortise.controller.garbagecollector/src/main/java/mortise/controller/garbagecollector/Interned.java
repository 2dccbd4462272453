package mortise.controller.garbagecollector;

import org.jspecify.annotations.Nullable;

/**
 * Gives equal values as one, most of the time: it remembers one value for each of a fixed number of hashes. Belongs to
 * one thread.
 */
final class Interned<T> {

    private final @Nullable Object[] remembered = new @Nullable Object[1 << 10];

    @SuppressWarnings("unchecked") // What equals a T of these classes is one.
    T of(T value) {
        int hash = value.hashCode();
        int at = (hash ^ hash >>> 16) & remembered.length - 1;
        Object known = remembered[at];
        if (value.equals(known)) {
            return (T) known;
        }
        remembered[at] = value;
        return value;
    }
}
