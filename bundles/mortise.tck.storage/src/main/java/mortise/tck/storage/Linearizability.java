package mortise.tck.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.tck.storage.KeyOperation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Says whether what several threads did with one key could have been done one after the other, each at some moment
 * between its call and its return, on a register with compare-and-set. The search is that of Wing and Gong with the
 * memo of Lowe: configurations that were tried, a set of operations and the state after them, are not tried again.
 */
public final class Linearizability {

    private static final int CONFIGURATIONS_MAX = 2_000_000;
    private static final int SHOWN_MAX = 12;
    private static final long IMPOSSIBLE = Long.MIN_VALUE;

    private final List<KeyOperation> operations;
    private final Map<String, Long> revisionOfValue = new HashMap<>();
    private final Set<Configuration> tried = new HashSet<>();

    /** Which operations are done, and the revision of the key after them; 0 for none. */
    private record Configuration(BitSet done, long revision) {
    }

    /** One end of an operation in the order of time; entries of operations that are done are taken out of the list. */
    private static final class Entry {

        final int operation;
        final boolean call;
        @Nullable Entry match;
        @Nullable Entry before;
        @Nullable Entry after;

        Entry(int operation, boolean call) {
            this.operation = operation;
            this.call = call;
        }
    }

    /** Where the search can go back to. */
    private record Step(Entry call, long revisionBefore) {
    }

    private Linearizability(List<KeyOperation> operations) {
        this.operations = operations;
    }

    /** Returns what is wrong with the history of a key that began without value; nothing when it is linearizable. */
    public static Optional<String> violation(List<KeyOperation> history) {
        var ordered = new ArrayList<>(history);
        ordered.sort(Comparator.comparingLong(KeyOperation::callNanos));
        var search = new Linearizability(ordered);
        Optional<String> mismatch = search.learn();
        return mismatch.isPresent() ? mismatch : search.search();
    }

    /** Notes which revision each value has; one revision has one value. */
    private Optional<String> learn() {
        var valueOfRevision = new HashMap<Long, String>();
        for (KeyOperation operation : operations) {
            String value = operation.value();
            if (operation.kind() != Kind.UNKNOWN && value != null) {
                String known = valueOfRevision.putIfAbsent(operation.revision(), value);
                if (known != null && !known.equals(value)) {
                    return Optional.of("revision " + operation.revision() + " has the values " + known + " and "
                            + value);
                }
                Long revision = revisionOfValue.putIfAbsent(value, operation.revision());
                if (revision != null && revision != operation.revision()) {
                    return Optional.of("value " + value + " has the revisions " + revision + " and "
                            + operation.revision());
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> search() {
        Entry head = entries();
        Deque<Step> steps = new ArrayDeque<>();
        var done = new BitSet(operations.size());
        long revision = 0;
        int deepest = 0;
        Entry entry = head.after;
        while (entry != null) {
            if (entry.call) {
                long next = next(entry.operation, revision);
                if (next != IMPOSSIBLE && remember(done, entry.operation, next)) {
                    steps.push(new Step(entry, revision));
                    revision = next;
                    done.set(entry.operation);
                    deepest = Math.max(deepest, done.cardinality());
                    lift(entry);
                    entry = head.after;
                } else {
                    entry = entry.after;
                }
            } else if (operations.get(entry.operation).kind() == Kind.UNKNOWN) {
                return Optional.empty();
            } else if (steps.isEmpty()) {
                return Optional.of(told(deepest, entry.operation));
            } else {
                Step last = steps.pop();
                revision = last.revisionBefore();
                done.clear(last.call().operation);
                unlift(last.call());
                entry = last.call().after;
            }
        }
        return Optional.empty();
    }

    /** Returns the revision after an operation; {@link #IMPOSSIBLE} when it cannot be now. */
    private long next(int index, long revision) {
        KeyOperation operation = operations.get(index);
        boolean asExpected = operation.expected() == revision;
        return switch (operation.kind()) {
            case READ -> operation.revision() == revision ? revision : IMPOSSIBLE;
            case REFUSED -> !asExpected
                    && (operation.revision() == KeyOperation.UNTOLD || operation.revision() == revision)
                    ? revision : IMPOSSIBLE;
            case COMMITTED -> asExpected ? operation.value() == null ? 0 : operation.revision() : IMPOSSIBLE;
            case UNKNOWN -> asExpected ? unknown(index, operation) : IMPOSSIBLE;
        };
    }

    /** Returns the revision of a write that nobody acknowledged: one that nobody saw has one of its own. */
    private long unknown(int index, KeyOperation operation) {
        String value = operation.value();
        return value == null ? 0 : revisionOfValue.getOrDefault(value, IMPOSSIBLE + 1 + index);
    }

    private boolean remember(BitSet done, int operation, long revision) {
        if (tried.size() >= CONFIGURATIONS_MAX) {
            throw new IllegalStateException("more than " + CONFIGURATIONS_MAX + " configurations: too much at once");
        }
        var next = (BitSet) done.clone();
        next.set(operation);
        return tried.add(new Configuration(next, revision));
    }

    private String told(int deepest, int stuck) {
        KeyOperation last = operations.get(stuck);
        var text = new StringBuilder("not linearizable: of " + operations.size() + " operations at most " + deepest
                + " fit; none fits for " + last + " beside");
        operations.stream().filter(other -> other != last && other.callNanos() <= last.returnNanos()
                && other.returnNanos() >= last.callNanos()).limit(SHOWN_MAX)
                .forEach(other -> text.append("\n  ").append(other));
        return text.toString();
    }

    private Entry entries() {
        record Moment(long nanos, Entry entry) {
        }
        var moments = new ArrayList<Moment>();
        for (int i = 0; i < operations.size(); i++) {
            KeyOperation operation = operations.get(i);
            var call = new Entry(i, true);
            var end = new Entry(i, false);
            call.match = end;
            moments.add(new Moment(operation.callNanos(), call));
            moments.add(new Moment(operation.kind() == Kind.UNKNOWN ? Long.MAX_VALUE : operation.returnNanos(), end));
        }
        // Of two at the same time the call is first, which assumes less.
        moments.sort(Comparator.comparingLong(Moment::nanos).thenComparing(moment -> !moment.entry().call));
        var head = new Entry(-1, false);
        Entry last = head;
        for (Moment moment : moments) {
            last.after = moment.entry();
            moment.entry().before = last;
            last = moment.entry();
        }
        return head;
    }

    private static void lift(Entry call) {
        takeOut(call);
        if (call.match != null) {
            takeOut(call.match);
        }
    }

    private static void takeOut(Entry entry) {
        if (entry.before != null) {
            entry.before.after = entry.after;
        }
        if (entry.after != null) {
            entry.after.before = entry.before;
        }
    }

    private static void unlift(Entry call) {
        if (call.match != null) {
            putBack(call.match);
        }
        putBack(call);
    }

    private static void putBack(Entry entry) {
        if (entry.before != null) {
            entry.before.after = entry;
        }
        if (entry.after != null) {
            entry.after.before = entry;
        }
    }
}
