package mortise.core.kubeconfig;

import java.time.Duration;
import java.util.Optional;

/** What became of a call. */
public sealed interface CallResult {

    /**
     * The server answered, with whatever status.
     *
     * @param status HTTP status
     * @param body the whole body; owned by the caller
     * @param retryAfter how long the server asks to wait before another call
     */
    record Answered(int status, byte[] body, Optional<Duration> retryAfter) implements CallResult {

        /** Says whether the status is one of success, 200 to 299. */
        public boolean ok() {
            return status >= 200 && status < 300;
        }
    }

    /**
     * There is no answer.
     *
     * @param reason which kind of failure it is
     * @param message for logs; names the server, holds no secret
     */
    record Failed(Reason reason, String message) implements CallResult {
    }

    /** Kinds of failures. */
    enum Reason {
        /** No connection could be made. */
        UNREACHABLE,
        /** A connection broke before the answer was there; another call may well succeed. */
        BROKEN,
        /** Client and server do not agree on TLS: the server is not trusted, or does not trust. */
        TLS,
        /** The answer took too long. */
        TIMEOUT,
        /** The answer is larger than allowed. */
        TOO_LARGE,
        /** There are no credentials: a plug-in failed or a file is gone. */
        CREDENTIALS,
        /** Too many calls at a time, for as long as this one might have taken. */
        BUSY,
        /** The client is closed, or the calling thread was interrupted (and still is marked so). */
        CANCELLED
    }
}
