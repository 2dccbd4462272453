package mortise.core.launcher;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Keeps the records of a start until it is known how the start goes. A start that fails for a known reason then says
 * this one reason; any other shows every record, with the time when it was written. Any thread.
 */
final class HeldLog extends AppenderBase<ILoggingEvent> {

    static final String NAME = "held";

    /** A start that takes longer is one that somebody watches. */
    private static final long LONGEST_MILLIS = 10_000;
    private static final int MOST_RECORDS = 1_000;

    private enum Phase { HELD, OPEN, CLOSED }

    private final Appender<ILoggingEvent> target;
    private final List<ILoggingEvent> held = new ArrayList<>(); // guarded by this
    private Phase phase; // guarded by this

    /**
     * Makes an appender.
     *
     * @param target where records go in the end
     * @param hold whether anything is held back at all
     */
    HeldLog(Appender<ILoggingEvent> target, boolean hold) {
        this.target = target;
        this.phase = hold ? Phase.HELD : Phase.OPEN;
        setName(NAME);
    }

    /** Shows what was held, and from now on everything at once. */
    static void open() {
        HeldLog log = installed();
        if (log != null) {
            log.release();
        }
    }

    /** Drops what was held and all that follows, unless it is shown already. */
    static void close() {
        HeldLog log = installed();
        if (log != null) {
            log.drop();
        }
    }

    private static @Nullable HeldLog installed() {
        if (!LogProvider.isInstalled()) {
            return null;
        }
        return LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof ch.qos.logback.classic.Logger root
                && root.getAppender(NAME) instanceof HeldLog log ? log : null;
    }

    @Override
    protected synchronized void append(ILoggingEvent event) {
        if (phase == Phase.HELD) {
            event.prepareForDeferredProcessing();
            held.add(event);
            if (held.size() >= MOST_RECORDS
                    || event.getTimeStamp() - held.get(0).getTimeStamp() > LONGEST_MILLIS) {
                release();
            }
        } else if (phase == Phase.OPEN) {
            target.doAppend(event);
        }
    }

    private synchronized void release() {
        if (phase == Phase.HELD) {
            phase = Phase.OPEN;
            held.forEach(target::doAppend);
            held.clear();
        }
    }

    private synchronized void drop() {
        if (phase == Phase.HELD) {
            phase = Phase.CLOSED;
            held.clear();
        }
    }
}
