package mortise.core.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.spi.storage.ValueTooLargeException;

/** Waits for commits on the thread of a request. */
final class Commits {

    /** Most bytes of a stored object, as etcd has it; what JSON needs to escape texts does not count. */
    private static final int VALUE_BYTES_MAX = 3 * 512 * 1024;
    /** Bytes that are saved when four hexadecimal digits become the character, at least. */
    private static final int UNICODE_ESCAPE = 3;
    /** How long a request waits for the store to commit. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Commits() {
    }

    /**
     * Commits, and returns how it ended.
     *
     * @throws ApiException 500 when the object is too large or the store failed, 504 when it is not known whether it
     *     ended
     */
    static CommitOutcome run(Store store, Commit commit) {
        return await(begin(store, commit));
    }

    /**
     * Hands a commit to the store, which takes commits in the order in which they come.
     *
     * @throws ApiException 500 when the object is too large
     */
    static CompletionStage<CommitOutcome> begin(Store store, Commit commit) {
        byte[] value = commit.value();
        if (value != null && value.length > VALUE_BYTES_MAX && unescaped(value) > VALUE_BYTES_MAX) {
            throw tooLarge();
        }
        return store.commit(commit);
    }

    /**
     * Waits until a commit has ended, and returns how.
     *
     * @throws ApiException 500 when the store failed, 504 when it is not known whether it ended
     */
    static CommitOutcome await(CompletionStage<CommitOutcome> commit) {
        try {
            return commit.toCompletableFuture().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof UnknownOutcomeException) {
                throw unknown(cause);
            }
            if (cause instanceof ValueTooLargeException) {
                throw tooLarge();
            }
            if (cause instanceof StoreAwayException) {
                throw new ApiException(new ApiStatus(ErrorReason.SERVICE_UNAVAILABLE, "the store does not answer",
                        Optional.of(ApiStatus.Details.of(List.of(), 1))), cause);
            }
            throw ApiException.internal("the store failed: " + cause.getMessage(), cause);
        } catch (TimeoutException slow) {
            throw unknown(slow);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unknown(stopped);
        }
    }

    /** Returns about how many bytes JSON has without its escapes. */
    private static int unescaped(byte[] json) {
        int length = json.length;
        for (int i = 0; i < json.length - 1; i++) {
            if (json[i] == '\\') {
                i++;
                length -= json[i] == 'u' ? UNICODE_ESCAPE : 1;
            }
        }
        return length;
    }

    private static ApiException tooLarge() {
        return new ApiException(ApiStatus.of(ErrorReason.UNKNOWN, "etcdserver: request is too large"));
    }

    private static ApiException unknown(Throwable cause) {
        return new ApiException(new ApiStatus(ErrorReason.TIMEOUT,
                "Timeout: it is not known whether the change was made; read before trying again", Optional.empty()),
                cause);
    }
}
