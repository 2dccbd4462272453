package mortise.core.http.exchange;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.plugin.Plugin;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time of one request and decides who answers it: its own thread, or the {@link Watchdog} when that thread
 * hangs. While all goes well it costs one atomic step for each answer and two volatile writes for each plug-in call.
 *
 * <p>The thread may be interrupted only until it claims the answer: an interrupt during a write would break the
 * connection.
 */
public final class RequestGuard {

    /** Who may answer. */
    public enum Claim {
        /** The thread that asked, with its own answer. */
        IN_TIME,
        /** The thread that asked, but only to say that it was too late. */
        TOO_LATE,
        /** Nobody: it was answered already. */
        LOST
    }

    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int ANSWERED = 3;
    private static final int SEIZED = 4;

    private final AtomicInteger state = new AtomicInteger(RUNNING);
    private final Thread thread;
    private final long pluginTimeoutNanos;
    private final Consumer<ApiStatus> answerInstead;

    private volatile long deadlineNanos;
    private volatile @Nullable Call call;
    // Written by the watchdog before the state says INTERRUPTED, read after.
    private @Nullable Plugin<?> blamed;
    private long interruptedNanos;

    /** A call of a plug-in. */
    private record Call(Plugin<?> plugin, long deadlineNanos) {
    }

    /**
     * Starts the time of a request on the thread that works on it.
     *
     * @param deadlineNanos when it has to be answered, on the clock of {@link System#nanoTime}
     * @param pluginTimeoutNanos how long one call of a plug-in may take
     * @param answerInstead sends an answer without blocking; called by the watchdog
     */
    public RequestGuard(long deadlineNanos, long pluginTimeoutNanos, Consumer<ApiStatus> answerInstead) {
        this.thread = Thread.currentThread();
        this.deadlineNanos = deadlineNanos;
        this.pluginTimeoutNanos = pluginTimeoutNanos;
        this.answerInstead = answerInstead;
    }

    /** Moves the deadline. */
    public void deadline(long nanos) {
        deadlineNanos = nanos;
    }

    /** Marks the begin of a plug-in's work. */
    void enter(Plugin<?> plugin) {
        long nanos = plugin.timeoutSeconds() > 0
                ? TimeUnit.SECONDS.toNanos(plugin.timeoutSeconds()) : pluginTimeoutNanos;
        call = new Call(plugin, System.nanoTime() + nanos);
    }

    /** Marks the end of a plug-in's work; throws 504 when the request ran out of time meanwhile. */
    void leave() {
        call = null;
        if (state.get() != RUNNING) {
            throw new ApiException(tooLate());
        }
    }

    /** Asks for the right to answer; called once by the thread of the request. */
    public Claim claim() {
        if (state.compareAndSet(RUNNING, ANSWERED)) {
            return Claim.IN_TIME;
        }
        while (state.get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        if (state.compareAndSet(INTERRUPTED, ANSWERED)) {
            // Clears the mark, which would close the connection at the next write.
            Thread.interrupted();
            return Claim.TOO_LATE;
        }
        return Claim.LOST;
    }

    /** Says whether somebody has the right to answer already. */
    public boolean answered() {
        int now = state.get();
        return now == ANSWERED || now == SEIZED;
    }

    /** Ends the time of the request; called by its thread as the last thing. */
    void finished() {
        while (state.get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        if (state.get() == SEIZED) {
            Thread.interrupted();
            if (blamed != null) {
                blamed.cameBack();
            }
        }
    }

    /** Interrupts the thread when it is late, and answers instead of it when that did not help. */
    void check(long nowNanos, long graceNanos) {
        if (state.get() == RUNNING) {
            Call current = call;
            boolean pluginLate = current != null && nowNanos - current.deadlineNanos() > 0;
            if ((pluginLate || nowNanos - deadlineNanos > 0) && state.compareAndSet(RUNNING, INTERRUPTING)) {
                blamed = current == null ? null : current.plugin();
                interruptedNanos = nowNanos;
                thread.interrupt();
                state.set(INTERRUPTED);
            }
        } else if (state.get() == INTERRUPTED && nowNanos - interruptedNanos > graceNanos
                && state.compareAndSet(INTERRUPTED, SEIZED)) {
            if (blamed != null) {
                blamed.givenUp();
            }
            answerInstead.accept(tooLate());
        }
    }

    /** Returns the status for a request that ran out of time. */
    public ApiStatus tooLate() {
        while (state.get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        Plugin<?> guilty = blamed;
        String why = guilty == null ? "request did not complete within the requested timeout"
                : "request did not complete within the allotted timeout: " + guilty + " did not answer";
        return ApiStatus.of(ErrorReason.TIMEOUT, "Timeout: " + why, ApiStatus.Details.of(List.of(), 0));
    }
}
