package mortise.core.cache;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ApiStatus.Details;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.spi.storage.StoreAwayException;

/** What readers are told when they cannot be served. */
final class Failures {

    private static final int RETRY_SECONDS = 1;

    private Failures() {
    }

    /** 504: the revision did not come in time. */
    static ApiException tooLarge(long revision, long current) {
        var cause = new ErrorCause("ResourceVersionTooLarge", "Too large resource version", "");
        return new ApiException(ApiStatus.of(
                ErrorReason.TIMEOUT,
                "Timeout: Too large resource version: " + revision + ", current: " + current,
                Details.of(List.of(cause), RETRY_SECONDS)));
    }

    /** 410: the revision is no longer in the history. */
    static ApiException gone() {
        return ApiException.expired("The resourceVersion for the provided list is too old.");
    }

    /** 429: the state has not been read yet. */
    static ApiException loading() {
        return new ApiException(ApiStatus.of(
                ErrorReason.TOO_MANY_REQUESTS,
                "storage is (re)initializing",
                Details.of(List.of(), RETRY_SECONDS)));
    }

    /** 503: the cache was closed or the thread told to stop. */
    static ApiException unavailable(String why) {
        return new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, why));
    }

    /** 503: the store is on another machine that does not answer. */
    static ApiException away(StoreAwayException why) {
        return new ApiException(new ApiStatus(ErrorReason.SERVICE_UNAVAILABLE, "the store does not answer",
                Optional.of(Details.of(List.of(), RETRY_SECONDS))), why);
    }
}
