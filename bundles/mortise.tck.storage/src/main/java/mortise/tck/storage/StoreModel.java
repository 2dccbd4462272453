package mortise.tck.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import mortise.spi.storage.Commit;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * What a store should contain, by replaying acknowledged commits one after the other. Not for several threads.
 *
 * <p>Values and events are compared as texts, {@code key=value@create/mod} and, for deletions,
 * {@code key deleted@mod}, so that a failing test shows what differs.
 */
public final class StoreModel {

    private final List<StoreEvent> events = new ArrayList<>();

    /**
     * Applies a commit that the store has made.
     *
     * @throws AssertionError when the store should have refused it, or gave it a revision it had used before
     */
    public void committed(Commit commit, long revision) {
        StoredValue before = state(Long.MAX_VALUE).get(commit.key());
        long modRevision = before == null ? 0 : before.modRevision();
        if (modRevision != commit.expectedModRevision()) {
            throw new AssertionError("commit of " + commit.key() + " expected " + commit.expectedModRevision()
                + " and was made, although the key was at " + modRevision);
        }
        if (revision <= revision()) {
            throw new AssertionError("revision " + revision + " after " + revision());
        }
        long createRevision = before == null ? revision : before.createRevision();
        events.add(new StoreEvent(commit.key(), commit.value(), createRevision, revision));
    }

    /** Returns the revision of the latest change; 1 when there was none. */
    public long revision() {
        return events.isEmpty() ? 1 : events.get(events.size() - 1).revision();
    }

    /** Returns all changes, oldest first. */
    public List<StoreEvent> events() {
        return List.copyOf(events);
    }

    /** Returns the changes that a watch of the prefix must show. */
    public List<StoreEvent> events(String prefix, long afterRevision) {
        return events.stream().filter(e -> e.revision() > afterRevision && e.key().startsWith(prefix)).toList();
    }

    /** Returns the latest change of a key, or {@code null}. */
    public @Nullable StoredValue latest(String key) {
        return state(Long.MAX_VALUE).get(key);
    }

    /** Returns what was there at a revision. */
    public NavigableMap<String, StoredValue> state(long revision) {
        NavigableMap<String, StoredValue> state = new TreeMap<>(KeyOrder.INSTANCE);
        for (StoreEvent event : events) {
            byte[] value = event.value();
            if (event.revision() > revision) {
                break;
            } else if (value == null) {
                state.remove(event.key());
            } else {
                state.put(event.key(), new StoredValue(event.key(), value, event.createRevision(), event.revision()));
            }
        }
        return state;
    }

    /** Returns a value as a text that can be compared and read. */
    public static String describe(StoredValue value) {
        return value.key() + "=" + text(value.value()) + "@" + value.createRevision() + "/" + value.modRevision();
    }

    /** Returns values as texts. */
    public static List<String> describe(Iterable<StoredValue> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(describe(value)));
        return texts;
    }

    /** Returns an event as a text. A deletion's create revision is left out, as a store need not know it. */
    public static String describe(StoreEvent event) {
        byte[] value = event.value();
        return value == null
            ? event.key() + " deleted@" + event.revision()
            : event.key() + "=" + text(value) + "@" + event.createRevision() + "/" + event.revision();
    }

    /** Returns events as texts. */
    public static List<String> describeEvents(Iterable<StoreEvent> events) {
        List<String> texts = new ArrayList<>();
        events.forEach(event -> texts.add(describe(event)));
        return texts;
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }
}
