package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import mortise.spi.operations.PostStartHook;
import org.junit.jupiter.api.Test;

/**
 * What every {@link PostStartHook} has to do. A bundle extends this class and says how its hook is made and how to see
 * what it did. Each test has an instance of the class, and so a world, of its own.
 */
public abstract class PostStartHookContract {

    private static final Duration PROMPT = Duration.ofSeconds(5);

    /** Returns a hook that can do its work; another one of the same test finds the world as the first one left it. */
    protected abstract PostStartHook hook();

    /** Returns what the hook works on, as a value: two of them are equal when nothing has changed in between. */
    protected abstract Object outcome();

    @Test
    void itDoesItsWorkAndReturns() throws Exception {
        Object before = outcome();
        run(hook());
        assertThat(outcome()).as("what there is after the hook").isNotNull().isNotEqualTo(before);
    }

    @Test
    void aSecondRunChangesNothing() throws Exception {
        PostStartHook hook = hook();
        run(hook);
        Object first = outcome();
        run(hook);
        assertThat(outcome()).as("after a second run").isEqualTo(first);
    }

    @Test
    void theNextStartChangesNothing() throws Exception {
        run(hook());
        Object first = outcome();
        run(hook());
        assertThat(outcome()).as("after a run of another hook on the same world").isEqualTo(first);
    }

    @Test
    void anInterruptedHookEndsPromptlyAndMayBeRunAgain() throws Exception {
        Calls.interrupted(PROMPT, work(hook()));
        PostStartHook again = hook();
        run(again);
        Object done = outcome();
        run(again);
        assertThat(outcome()).as("after another run").isEqualTo(done);
    }

    private static void run(PostStartHook hook) throws Exception {
        Calls.within(PROMPT, work(hook));
    }

    private static Callable<Boolean> work(PostStartHook hook) {
        return () -> {
            hook.run();
            return true;
        };
    }
}
