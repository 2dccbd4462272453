package mortise.storage.etcd;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import mortise.spi.storage.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Speaks to etcd when nobody else does, so that an outage ends for the watches, too, when it ends. */
final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long PERIOD_MILLIS = 2_000;

    private final ScheduledExecutorService timer;
    private final LongSupplier question;
    private boolean away; // timer thread only

    Heartbeat(LongSupplier question) {
        this.question = question;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mortise-etcd-heartbeat");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleWithFixedDelay(this::beat, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        try {
            question.getAsLong();
            if (away) {
                LOG.info("etcd answers again");
            }
            away = false;
        } catch (StoreException e) {
            if (!away) {
                LOG.warn("etcd does not answer: {}", e.getMessage());
            }
            away = true;
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
