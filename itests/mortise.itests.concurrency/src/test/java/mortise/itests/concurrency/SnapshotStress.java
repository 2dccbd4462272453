package mortise.itests.concurrency;

import java.util.Map;
import mortise.core.cache.CacheSnapshot;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What reads of a cache see while objects change. */
public final class SnapshotStress {

    private static final String TRUE = "as it was";

    private SnapshotStress() {
    }

    private static String verdict(PodCache pods, @Nullable CacheSnapshot snapshot) {
        if (snapshot == null) {
            return "nothing";
        }
        Map<String, Long> content = PodCache.content(snapshot);
        Map<String, Long> truth = pods.store.stateAt(snapshot.revision());
        return content.equals(truth) ? TRUE : "at " + snapshot.revision() + " " + content + " instead of " + truth;
    }

    /** A snapshot has what there was at its revision, and the next one is not older. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "Content and revision belong together.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A state that never was.")
    @State
    public static class IsWhatThereWasAtItsRevision implements Encounter {

        private final PodCache pods = new PodCache();
        private @Nullable CacheSnapshot first;
        private @Nullable CacheSnapshot second;

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.store.remove("a");
            pods.store.put("b");
        }

        @Override
        @Actor
        public void second() {
            first = pods.cache.any();
            second = pods.cache.any();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            String verdict = verdict(pods, first);
            boolean back = first != null && second != null && first.revision() > second.revision();
            return back ? "went back" : verdict.equals(TRUE) ? verdict(pods, second) : verdict;
        }
    }

    /** The most recent state has every change that was acknowledged before it was asked for. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "Nothing acknowledged is missing.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It is older than what was acknowledged.")
    @State
    public static class MostRecentHasWhatWasAcknowledged implements Encounter {

        private final PodCache pods = new PodCache();
        private volatile long acknowledged;
        private long before;
        private @Nullable CacheSnapshot snapshot;

        @Override
        @Actor
        public void first() {
            acknowledged = pods.store.put("b");
            acknowledged = pods.store.remove("b");
        }

        @Override
        @Actor
        public void second() {
            before = acknowledged;
            snapshot = pods.cache.mostRecent();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean old = snapshot == null || snapshot.revision() < before;
            return old ? "older than " + before : verdict(pods, snapshot);
        }
    }

    /** A read that waits for a revision wakes up when it comes. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "It has the change it waited for.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It woke up too early, or by its timeout.")
    @State
    public static class WakesUpWhenTheRevisionComes implements Encounter {

        private final PodCache pods = new PodCache();
        private @Nullable CacheSnapshot snapshot;

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
        }

        @Override
        @Actor
        public void second() {
            snapshot = pods.cache.notOlderThan(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean old = snapshot == null || snapshot.revision() < 3;
            return old ? "too old" : verdict(pods, snapshot);
        }
    }

    /** The same when the change is told by another watch of the store than the one it began to wait on. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "It has the change it waited for.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It woke up too early, or by its timeout.")
    @State
    public static class WakesUpOverABrokenWatch implements Encounter {

        private final PodCache pods = new PodCache();
        private @Nullable CacheSnapshot snapshot;

        @Override
        @Actor
        public void first() {
            pods.store.endWatches();
            pods.store.put("b");
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            snapshot = pods.cache.notOlderThan(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean old = snapshot == null || snapshot.revision() < 3;
            return old ? "too old" : verdict(pods, snapshot);
        }
    }

    /** The same when the change is not taken in although the store has told it, and the cache begins to follow anew. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "It has the change it waited for.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It believed that what was told was taken in.")
    @State
    public static class WakesUpOverAFailedListener implements Encounter {

        private final PodCache pods = new PodCache();
        private @Nullable CacheSnapshot snapshot;

        public WakesUpOverAFailedListener() {
            pods.failOnce();
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("b");
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            snapshot = pods.cache.notOlderThan(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean old = snapshot == null || snapshot.revision() < 3;
            return old ? "too old" : verdict(pods, snapshot);
        }
    }

    /** An exact read undoes changes of the log; that others are appended meanwhile does not disturb it. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "The state of that revision.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Another state.")
    @State
    public static class ExactIsExact implements Encounter {

        private final PodCache pods = new PodCache();
        private @Nullable CacheSnapshot snapshot;

        public ExactIsExact() {
            pods.store.put("b");
            pods.store.remove("a");
        }

        @Override
        @Actor
        public void first() {
            pods.store.put("a");
            pods.store.remove("b");
        }

        @Override
        @Actor
        public void second() {
            snapshot = pods.cache.exact(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean other = snapshot == null || snapshot.revision() != 3;
            return other ? "another revision" : verdict(pods, snapshot);
        }
    }

    /** The watch of the store is broken off while the cache loads, and it loads again. */
    @JCStressTest
    @Outcome(id = TRUE, expect = Expect.ACCEPTABLE, desc = "Loaded, with every change.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A state that never was, or an old one for ever.")
    @State
    public static class StoreBreaksOffWhileItLoads implements Encounter {

        private final PodCache pods = PodCache.notLoaded();

        public StoreBreaksOffWhileItLoads() {
            pods.store.put("b");
            pods.store.remove("a");
        }

        @Override
        @Actor
        public void first() {
            pods.later.runAll();
        }

        @Override
        @Actor
        public void second() {
            pods.store.endWatches();
            pods.store.put("c");
            pods.later.runAll();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            pods.settle();
            CacheSnapshot snapshot = pods.cache.mostRecent();
            boolean old = snapshot.revision() < pods.store.currentRevision();
            return old ? "older than the store" : verdict(pods, snapshot);
        }
    }
}
