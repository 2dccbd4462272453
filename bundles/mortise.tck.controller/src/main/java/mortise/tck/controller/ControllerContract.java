package mortise.tck.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Controller} has to do. A bundle extends this class and says how its controller is made, gives it
 * objects that need its work, and says when that is done. Pauses of the controller are to be short in these tests.
 */
public abstract class ControllerContract {

    private static final String TOUCHED = "another-client";

    /** Returns the controller under test; another one each time. */
    protected abstract Controller controller();

    /** Returns objects with work to do; new ones each time. */
    protected abstract FakeObjectAccess objects();

    /**
     * Returns whether the controller has nothing left to do, by what there is: other clients change, delete and create
     * objects meanwhile.
     */
    protected abstract boolean isDone(ObjectAccess objects);

    /** Returns how long the work and the end of a controller may take. */
    protected Duration patience() {
        return Duration.ofSeconds(5);
    }

    @Test
    void itDoesItsWork() throws Exception {
        FakeObjectAccess objects = objects();
        assertThat(isDone(objects.others())).as("there is work to do").isFalse();
        getsDone(objects);
    }

    @Test
    void itEndsPromptlyWhenItIsInterrupted() throws Exception {
        FakeObjectAccess objects = objects();
        try (ControllerRun run = new ControllerRun(controller(), objects)) {
            awaitDone(objects, run);
            endsPromptly(run);
        }
    }

    @Test
    void itEndsPromptlyWhenItIsInterruptedBetweenTwoCalls() throws Exception {
        FakeObjectAccess objects = objects();
        CountDownLatch called = new CountDownLatch(1);
        objects.beforeEachCall(call -> {
            called.countDown();
            awaitInterrupt();
        });
        try (ControllerRun run = new ControllerRun(controller(), objects)) {
            assertThat(called.await(patience().toMillis(), TimeUnit.MILLISECONDS)).as("it asks for objects").isTrue();
            endsPromptly(run);
        }
    }

    @Test
    void itEndsPromptlyWhileEveryCallFails() throws Exception {
        for (ErrorReason reason : Set.of(ErrorReason.NOT_FOUND, ErrorReason.SERVICE_UNAVAILABLE)) {
            FakeObjectAccess objects = objects();
            CountDownLatch failed = new CountDownLatch(1);
            objects.beforeEachCall(call -> {
                failed.countDown();
                throw new ApiException(ApiStatus.of(reason, "the test says so"));
            });
            try (ControllerRun run = new ControllerRun(controller(), objects)) {
                assertThat(failed.await(patience().toMillis(), TimeUnit.MILLISECONDS)).as("it asks for objects")
                        .isTrue();
                endsPromptly(run);
            }
        }
    }

    @Test
    void aCallThatFailsOnceIsMadeUpFor() throws Exception {
        FakeObjectAccess objects = objects();
        objects.beforeEachCall(once(call -> {
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the test says so"));
        }));
        getsDone(objects);
    }

    @Test
    void aLostRaceForAnObjectIsRunAgain() throws Exception {
        FakeObjectAccess objects = objects();
        objects.beforeEachCall(once(call -> interfere(objects.others(), call)));
        getsDone(objects);
    }

    @Test
    void anObjectThatGoesMeanwhileIsNoFailure() throws Exception {
        FakeObjectAccess objects = objects();
        objects.beforeEachCall(once(call -> {
            if (call.operation() == Operation.UPDATE || call.operation() == Operation.DELETE) {
                remove(objects.others(), call);
            }
        }));
        getsDone(objects);
    }

    private void getsDone(FakeObjectAccess objects) throws Exception {
        try (ControllerRun run = new ControllerRun(controller(), objects)) {
            awaitDone(objects, run);
        }
    }

    private void awaitDone(FakeObjectAccess objects, ControllerRun run) throws InterruptedException {
        boolean done = objects.await(() -> run.unexpected() != null || isDone(objects.others()), patience());
        unharmed(run);
        assertThat(done).as("done within %s, after the calls %s", patience(), objects.calls()).isTrue();
    }

    private void endsPromptly(ControllerRun run) throws InterruptedException {
        assertThat(run.endsWithin(patience())).as("it ends within %s of the interrupt", patience()).isTrue();
        unharmed(run);
    }

    private static void unharmed(ControllerRun run) {
        Throwable unexpected = run.unexpected();
        if (unexpected != null) {
            throw new AssertionError("the controller threw what is no ApiException", unexpected);
        }
    }

    /** Acts before the first of all calls that do the same to the same object. */
    private static Consumer<ObjectCall> once(Consumer<ObjectCall> action) {
        Set<ObjectCall> seen = ConcurrentHashMap.newKeySet();
        return call -> {
            if (seen.add(call.withoutObject())) {
                action.accept(call);
            }
        };
    }

    /** Does to the object what makes the call fail with 409. */
    private static void interfere(ObjectAccess others, ObjectCall call) {
        if (call.operation() == Operation.CREATE && !call.name().isEmpty()) {
            call.object().ifPresent(object -> others.create(call.version(), call.resource(), object));
        }
        if (call.operation() == Operation.UPDATE) {
            others.get(call.version(), plural(call), call.namespace(), call.name()).ifPresent(object -> {
                object.metadata().setLabel(TOUCHED, "");
                others.update(call.version(), plural(call), object);
            });
        }
    }

    /** Makes the call fail with 404. */
    private static void remove(ObjectAccess others, ObjectCall call) {
        others.get(call.version(), plural(call), call.namespace(), call.name()).ifPresent(object -> {
            object.metadata().setFinalizers(List.of());
            others.update(call.version(), plural(call), object);
            if (object.metadata().deletionTimestamp().isEmpty()) {
                others.delete(call.version(), plural(call), call.namespace(), call.name());
            }
        });
    }

    /** Returns the resource of a call without the path below it. */
    private static String plural(ObjectCall call) {
        int slash = call.resource().indexOf('/');
        return slash < 0 ? call.resource() : call.resource().substring(0, slash);
    }

    private void awaitInterrupt() {
        try {
            new CountDownLatch(1).await(patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
