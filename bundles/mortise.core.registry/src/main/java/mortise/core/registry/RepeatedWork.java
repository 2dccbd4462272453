package mortise.core.registry;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work on a thread of its own that is done again, after a pause, when it fails. */
final class RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedWork.class);

    /** Pause before something that failed is run again. */
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** The first tries come before every group is there, so they follow quickly. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private RepeatedWork() {
    }

    interface Work {
        void run() throws InterruptedException;
    }

    /**
     * Starts it; an interrupt of the thread ends it.
     *
     * @param name of the thread
     * @param what it is, for the log
     */
    static Thread start(String name, String what, Work work) {
        var thread = new Thread(() -> untilItHolds(what, work), name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void untilItHolds(String what, Work work) {
        Duration pause = FIRST_PAUSE;
        String told = "";
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (RuntimeException failed) {
                    // What a call throws because of the interrupt is no failure.
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                    told = log(what, pause, failed, told);
                }
                Thread.sleep(pause.toMillis());
                pause = pause.multipliedBy(2).compareTo(PAUSE) < 0 ? pause.multipliedBy(2) : PAUSE;
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        }
    }

    /**
     * While the pause still grows, the rest of the server may just not be there yet. Returns what the log was told
     * last:
     * the same again is no news.
     */
    private static String log(String what, Duration pause, RuntimeException failed, String told) {
        if (pause.equals(PAUSE) && !failed.toString().equals(told)) {
            LOG.warn("{} failed and is run again until it succeeds: {}", what, failed.toString());
            return failed.toString();
        }
        LOG.debug("{} failed and is run again", what, failed);
        return told;
    }
}
