package mortise.core.registry;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;

/**
 * Lets those who write one object at the same time take turns once one of them was beaten: of a hundred who all begin
 * anew after each change, most would be beaten again and again. Only a help: whoever waits too long for the turn, or
 * races with another server on the same store, tries without. Any thread.
 */
final class Turns {

    /** How often a write is tried that others keep beating. */
    static final int ATTEMPTS_MAX = 50;

    /** How long a writer waits for the others; one of them may be held up by admission or by the store. */
    private static final long WAIT_SECONDS = 5;

    /** The writers of one object, in the order in which they came. */
    private static final class Line {

        private final ReentrantLock turn = new ReentrantLock(true);
        /** Guarded by the map's bin. */
        private int writers;
    }

    /** By object; only those that somebody waits for. */
    private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();

    /**
     * Tries until an attempt is not beaten by another writer.
     *
     * @param object identifies it among those that share these turns
     * @param attempt reads, changes and writes the object; nothing when another writer was faster
     * @return nothing when all of {@link #ATTEMPTS_MAX} attempts were beaten
     */
    <T> Optional<T> write(String object, Supplier<Optional<T>> attempt) {
        if (!lines.containsKey(object)) {
            Optional<T> done = attempt.get();
            if (done.isPresent()) {
                return done;
            }
        }
        Line line = join(object);
        try {
            return inTurn(line.turn, attempt);
        } finally {
            leave(object);
        }
    }

    private Line join(String object) {
        return lines.compute(object, (key, known) -> {
            Line line = known == null ? new Line() : known;
            line.writers++;
            return line;
        });
    }

    private void leave(String object) {
        lines.computeIfPresent(object, (key, line) -> --line.writers == 0 ? null : line);
    }

    private static <T> Optional<T> inTurn(ReentrantLock turn, Supplier<Optional<T>> attempt) {
        boolean mine = acquire(turn);
        try {
            Optional<T> done = Optional.empty();
            for (int i = 0; i < ATTEMPTS_MAX && done.isEmpty(); i++) {
                done = attempt.get();
            }
            return done;
        } finally {
            if (mine) {
                turn.unlock();
            }
        }
    }

    private static boolean acquire(ReentrantLock turn) {
        try {
            return turn.tryLock(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ApiException(
                    ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is shutting down"), stopped);
        }
    }
}
