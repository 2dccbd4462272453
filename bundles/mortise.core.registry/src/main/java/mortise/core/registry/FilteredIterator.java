package mortise.core.registry;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The elements of an iterator for which a condition holds. Elements are never {@code null}. Not thread-safe. */
final class FilteredIterator<T> implements Iterator<T> {

    private final Iterator<T> all;
    private final Predicate<T> condition;
    private @Nullable T next;

    FilteredIterator(Iterator<T> all, Predicate<T> condition) {
        this.all = all;
        this.condition = condition;
    }

    @Override
    public boolean hasNext() {
        while (next == null && all.hasNext()) {
            T candidate = all.next();
            if (condition.test(candidate)) {
                next = candidate;
            }
        }
        return next != null;
    }

    @Override
    public T next() {
        T result = hasNext() ? next : null;
        if (result == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return result;
    }
}
