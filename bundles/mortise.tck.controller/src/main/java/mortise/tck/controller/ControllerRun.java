package mortise.tck.controller;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import mortise.api.ApiException;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import org.jspecify.annotations.Nullable;

/** A controller on a thread of its own, run again after a pause when it fails, as the core does it. */
final class ControllerRun implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(2);

    private final Thread thread;
    private volatile boolean stopping;
    /** What it threw that no contract allows. */
    private volatile @Nullable Throwable unexpected;

    /** Starts it. */
    ControllerRun(Controller controller, ObjectAccess objects) {
        thread = new Thread(() -> work(controller, objects), "controller-under-test");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns what it threw, if that was neither an {@link ApiException} nor the end of an interrupt. */
    @Nullable Throwable unexpected() {
        return unexpected;
    }

    /** Interrupts it and returns whether it ended in time. */
    boolean endsWithin(Duration limit) throws InterruptedException {
        stopping = true;
        thread.interrupt();
        thread.join(limit.toMillis());
        return !thread.isAlive();
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
    }

    private void work(Controller controller, ObjectAccess objects) {
        while (!stopping) {
            try {
                controller.run(objects);
                return;
            } catch (InterruptedException e) {
                if (!stopping) {
                    unexpected = e;
                }
                return;
            } catch (ApiException e) {
                LockSupport.parkNanos(PAUSE.toNanos());
            } catch (RuntimeException | Error e) {
                unexpected = e;
                return;
            }
        }
    }
}
