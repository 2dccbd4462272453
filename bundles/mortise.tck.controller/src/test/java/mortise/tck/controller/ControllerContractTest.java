package mortise.tck.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The kit passes a good controller and catches each kind of bad one. */
class ControllerContractTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String MAPS = "configmaps";
    private static final String COPIES = "copies";

    @Test
    void aGoodControllerPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void aControllerThatWorksOnceAndReturnsPasses() {
        assertThat(failedTestsOf(Once.class)).isEmpty();
    }

    @Test
    void aControllerThatDoesNothingIsCaught() {
        assertThat(failedTestsOf(Idle.class)).contains("itDoesItsWork");
    }

    @Test
    void aControllerThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).contains("itEndsPromptlyWhenItIsInterrupted").doesNotContain(
                "itDoesItsWork");
    }

    @Test
    void aControllerThatTriesAgainForeverIsCaught() {
        assertThat(failedTestsOf(Stubborn.class)).containsExactly("itEndsPromptlyWhileEveryCallFails");
    }

    @Test
    void aControllerThatDiesOfALostRaceIsCaught() {
        assertThat(failedTestsOf(Fragile.class)).containsExactly("aLostRaceForAnObjectIsRunAgain");
    }

    @Test
    void aControllerThatDiesOfAnObjectThatIsGoneIsCaught() {
        assertThat(failedTestsOf(Attached.class)).containsExactly("anObjectThatGoesMeanwhileIsNoFailure");
    }

    @Test
    void aControllerThatForgetsWhatFailedIsCaught() {
        assertThat(failedTestsOf(Forgetful.class)).contains("aCallThatFailsOnceIsMadeUpFor",
                "aLostRaceForAnObjectIsRunAgain").doesNotContain("itDoesItsWork");
    }

    private static Set<String> failedTestsOf(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(contract)).execute()
                .testEvents().failed().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private static boolean isCopied(ApiObject map) {
        return map.metadata().labels().containsKey("copied");
    }

    /** Copies every map and marks it. */
    private static void work(ObjectAccess objects) {
        for (ApiObject map : objects.list(V1, MAPS, "")) {
            if (!isCopied(map)) {
                if (objects.get(V1, COPIES, "", map.metadata().name()).isEmpty()) {
                    objects.create(V1, COPIES, object(map.metadata().name()));
                }
                map.metadata().setLabel("copied", "");
                objects.update(V1, MAPS, map);
            }
        }
    }

    private static void rest() throws InterruptedException {
        new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS);
    }

    private static ApiObject object(String name) {
        ApiObject object = ApiObject.ofKind(V1.kind("Thing"));
        object.metadata().setName(name);
        return object;
    }

    static class Good extends ControllerContract {
        @Override
        protected Controller controller() {
            return objects -> {
                while (true) {
                    work(objects);
                    rest();
                }
            };
        }

        @Override
        protected FakeObjectAccess objects() {
            FakeObjectAccess objects = new FakeObjectAccess().serve(V1, MAPS).serve(V1, COPIES);
            objects.others().create(V1, MAPS, object("a"));
            objects.others().create(V1, MAPS, object("b"));
            return objects;
        }

        @Override
        protected boolean isDone(ObjectAccess objects) {
            return objects.list(V1, MAPS, "").stream().allMatch(map -> isCopied(map)
                    && objects.get(V1, COPIES, "", map.metadata().name()).isPresent());
        }
    }

    static class Once extends Good {
        @Override
        protected Controller controller() {
            return ControllerContractTest::work;
        }
    }

    /** Bad ones need not be waited for that long. */
    static class Bad extends Good {
        @Override
        protected Duration patience() {
            return Duration.ofSeconds(1);
        }
    }

    static class Idle extends Bad {
        @Override
        protected Controller controller() {
            return objects -> { };
        }
    }

    static class Deaf extends Bad {
        @Override
        protected Controller controller() {
            return objects -> {
                for (int interrupts = 0; interrupts < 2;) {
                    work(objects);
                    try {
                        rest();
                    } catch (InterruptedException e) {
                        // The kit interrupts again when it has lost patience.
                        interrupts++;
                    }
                }
            };
        }
    }

    static class Stubborn extends Bad {
        @Override
        protected Controller controller() {
            return objects -> {
                int interrupts = 0;
                while (interrupts < 2) {
                    try {
                        work(objects);
                        rest();
                    } catch (ApiException e) {
                        interrupts += Thread.interrupted() ? 1 : 0;
                    }
                }
            };
        }
    }

    /** Fails as no controller may when a call fails for a reason. */
    private static Controller dyingOf(ErrorReason... reasons) {
        return objects -> {
            while (true) {
                try {
                    work(objects);
                } catch (ApiException e) {
                    if (Set.of(reasons).contains(e.status().reason()) && !e.getMessage().equals("the test says so")) {
                        throw new IllegalStateException(e);
                    }
                    throw e;
                }
                rest();
            }
        };
    }

    static class Fragile extends Bad {
        @Override
        protected Controller controller() {
            return dyingOf(ErrorReason.CONFLICT, ErrorReason.ALREADY_EXISTS);
        }
    }

    static class Attached extends Bad {
        @Override
        protected Controller controller() {
            return dyingOf(ErrorReason.NOT_FOUND);
        }
    }

    static class Forgetful extends Bad {
        private final Set<String> seen = new HashSet<>();

        @Override
        protected Controller controller() {
            return objects -> {
                while (true) {
                    try {
                        if (seen.add("all")) {
                            work(objects);
                        }
                    } catch (ApiException e) {
                        seen.add(e.getMessage());
                    }
                    rest();
                }
            };
        }
    }
}
