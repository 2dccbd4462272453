package mortise.core.kubeconfig;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import org.jspecify.annotations.Nullable;

/** Says in our words what became of a call. Pure. */
final class Outcomes {

    /** Only proxies answer this. There may be no body, then. */
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;
    private static final long RETRY_AFTER_SECONDS_MAX = 3600;

    private Outcomes() {
    }

    static CallResult answered(URI target, HttpResponse<byte[]> response) {
        if (response.statusCode() == PROXY_AUTHENTICATION_REQUIRED) {
            return new Failed(Reason.UNREACHABLE, target + ": the proxy wants to know who asks");
        }
        return new Answered(response.statusCode(), response.body(),
                response.headers().firstValue("Retry-After").flatMap(Outcomes::seconds));
    }

    /** A date is not understood; servers of this kind send seconds. */
    private static Optional<Duration> seconds(String text) {
        boolean number = !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Optional.of(Duration.ofSeconds(Math.min(RETRY_AFTER_SECONDS_MAX, Long.parseLong(text))))
                : Optional.empty();
    }

    static Failed failed(URI target, @Nullable Throwable cause) {
        String message = target + ": " + describe(cause);
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof AnswerTooLargeException) {
                return new Failed(Reason.TOO_LARGE, target + ": " + link.getMessage());
            }
            if (link instanceof SSLException) {
                return new Failed(Reason.TLS, message);
            }
            if (link instanceof HttpTimeoutException) {
                return new Failed(link instanceof HttpConnectTimeoutException ? Reason.UNREACHABLE : Reason.TIMEOUT,
                        message);
            }
            if (link instanceof ConnectException) {
                return new Failed(Reason.UNREACHABLE, message);
            }
        }
        return new Failed(Reason.BROKEN, message);
    }

    private static String describe(@Nullable Throwable cause) {
        if (cause == null) {
            return "unknown failure";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }
}
