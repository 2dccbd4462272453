package mortise.storage.etcd;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mortise.spi.storage.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to etcd when nobody else does, so that an outage ends for the watches, too, when it ends. It is who tells the
 * log about outages, once for each.
 */
final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long PERIOD_MILLIS = 1_000;

    private final ScheduledExecutorService timer;
    private final Runnable question;
    private final Runnable onReturn;
    private final Supplier<String> diagnosis;
    private final String who;
    private boolean here; // timer thread only
    private volatile boolean away; // written by the timer thread
    private volatile String why = ""; // written by the timer thread

    /**
     * Begins at once.
     *
     * @param question fails with a {@link StoreException} when etcd does not answer
     * @param onReturn called before anything else when etcd answers for the first time, and after each outage
     * @param diagnosis says why etcd does not answer; asked once for each outage
     * @param who the addresses, for the log
     */
    Heartbeat(Runnable question, Runnable onReturn, Supplier<String> diagnosis, String who) {
        this.question = question;
        this.onReturn = onReturn;
        this.diagnosis = diagnosis;
        this.who = who;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mortise-etcd-heartbeat");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleWithFixedDelay(this::beat, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Says whether the last question was not answered. */
    boolean away() {
        return away;
    }

    /** Returns why there was no answer; empty when that is not known. */
    String why() {
        return why;
    }

    private void beat() {
        try {
            question.run();
            if (!here) {
                onReturn.run();
            }
            if (away) {
                LOG.info("etcd answers again");
            }
            here = true;
            away = false;
        } catch (StoreException e) {
            here = false;
            if (!away && !timer.isShutdown()) {
                away = true;
                why = diagnosed();
                LOG.warn("etcd at {} does not answer, it is tried again until it does: {}", who,
                        why.isEmpty() ? e.getMessage() : why);
            }
        }
    }

    private String diagnosed() {
        try {
            return diagnosis.get();
        } catch (RuntimeException e) {
            // Such as certificates that are being written just now.
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
