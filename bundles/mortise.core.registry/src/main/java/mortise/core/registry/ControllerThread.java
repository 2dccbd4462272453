package mortise.core.registry;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;

/**
 * A controller on a thread of its own, from its start to its stop. Two of the same controller never run at once: the
 * later one waits for the end of the earlier one.
 */
final class ControllerThread {

    private final Thread thread;
    private volatile boolean stopped;

    /**
     * Starts it.
     *
     * @param name for the thread and the log
     * @param leads says whether this server may write for controllers
     * @param before an earlier one of the same controller, which was stopped
     */
    ControllerThread(String name, Controller controller, ObjectAccess objects, BooleanSupplier leads,
            Optional<ControllerThread> before) {
        ObjectAccess fenced = new FencedObjects(objects, () -> !stopped && leads.getAsBoolean());
        thread = RepeatedWork.start("mortise-controller-" + name, "controller " + name, () -> {
            if (before.isPresent()) {
                before.get().thread.join();
            }
            controller.run(fenced);
        });
    }

    /** Refuses its writes from now on and interrupts it. Does not wait for its end. */
    void stop() {
        stopped = true;
        thread.interrupt();
    }

    /** Returns whether it ends in time. */
    boolean endsWithin(Duration limit) throws InterruptedException {
        thread.join(Math.max(1, limit.toMillis()));
        return !thread.isAlive();
    }
}
