package mortise.controller.garbagecollector;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** The last few things that were noted. Thread-safe. */
final class Recent<T> {

    private final int max;
    private final Set<T> noted = new LinkedHashSet<>(); // guarded by this

    Recent(int max) {
        this.max = max;
    }

    /** Notes something, at the price of what was noted longest ago. Returns whether it was not noted before. */
    synchronized boolean add(T thing) {
        boolean isNew = !noted.remove(thing);
        noted.add(thing);
        if (noted.size() > max) {
            Iterator<T> oldest = noted.iterator();
            oldest.next();
            oldest.remove();
        }
        return isNew;
    }

    synchronized boolean has(T thing) {
        return noted.contains(thing);
    }
}
