package mortise.core.etcd;

import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.ValueTooLargeException;

/** What etcd's refusals mean. Pure functions. */
final class Failures {

    /** What a failure says about the request. */
    enum Meaning {
        /** The revision is no longer in the history. */
        COMPACTED,
        /** The revision has not been yet. */
        FUTURE,
        /** etcd said no, and nothing was changed. */
        REFUSED,
        /** Nobody knows whether the request was carried out. */
        UNKNOWN
    }

    private static final int CAUSES_MAX = 20;

    private Failures() {
    }

    /** Returns what really failed, out of the wrappings of futures. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns what was first to fail, such as a handshake, without its wrappings. */
    static String innermost(Throwable failure) {
        Throwable inner = failure;
        for (int i = 0; i < CAUSES_MAX && inner.getCause() != null; i++) {
            inner = inner.getCause();
        }
        return text(inner);
    }

    static Meaning meaning(Throwable failure) {
        String text = text(failure);
        if (text.contains("required revision has been compacted")) {
            return Meaning.COMPACTED;
        }
        if (text.contains("required revision is a future revision")) {
            return Meaning.FUTURE;
        }
        return switch (code(failure)) {
            case INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED, FAILED_PRECONDITION, RESOURCE_EXHAUSTED,
                    UNIMPLEMENTED, OUT_OF_RANGE, NOT_FOUND -> Meaning.REFUSED;
            default -> Meaning.UNKNOWN;
        };
    }

    /** Returns the failure as one of the store's, with a text that says what to do where etcd's alone does not. */
    static StoreException described(String what, Throwable failure) {
        String text = text(failure);
        String more = "";
        if (text.contains("request is too large") || text.contains("message larger than max")) {
            return new ValueTooLargeException(what + ": " + text + "; etcd takes values up to its --max-request-bytes",
                    failure);
        }
        if (text.contains("database space exceeded")) {
            more = "; compact and defragment etcd or raise its --quota-backend-bytes, then disarm the alarm";
        } else if (failure instanceof TimeoutException) {
            text = "etcd did not answer in time";
        }
        String message = what + ": " + text + more;
        return away(failure) ? new StoreAwayException(message, failure) : new StoreException(message, failure);
    }

    private static boolean away(Throwable failure) {
        // A client that was replaced meanwhile takes no more questions.
        boolean replaced = failure.getCause() instanceof RejectedExecutionException;
        return replaced || failure instanceof TimeoutException || switch (code(failure)) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
            default -> false;
        };
    }

    private static String text(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static ErrorCode code(Throwable failure) {
        if (failure instanceof EtcdException etcd) {
            return etcd.getErrorCode();
        }
        try {
            return ErrorCode.valueOf(Status.fromThrowable(failure).getCode().name());
        } catch (IllegalArgumentException unheard) {
            return ErrorCode.UNKNOWN;
        }
    }
}
