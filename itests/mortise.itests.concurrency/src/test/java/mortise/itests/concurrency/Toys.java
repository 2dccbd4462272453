package mortise.itests.concurrency;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import mortise.itests.concurrency.Sightings.Kind;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The mistakes that the other encounters look for, each made in a few lines: what tries out encounters must find every
 * one of them.
 */
public final class Toys {

    /** So many turns of a loop a mistake takes, because real ones have work to do there, too. */
    private static final int TURNS = 30;

    private Toys() {
    }

    private static void work() {
        for (int i = 0; i < TURNS; i++) {
            Thread.onSpinWait();
        }
    }

    /** A watch takes the state first and is told of changes afterwards: those between are lost. */
    @JCStressTest
    @Outcome(id = Sightings.EXACT, expect = Expect.ACCEPTABLE, desc = "Nothing came between.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The gap.")
    @State
    public static class HandOverWithAGap implements Encounter {

        private final ListStore store = new ListStore();
        private final Sightings sightings = new Sightings(0);
        private final Queue<StoreEvent> events = new ConcurrentLinkedQueue<>();

        public HandOverWithAGap() {
            store.put("a");
        }

        @Override
        @Actor
        public void first() {
            store.put("b");
            store.remove("a");
            store.put("a");
        }

        @Override
        @Actor
        public void second() {
            long revision = store.currentRevision();
            store.stateAt(revision).forEach((name, at) -> sightings.event(Kind.ADDED, name, at));
            sightings.started(revision);
            store.watch(new WatchRequest(ListStore.PREFIX, store.currentRevision()), new Taker(events));
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            tell(events, sightings, store);
            return sightings.verdict(store);
        }
    }

    /** A watch is told of changes first and takes the state afterwards: those between come twice. */
    @JCStressTest
    @Outcome(id = Sightings.EXACT, expect = Expect.ACCEPTABLE, desc = "Nothing came between.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The repetition.")
    @State
    public static class HandOverWithARepetition implements Encounter {

        private final ListStore store = new ListStore();
        private final Sightings sightings = new Sightings(0);
        private final Queue<StoreEvent> events = new ConcurrentLinkedQueue<>();

        public HandOverWithARepetition() {
            store.put("a");
        }

        @Override
        @Actor
        public void first() {
            store.put("b");
            store.put("c");
            store.put("b");
        }

        @Override
        @Actor
        public void second() {
            store.watch(new WatchRequest(ListStore.PREFIX, store.currentRevision()), new Taker(events));
            work();
            long revision = store.currentRevision();
            store.stateAt(revision).forEach((name, at) -> sightings.event(Kind.ADDED, name, at));
            sightings.started(revision);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            tell(events, sightings, store);
            return sightings.verdict(store);
        }
    }

    private record Taker(Queue<StoreEvent> events) implements WatchListener {

        @Override
        public void onEvents(List<StoreEvent> more) {
            events.addAll(more);
        }

        @Override
        public void onEnd(StoreException why) {
            throw new IllegalStateException(why);
        }
    }

    private static void tell(Queue<StoreEvent> events, Sightings sightings, ListStore store) {
        for (StoreEvent event : events) {
            String name = event.key().substring(ListStore.PREFIX.length());
            boolean known = store.stateAt(event.revision() - 1).containsKey(name);
            Kind kind = event.deleted() ? Kind.DELETED : known ? Kind.MODIFIED : Kind.ADDED;
            sightings.event(kind, name, event.revision());
        }
    }

    /** A state of two fields that are not published together. */
    @JCStressTest
    @Outcome(id = "as it was", expect = Expect.ACCEPTABLE, desc = "Nothing came between.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half of one, half of the other.")
    @State
    public static class TornSnapshot implements Encounter {

        private volatile long revision = 1;
        private volatile Map<String, Long> content = Map.of("a", 1L);
        private long seenRevision;
        private Map<String, Long> seen = Map.of();

        @Override
        @Actor
        public void first() {
            for (long next = 2; next < 20; next++) {
                revision = next;
                work();
                content = Map.of("a", next);
            }
        }

        @Override
        @Actor
        public void second() {
            seenRevision = revision;
            seen = content;
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return seen.equals(Map.of("a", seenRevision)) ? "as it was" : "torn";
        }
    }

    /** A queue that looks first and marks afterwards. */
    @JCStressTest
    @Outcome(id = "one got it", expect = Expect.ACCEPTABLE, desc = "Nobody looked meanwhile.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both looked before one marked it.")
    @State
    public static class QueueThatLooksFirst implements Encounter {

        private final Set<String> taken = new HashSet<>();
        private boolean firstGot;
        private boolean secondGot;

        private boolean take() {
            boolean free;
            synchronized (taken) {
                free = !taken.contains("x");
            }
            work();
            synchronized (taken) {
                taken.add("x");
            }
            return free;
        }

        @Override
        @Actor
        public void first() {
            firstGot = take();
        }

        @Override
        @Actor
        public void second() {
            secondGot = take();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return firstGot && secondGot ? "both got it" : "one got it";
        }
    }

    /** A queue that forgets what is done, and with it what was added meanwhile. */
    @JCStressTest
    @Outcome(id = "comes again", expect = Expect.ACCEPTABLE, desc = "It was added afterwards.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The addition is lost.")
    @State
    public static class QueueThatForgets implements Encounter {

        private final ArrayDeque<String> waiting = new ArrayDeque<>();
        private final Set<String> known = new HashSet<>(Set.of("x"));

        @Override
        @Actor
        public void first() {
            synchronized (known) {
                known.remove("x");
            }
        }

        @Override
        @Actor
        public void second() {
            synchronized (known) {
                if (known.add("x")) {
                    waiting.add("x");
                }
            }
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return waiting.isEmpty() ? "lost" : "comes again";
        }
    }

    /** A registry of which the copies are made without a lock. */
    @JCStressTest
    @Outcome(id = "both are there", expect = Expect.ACCEPTABLE, desc = "One came after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One has overwritten the other.")
    @State
    public static class RegistryWithoutALock implements Encounter {

        private volatile Map<String, String> snapshot = Map.of();

        private void bind(String name) {
            var copy = new HashMap<>(snapshot);
            work();
            copy.put(name, name);
            snapshot = Map.copyOf(copy);
        }

        @Override
        @Actor
        public void first() {
            bind("one");
        }

        @Override
        @Actor
        public void second() {
            bind("other");
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return snapshot.size() == 2 ? "both are there" : "one is lost";
        }
    }

    /** A reader that is called before what there is to read. */
    @JCStressTest
    @Outcome(id = "it read", expect = Expect.ACCEPTABLE, desc = "It came late enough.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It found nothing and is not called again.")
    @State
    public static class CallBeforeTheEvent implements Encounter {

        private final Queue<String> events = new ConcurrentLinkedQueue<>();
        private volatile boolean called;
        private @Nullable String read;

        @Override
        @Actor
        public void first() {
            called = true;
            work();
            events.add("x");
        }

        @Override
        @Actor
        public void second() {
            readIfCalled();
        }

        private void readIfCalled() {
            if (called) {
                called = false;
                read = events.poll();
            }
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            readIfCalled();
            return read == null ? "it slept on" : "it read";
        }
    }
}
