package mortise.tck.operations;

import static mortise.tck.operations.BadPlugins.failedTestsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mortise.spi.operations.PostStartHook;
import org.junit.jupiter.api.Test;

/** The kit passes a good hook and catches each kind of bad one. */
class PostStartHookContractTest {

    @Test
    void aGoodHookPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void aHookThatDoesItsWorkAgainIsCaught() {
        assertThat(failedTestsOf(Adding.class)).contains("aSecondRunChangesNothing", "theNextStartChangesNothing");
    }

    @Test
    void aHookThatRemembersInItselfWhatItDidIsCaught() {
        assertThat(failedTestsOf(Remembering.class)).containsExactly("theNextStartChangesNothing");
    }

    @Test
    void aHookThatDoesNothingIsCaught() {
        assertThat(failedTestsOf(Idle.class)).containsExactly("itDoesItsWorkAndReturns");
    }

    @Test
    void aHookThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).containsExactly("anInterruptedHookEndsPromptlyAndMayBeRunAgain");
    }

    @Test
    void aHookThatFailsOnItsOwnWorkIsCaught() {
        assertThat(failedTestsOf(Surprised.class)).contains("aSecondRunChangesNothing");
    }

    static class Good extends PostStartHookContract {
        final List<String> world = new CopyOnWriteArrayList<>();

        @Override
        protected PostStartHook hook() {
            return () -> {
                if (!world.contains("default")) {
                    world.add("default");
                }
            };
        }

        @Override
        protected Object outcome() {
            return new ArrayList<>(world);
        }
    }

    static class Adding extends Good {
        @Override
        protected PostStartHook hook() {
            return () -> world.add("default");
        }
    }

    static class Remembering extends Good {
        @Override
        protected PostStartHook hook() {
            List<String> done = new CopyOnWriteArrayList<>();
            return () -> {
                if (done.isEmpty()) {
                    done.add("default");
                    world.add("default");
                }
            };
        }
    }

    static class Idle extends Good {
        @Override
        protected PostStartHook hook() {
            return () -> { };
        }
    }

    static class Deaf extends Good {
        @Override
        protected PostStartHook hook() {
            PostStartHook good = super.hook();
            return () -> {
                BadPlugins.ignoreTheInterrupt();
                good.run();
            };
        }
    }

    static class Surprised extends Good {
        @Override
        protected PostStartHook hook() {
            return () -> {
                if (!world.isEmpty()) {
                    throw new IllegalStateException("it is there already");
                }
                world.add("default");
            };
        }
    }
}
