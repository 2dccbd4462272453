package mortise.itests.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.spi.storage.StoreEvent;

/**
 * What one watch saw, and what is to be said of it: {@value #EXACT} when the state it began with was that of one
 * revision and then every later change came once, in order. Used by one thread at a time.
 */
public final class Sightings {

    /** The verdict that nothing is missing, too much, or out of order. */
    public static final String EXACT = "exact";

    /** What an event said. */
    public enum Kind {
        /** It was not there before. */
        ADDED,
        /** It was there before. */
        MODIFIED,
        /** It was there and is gone. */
        DELETED
    }

    private record Sighting(Kind kind, String name, long revision) {

        @Override
        public String toString() {
            return kind + " " + name + "@" + revision;
        }
    }

    private final Map<String, Long> start = new TreeMap<>();
    private final List<Sighting> changes = new ArrayList<>();
    private final boolean withState;
    private long startedAt;

    /** Made for a watch that begins after a revision, or with a state (0). */
    public Sightings(long after) {
        this.withState = after == 0;
        this.startedAt = after;
    }

    /** Notes an event. */
    public void event(Kind kind, String name, long revision) {
        if (startedAt == 0) {
            start.put(name, revision);
        } else {
            changes.add(new Sighting(kind, name, revision));
        }
    }

    /** Notes that the state at the beginning has been told, and of which revision it was. */
    public void started(long at) {
        startedAt = at;
    }

    /** Says how this fits what was in the store. */
    public String verdict(ListStore store) {
        if (startedAt == 0) {
            return "never told its first state";
        }
        if (withState && !start.equals(store.stateAt(startedAt))) {
            return "began at " + startedAt + " with " + start + " instead of " + store.stateAt(startedAt);
        }
        List<Sighting> expected = expected(store);
        return changes.equals(expected) ? EXACT : "after " + startedAt + " " + changes + " instead of " + expected;
    }

    /** Says how this fits if it was cut off: what was seen must be where the changes begin. */
    String verdictWhenCut(ListStore store) {
        List<Sighting> expected = expected(store);
        boolean begins = changes.size() <= expected.size() && changes.equals(expected.subList(0, changes.size()));
        return begins ? EXACT : "after " + startedAt + " " + changes + " instead of the begin of " + expected;
    }

    private List<Sighting> expected(ListStore store) {
        var present = new TreeMap<>(store.stateAt(startedAt));
        var expected = new ArrayList<Sighting>();
        for (StoreEvent event : store.eventsAfter(startedAt)) {
            String name = event.key().substring(ListStore.PREFIX.length());
            boolean known = event.deleted() ? present.remove(name) != null
                    : present.put(name, event.revision()) != null;
            if (known || !event.deleted()) {
                Kind kind = event.deleted() ? Kind.DELETED : known ? Kind.MODIFIED : Kind.ADDED;
                expected.add(new Sighting(kind, name, event.revision()));
            }
        }
        return expected;
    }
}
