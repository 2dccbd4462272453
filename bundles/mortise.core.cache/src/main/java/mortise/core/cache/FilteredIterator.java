package mortise.core.cache;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Those entries that are wanted, looked for only as far as asked. One thread; blocks as the entries below it do. */
public final class FilteredIterator implements Iterator<CacheEntry> {

    private final Iterator<CacheEntry> entries;
    private final Predicate<CacheEntry> wanted;
    private @Nullable CacheEntry next;

    /** Leaves out what is not wanted of some entries, which nobody else moves on from now. */
    public FilteredIterator(Iterator<CacheEntry> entries, Predicate<CacheEntry> wanted) {
        this.entries = entries;
        this.wanted = wanted;
    }

    @Override
    public boolean hasNext() {
        while (next == null && entries.hasNext()) {
            CacheEntry candidate = entries.next();
            next = wanted.test(candidate) ? candidate : null;
        }
        return next != null;
    }

    @Override
    public CacheEntry next() {
        CacheEntry found = hasNext() ? next : null;
        if (found == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return found;
    }
}
