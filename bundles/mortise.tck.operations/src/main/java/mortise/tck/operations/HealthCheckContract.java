package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import org.junit.jupiter.api.Test;

/**
 * What every {@link HealthCheck} has to do. A bundle extends this class and says how its check is made, with all well
 * and, where that can be, with something wrong.
 */
public abstract class HealthCheckContract {

    private static final int ROUNDS = 200;
    /** What {@link HealthCheck} promises. */
    private static final Duration PROMPT = Duration.ofSeconds(1);

    /** Returns the check under test while all is well. */
    protected abstract HealthCheck healthy();

    /** Returns the check under test while something is wrong; nothing when it cannot fail. */
    protected Optional<HealthCheck> failing() {
        return Optional.empty();
    }

    @Test
    void whenAllIsWellThereIsNoFailure() throws Exception {
        assertThat(Calls.within(PROMPT, healthy()::failure)).isNotNull().isEmpty();
    }

    @Test
    void aFailureHasAReasonForTheLog() throws Exception {
        Optional<HealthCheck> failing = failing();
        if (failing.isPresent()) {
            assertThat(Calls.within(PROMPT, failing.get()::failure)).isNotNull().hasValueSatisfying(
                    reason -> assertThat(reason).isNotBlank());
        }
    }

    @Test
    void itMayBeAskedAsOftenAsOneLikes() throws Exception {
        HealthCheck healthy = healthy();
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(Calls.within(PROMPT, healthy::failure)).as("call %d", i).isNotNull().isEmpty();
        }
        if (failing().isPresent()) {
            HealthCheck failing = failing().get();
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(Calls.within(PROMPT, failing::failure)).as("call %d", i).isNotNull().isPresent();
            }
        }
    }

    @Test
    void manyThreadsMayAskAtOnce() throws Exception {
        HealthCheck healthy = healthy();
        Calls.together(ROUNDS, () -> assertThat(healthy.failure()).isNotNull().isEmpty());
    }

    @Test
    void anInterruptedThreadGetsItsAnswerPromptly() throws Exception {
        HealthCheck healthy = healthy();
        Calls.interrupted(PROMPT, healthy::failure);
        // What the interrupt broke was that call only.
        assertThat(Calls.within(PROMPT, healthy::failure)).isNotNull().isEmpty();
    }
}
