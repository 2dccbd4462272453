package mortise.core.etcd;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to etcd when nobody else does: connects at first, and notices the end of an outage for the watches, too.
 * Before the first connection stands nothing is sent; who asks waits until it does, until etcd has said why it does
 * not, or until it took too long. It is who tells the log about outages, once for each.
 */
final class Heartbeat implements AutoCloseable {

    /** How etcd is asked. */
    interface Link {

        /**
         * Asks something small.
         *
         * @throws StoreException when no answer came within the limit
         */
        void greet(Duration limit);

        /** Is told when etcd answers for the first time, and after each outage, before anybody else. */
        void returned();

        /** Finds out over a new connection why etcd does not answer; empty when it does. */
        String diagnosis();
    }

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long PERIOD_MILLIS = 1_000;
    private static final long HURRY_MILLIS = 100;
    private static final Duration GREETING = Duration.ofSeconds(2);
    /** For a first answer, so that a refusal is told soon; doubles while nothing is heard. */
    private static final Duration FIRST_GREETING = Duration.ofMillis(500);

    private enum State { CONNECTING, HERE, AWAY }

    private final ScheduledExecutorService timer;
    private final Link link;
    private final EtcdSettings settings;
    private volatile long beginNanos = System.nanoTime();
    /** Done when the first connection stands or is known not to. */
    private final CompletableFuture<Boolean> settled = new CompletableFuture<>();
    private Duration limit = FIRST_GREETING; // timer thread only
    private boolean told; // timer thread only
    private volatile State state = State.CONNECTING; // written by the timer thread
    private volatile String why = ""; // written by the timer thread

    /** Begins when it is told to; who asks until then waits as for the first connection. */
    Heartbeat(Link link, EtcdSettings settings) {
        this.link = link;
        this.settings = settings;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mortise-etcd-heartbeat");
            thread.setDaemon(true);
            return thread;
        });
    }

    void begin() {
        beginNanos = System.nanoTime();
        timer.execute(this::beat);
    }

    /**
     * Returns when something can be asked of etcd. Waits only while the first connection is made.
     *
     * @throws StoreAwayException when etcd does not answer, with the reason
     */
    void requireHere(String what) {
        if (!settled.isDone()) {
            try {
                settled.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreAwayException(what + ": interrupted", e);
            } catch (TimeoutException | ExecutionException e) {
                throw new StoreAwayException(what + ": etcd has not been connected to yet", e);
            }
        }
        requireNotAway(what);
    }

    /** Returns what is done when something can be asked of etcd, and fails as {@link #requireHere} does. */
    CompletableFuture<Void> whenHere(String what) {
        CompletableFuture<Boolean> first = settled.isDone() ? settled
                : settled.copy().completeOnTimeout(false, settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        return first.thenAccept(done -> {
            if (!done) {
                throw new StoreAwayException(what + ": etcd has not been connected to yet", null);
            }
            requireNotAway(what);
        });
    }

    private void requireNotAway(String what) {
        if (state == State.AWAY) {
            throw new StoreAwayException(what + ": etcd does not answer: " + why, null);
        }
    }

    private void beat() {
        try {
            attempt();
        } catch (StoreException silent) {
            missed();
        } catch (RuntimeException broken) {
            if (!timer.isShutdown()) {
                LOG.error("etcd could not be asked", broken);
            }
        }
        if (!timer.isShutdown()) {
            timer.schedule(this::beat, state == State.CONNECTING ? HURRY_MILLIS : PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void attempt() {
        link.greet(limit);
        limit = GREETING;
        if (state != State.HERE) {
            link.returned();
        }
        if (told) {
            LOG.info("etcd answers again");
        }
        told = false;
        become(State.HERE);
    }

    /**
     * A slow answer is no outage while another connection gets one in time, before the first connection had its time,
     * or when it is the first one to be missed: a machine may just be busy.
     */
    private void missed() {
        if (timer.isShutdown()) {
            return;
        }
        String reason = diagnosed();
        boolean silent = reason.isEmpty() || reason.equals(Connection.NO_ANSWER);
        boolean first = limit.compareTo(GREETING) <= 0;
        limit = silent ? longer() : FIRST_GREETING;
        boolean early = state == State.CONNECTING
                && System.nanoTime() - beginNanos < settings.connectLimit().toNanos();
        if (silent && early || state == State.HERE && (reason.isEmpty() || silent && first)) {
            return;
        }
        why = reason.isEmpty() ? Connection.NO_ANSWER : reason;
        become(State.AWAY);
        if (!told) {
            told = true;
            LOG.warn("etcd at {} does not answer, it is tried again until it does: {}",
                    String.join(", ", settings.servers()), why);
        }
    }

    /** Who connects slowly is given more time for the next attempt. */
    private Duration longer() {
        Duration twice = limit.multipliedBy(2);
        return twice.compareTo(settings.timeout()) < 0 ? twice : settings.timeout();
    }

    private void become(State next) {
        state = next;
        if (!settled.isDone()) {
            settled.complete(true);
        }
    }

    private String diagnosed() {
        try {
            return link.diagnosis();
        } catch (RuntimeException e) {
            // Such as certificates that are being written just now.
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        settled.complete(true);
    }
}
