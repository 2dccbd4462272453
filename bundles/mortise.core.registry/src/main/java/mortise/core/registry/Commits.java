package mortise.core.registry;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.Store;
import mortise.spi.storage.UnknownOutcomeException;

/** Waits for commits on the thread of a request. */
final class Commits {

    /** How long a request waits for the store to commit. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Commits() {
    }

    /**
     * Commits, and returns how it ended.
     *
     * @throws ApiException 504 when it is not known whether it ended, 500 when the store failed
     */
    static CommitOutcome run(Store store, Commit commit) {
        try {
            return store.commit(commit).toCompletableFuture().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof UnknownOutcomeException) {
                throw unknown(cause);
            }
            throw ApiException.internal("the store failed", cause);
        } catch (TimeoutException slow) {
            throw unknown(slow);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unknown(stopped);
        }
    }

    private static ApiException unknown(Throwable cause) {
        return new ApiException(new ApiStatus(ErrorReason.TIMEOUT,
                "Timeout: it is not known whether the change was made; read before trying again", Optional.empty()),
                cause);
    }
}
