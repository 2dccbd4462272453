package mortise.itests.concurrency;

import java.util.List;
import java.util.stream.Stream;
import mortise.api.ApiException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Watches of a cache while something else happens. Each is made anew for every try; two actors do their steps. */
public final class WatchStress {

    private static final String EXACT = Sightings.EXACT;

    /** So many watches make it likely that one of them is at the step in question when the change comes. */
    private static final int WATCHES = 24;

    private WatchStress() {
    }

    private static List<Reader> readers() {
        return Stream.generate(() -> new Reader(2)).limit(WATCHES).toList();
    }

    private static String verdict(List<Reader> readers, ListStore store) {
        return readers.stream().map(reader -> reader.verdict(store)).filter(verdict -> !verdict.equals(EXACT))
                .findFirst().orElse(EXACT);
    }

    /** The state at the beginning and the changes after it fit without a gap, whatever happens meanwhile. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "Every change once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A change is missing, comes twice or out of order.")
    @State
    public static class OpensWhileObjectsChange implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(0);

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.store.remove("a");
            pods.store.put("a");
        }

        @Override
        @Actor
        public void second() {
            pods.openWithState(reader, () -> { });
            reader.read();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle(reader);
            return reader.verdict(pods.store);
        }
    }

    /** The same for a watch that goes on from a revision that the event log still has. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "Every change once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A change is missing, comes twice or out of order.")
    @State
    public static class GoesOnWhileObjectsChange implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(2);

        public GoesOnWhileObjectsChange() {
            pods.store.put("a");
            pods.store.put("b");
        }

        @Override
        @Actor
        public void first() {
            pods.store.remove("b");
            pods.store.put("c");
        }

        @Override
        @Actor
        public void second() {
            pods.openAfter(2, reader, () -> { });
            reader.read();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle(reader);
            return reader.verdict(pods.store);
        }
    }

    /** The same for a revision that only the store's history has: part by part from there, then from the log. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "Every change once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A change is missing, comes twice or out of order.")
    @State
    public static class ComesFromTheBacklogWhileObjectsChange implements Encounter {

        // One change in the log, and parts of two.
        private final PodCache pods = new PodCache(1, 4);
        private final Reader reader = new Reader(2);

        public ComesFromTheBacklogWhileObjectsChange() {
            pods.store.put("b");
            pods.store.put("c");
            pods.store.remove("b");
            pods.openAfter(2, reader, () -> { });
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("d");
            pods.store.put("a");
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            reader.read();
            pods.later.runAll();
            reader.read();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle(reader);
            return reader.verdict(pods.store);
        }
    }

    /** A reader that reads only when it is called is called after the last event, and once at a time. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "It read everything.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not called for something, or twice at a time.")
    @State
    public static class ReadsOnlyWhenCalled implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(0);

        public ReadsOnlyWhenCalled() {
            pods.openWithState(reader, reader::readWhenCalled);
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.later.runAll();
            pods.store.put("a");
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            pods.later.runAll();
            pods.later.runAll();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle();
            return reader.verdict(pods.store);
        }
    }

    /** First reads, which find the end of the log, and a change: it is in the log or comes through the queue. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "Every change once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It fell between the log and the queue, or came through both.")
    @State
    public static class CatchesUpWhileAnObjectChanges implements Encounter {

        private final PodCache pods = new PodCache();
        private final List<Reader> readers = readers();

        public CatchesUpWhileAnObjectChanges() {
            readers.forEach(reader -> pods.openAfter(2, reader, () -> { }));
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
        }

        @Override
        @Actor
        public void second() {
            readers.forEach(Reader::readOne);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            readers.forEach(pods::settle);
            return verdict(readers, pods.store);
        }
    }

    /** One reader after the other has just found nothing more when something comes. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "It read everything.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not called again, or twice at a time.")
    @State
    public static class IsToldWhileItsReaderRuns implements Encounter {

        private final PodCache pods = new PodCache();
        private final List<Reader> readers = readers();

        public IsToldWhileItsReaderRuns() {
            readers.forEach(reader -> pods.openAfter(2, reader, reader::readWhenCalled));
            readers.forEach(pods::settle);
            pods.store.put("b");
        }

        @Override
        @Actor
        public void first() {
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            pods.store.put("c");
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle();
            return verdict(readers, pods.store);
        }
    }

    /** A watch whose queue runs over ends, and what was read of it is the beginning of what happened. */
    @JCStressTest
    @Outcome(id = "exact, open", expect = Expect.ACCEPTABLE, desc = "The reader was quick enough.")
    @Outcome(id = "exact, cut off", expect = Expect.ACCEPTABLE, desc = "The reader was too slow.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Something is missing before the end.")
    @State
    public static class IsCutOffWhileItReads implements Encounter {

        // About as long as the writer takes.
        private static final int READS = 60;

        private final PodCache pods = new PodCache(1_000, 2);
        private final Reader reader = new Reader(2);

        public IsCutOffWhileItReads() {
            pods.openAfter(2, reader, () -> { });
            pods.settle(reader);
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.store.put("c");
            pods.store.put("d");
            pods.store.remove("b");
        }

        @Override
        @Actor
        public void second() {
            for (int i = 0; i < READS; i++) {
                reader.readOne();
            }
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle(reader);
            boolean cut = reader.watch().ended().isPresent();
            return cut ? reader.verdictWhenCut(pods.store) + ", cut off" : reader.verdict(pods.store) + ", open";
        }
    }

    /** Nothing comes from a watch after its reader has closed it, and nobody is called for it any more. */
    @JCStressTest
    @Outcome(id = "silent", expect = Expect.ACCEPTABLE, desc = "Closed is closed.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It goes on.")
    @State
    public static class IsClosedWhileObjectsChange implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(2);
        private boolean spoke;

        public IsClosedWhileObjectsChange() {
            pods.openAfter(2, reader, reader::noteCall);
            pods.settle(reader);
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.store.put("c");
        }

        @Override
        @Actor
        public void second() {
            reader.readOne();
            reader.watch().close();
            spoke = reader.watch().poll().isPresent();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle();
            int calls = reader.calls();
            pods.store.put("d");
            pods.settle();
            boolean called = reader.calls() > calls;
            return spoke || reader.readOne() ? "an event came" : called ? "it was called" : "silent";
        }
    }

    /** A watch that opens while the cache closes is refused or ends; none is left open and silent. */
    @JCStressTest
    @Outcome(id = "refused", expect = Expect.ACCEPTABLE, desc = "The cache was closed already.")
    @Outcome(id = "ended", expect = Expect.ACCEPTABLE, desc = "The watch was open or opens to end.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A watch of nothing.")
    @State
    public static class OpensWhileTheCacheCloses implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(0);
        private boolean refused;

        @Override
        @Actor
        public void first() {
            pods.cache.close();
        }

        @Override
        @Actor
        public void second() {
            try {
                pods.openWithState(reader, reader::readWhenCalled);
            } catch (ApiException closed) {
                refused = true;
            }
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle();
            return refused ? "refused" : reader.watch().ended().isPresent() ? "ended" : "open";
        }
    }

    /** Open watches do not notice that the store's watch is broken off and taken up again. */
    @JCStressTest
    @Outcome(id = EXACT, expect = Expect.ACCEPTABLE, desc = "Every change once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A change is missing, comes twice or out of order.")
    @State
    public static class StoreBreaksOffWhileObjectsChange implements Encounter {

        private final PodCache pods = new PodCache();
        private final Reader reader = new Reader(2);

        public StoreBreaksOffWhileObjectsChange() {
            pods.openAfter(2, reader, () -> { });
            pods.settle(reader);
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.store.put("c");
            pods.store.remove("b");
        }

        @Override
        @Actor
        public void second() {
            pods.store.endWatches();
            pods.later.runAll();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle(reader);
            return reader.verdict(pods.store);
        }
    }
}
