package mortise.itests.concurrency;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.spi.controller.WorkQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The queue from which controllers take their work. */
public final class WorkQueueStress {

    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private WorkQueueStress() {
    }

    private static WorkQueue<String> queue() {
        return new WorkQueue<>(10, PAUSE, PAUSE);
    }

    private static Optional<String> take(WorkQueue<String> queue, Duration limit) {
        try {
            return queue.take(limit);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** One item goes to one worker. */
    @JCStressTest
    @Outcome(id = "one got it", expect = Expect.ACCEPTABLE, desc = "One of them got it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both or none got it.")
    @State
    public static class OneItemGoesToOneWorker implements Encounter {

        private final WorkQueue<String> queue = queue();
        private boolean firstGot;
        private boolean secondGot;

        public OneItemGoesToOneWorker() {
            queue.add("x");
        }

        @Override
        @Actor
        public void first() {
            firstGot = take(queue, Duration.ZERO).isPresent();
        }

        @Override
        @Actor
        public void second() {
            secondGot = take(queue, Duration.ZERO).isPresent();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return firstGot && secondGot ? "both got it" : firstGot || secondGot ? "one got it" : "lost";
        }
    }

    /** What is added while it is worked on comes again, whether the work ends before or after. */
    @JCStressTest
    @Outcome(id = "comes again", expect = Expect.ACCEPTABLE, desc = "The addition counts.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The addition is lost.")
    @State
    public static class AddedWhileItIsDone implements Encounter {

        private final WorkQueue<String> queue = queue();

        public AddedWhileItIsDone() {
            queue.add("x");
            take(queue, Duration.ZERO);
        }

        @Override
        @Actor
        public void first() {
            queue.done("x");
        }

        @Override
        @Actor
        public void second() {
            queue.add("x");
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return take(queue, Duration.ZERO).isPresent() ? "comes again" : "lost";
        }
    }

    /** The same when the work has failed: it does not have to wait for its pause. */
    @JCStressTest
    @Outcome(id = "comes again", expect = Expect.ACCEPTABLE, desc = "The addition counts.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The addition is lost.")
    @State
    public static class AddedWhileItFails implements Encounter {

        private final WorkQueue<String> queue = queue();

        public AddedWhileItFails() {
            queue.add("x");
            take(queue, Duration.ZERO);
        }

        @Override
        @Actor
        public void first() {
            queue.retry("x");
        }

        @Override
        @Actor
        public void second() {
            queue.add("x");
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return take(queue, Duration.ZERO).isPresent() ? "comes again" : "lost";
        }
    }

    /** Two who add and work never work on one item at the same time, and nothing is left over or forgotten. */
    @JCStressTest
    @Outcome(id = "one at a time", expect = Expect.ACCEPTABLE, desc = "As it should be.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two at a time, or work that was not done.")
    @State
    public static class NeverTwoAtATime implements Encounter {

        private final WorkQueue<String> queue = queue();
        private final AtomicInteger working = new AtomicInteger();
        private final AtomicInteger additions = new AtomicInteger();
        private final AtomicInteger seen = new AtomicInteger();
        private volatile boolean overlapped;

        @Override
        @Actor
        public void first() {
            addAndWork();
        }

        @Override
        @Actor
        public void second() {
            addAndWork();
        }

        private void addAndWork() {
            for (int i = 0; i < 2; i++) {
                additions.incrementAndGet();
                queue.add("x");
                work();
            }
        }

        private boolean work() {
            if (take(queue, Duration.ZERO).isEmpty()) {
                return false;
            }
            if (working.incrementAndGet() > 1) {
                overlapped = true;
            }
            seen.set(additions.get());
            working.decrementAndGet();
            queue.done("x");
            return true;
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            while (work()) {
                continue;
            }
            return overlapped ? "two at a time" : queue.size() > 0 ? "left over"
                    : seen.get() < additions.get() ? "not done" : "one at a time";
        }
    }

    /** A worker that waits is woken up by the item that comes. */
    @JCStressTest
    @Outcome(id = "woken up", expect = Expect.ACCEPTABLE, desc = "It got the item.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It slept on.")
    @State
    public static class AddedWhileAWorkerFallsAsleep implements Encounter {

        private final WorkQueue<String> queue = queue();
        private boolean got;

        @Override
        @Actor
        public void first() {
            got = take(queue, PATIENCE).isPresent();
        }

        @Override
        @Actor
        public void second() {
            queue.add("x");
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return got ? "woken up" : "slept on";
        }
    }
}
