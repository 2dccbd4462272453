package mortise.authn.webhook;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.authn.webhook.Webhook.Finding;
import mortise.itests.concurrency.Encounter;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.NotMine;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two requests with the same token. */
public final class AnswerCacheStress {

    private AnswerCacheStress() {
    }

    private static AnswerCache cache() {
        return new AnswerCache(Duration.ofMinutes(1), 10, InstantSource.system(), new CacheMetrics());
    }

    /** The server is asked once: the other request waits for the answer or finds it. */
    @JCStressTest
    @Outcome(id = "asked once", expect = Expect.ACCEPTABLE, desc = "As it should be.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Asked twice, or no answer.")
    @State
    public static class OneQuestionForTwo implements Encounter {

        private final AnswerCache cache = cache();
        private final AtomicInteger asked = new AtomicInteger();
        private @Nullable Authentication firstAnswer;
        private @Nullable Authentication secondAnswer;

        private Authentication get() {
            return cache.get("token", List.of(), () -> {
                asked.incrementAndGet();
                return new Finding(new NotMine(), true, false);
            });
        }

        @Override
        @Actor
        public void first() {
            firstAnswer = get();
        }

        @Override
        @Actor
        public void second() {
            secondAnswer = get();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            boolean answered = firstAnswer instanceof NotMine && secondAnswer instanceof NotMine;
            return !answered ? "no answer" : asked.get() == 1 ? "asked once" : "asked " + asked + " times";
        }
    }

    /** Who waits for the question of somebody who fails asks by itself. */
    @JCStressTest
    @Outcome(id = "answered", expect = Expect.ACCEPTABLE, desc = "As it should be.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The failure of one is that of the other.")
    @State
    public static class OneFailsForItself implements Encounter {

        private final AnswerCache cache = cache();
        private @Nullable Authentication answer;

        @Override
        @Actor
        public void first() {
            try {
                cache.get("token", List.of(), () -> {
                    throw new IllegalStateException("the thread of this request is ended");
                });
            } catch (IllegalStateException expected) {
                return;
            }
        }

        @Override
        @Actor
        public void second() {
            answer = cache.get("token", List.of(), () -> new Finding(new NotMine(), true, false));
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return answer instanceof NotMine ? "answered" : "not answered: " + answer;
        }
    }
}
