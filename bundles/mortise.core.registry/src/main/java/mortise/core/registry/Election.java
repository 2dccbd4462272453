package mortise.core.registry;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lease of this server, and tells when it is won or lost. A renewal may block for long in a store that hangs,
 * so somebody else looks at the clock meanwhile.
 */
final class Election implements BooleanSupplier, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    /** How often somebody looks whether the lease still holds. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Leadership leadership;
    private final ScheduledExecutorService scheduler;
    private final Runnable changed;
    private boolean told; // used by the task that looks, one run at a time

    /**
     * @param scheduler runs two tasks at once; belongs to this object
     * @param changed called when the lease is won or lost
     */
    Election(Leadership leadership, ScheduledExecutorService scheduler, Runnable changed) {
        this.leadership = leadership;
        this.scheduler = scheduler;
        this.changed = changed;
    }

    /** Begins. */
    void start() {
        scheduler.scheduleWithFixedDelay(this::renew, 0, Leadership.RETRY.toMillis(), TimeUnit.MILLISECONDS);
        scheduler.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void renew() {
        try {
            leadership.round();
        } catch (RuntimeException failed) {
            LOG.warn("the lease of the controllers could not be taken or renewed: {}", failed.toString());
        }
    }

    private void look() {
        boolean holds = leadership.holds();
        if (holds != told) {
            told = holds;
            LOG.info(holds ? "this server runs the controllers" : "this server does not run the controllers any more");
            changed.run();
        }
    }

    /** Says whether this server leads. Never blocks. */
    @Override
    public boolean getAsBoolean() {
        return leadership.holds();
    }

    /** Gives the lease back; for a holder of whom nothing writes any more. */
    void release() {
        try {
            leadership.release();
        } catch (RuntimeException failed) {
            LOG.debug("the lease of the controllers was not given back", failed);
        }
    }

    /** Ends without giving the lease back. */
    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
