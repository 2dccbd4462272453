package mortise.tck.operations;

import static mortise.tck.operations.BadPlugins.failedTestsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import mortise.spi.operations.HealthCheck;
import org.junit.jupiter.api.Test;

/** The kit passes a good check and catches each kind of bad one. */
class HealthCheckContractTest {

    @Test
    void aGoodCheckPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void aCheckThatAnswersNullIsCaught() {
        assertThat(failedTestsOf(Null.class)).contains("whenAllIsWellThereIsNoFailure");
    }

    @Test
    void aCheckThatHangsIsCaught() {
        assertThat(failedTestsOf(Hanging.class)).contains("whenAllIsWellThereIsNoFailure");
    }

    @Test
    void aCheckThatGivesNoReasonIsCaught() {
        assertThat(failedTestsOf(Mute.class)).containsExactly("aFailureHasAReasonForTheLog");
    }

    @Test
    void aCheckThatWearsOutIsCaught() {
        assertThat(failedTestsOf(Tired.class)).contains("itMayBeAskedAsOftenAsOneLikes")
                .doesNotContain("whenAllIsWellThereIsNoFailure");
    }

    @Test
    void aCheckForOneThreadOnlyIsCaught() {
        assertThat(failedTestsOf(Lonely.class)).containsExactly("manyThreadsMayAskAtOnce");
    }

    @Test
    void aCheckThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).containsExactly("anInterruptedThreadGetsItsAnswerPromptly");
    }

    static class Good extends HealthCheckContract {
        @Override
        protected HealthCheck healthy() {
            return Optional::empty;
        }

        @Override
        protected Optional<HealthCheck> failing() {
            return Optional.of(() -> Optional.of("the disk is full"));
        }
    }

    static class Null extends Good {
        @Override
        @SuppressWarnings("NullAway")
        protected HealthCheck healthy() {
            return () -> null;
        }
    }

    static class Hanging extends Good {
        @Override
        protected HealthCheck healthy() {
            return () -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Optional.of("interrupted");
            };
        }

        @Override
        void manyThreadsMayAskAtOnce() {
            // Would only wait for its time to run out.
        }
    }

    static class Mute extends Good {
        @Override
        protected Optional<HealthCheck> failing() {
            return Optional.of(() -> Optional.of(""));
        }
    }

    static class Tired extends Good {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        protected HealthCheck healthy() {
            return () -> calls.incrementAndGet() > 100 ? Optional.of("too many calls") : Optional.empty();
        }
    }

    static class Lonely extends Good {
        private final AtomicBoolean busy = new AtomicBoolean();

        @Override
        protected HealthCheck healthy() {
            return () -> {
                if (!busy.compareAndSet(false, true)) {
                    return Optional.of("somebody else is here");
                }
                LockSupport.parkNanos(100_000);
                busy.set(false);
                return Optional.empty();
            };
        }
    }

    static class Deaf extends Good {
        @Override
        protected HealthCheck healthy() {
            return () -> {
                BadPlugins.ignoreTheInterrupt();
                return Optional.empty();
            };
        }
    }
}
