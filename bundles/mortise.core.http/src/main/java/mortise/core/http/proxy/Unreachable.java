package mortise.core.http.proxy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;

/** Tells clients that another server cannot be reached. Pure. */
final class Unreachable {

    private Unreachable() {
    }

    /** Returns the refusal, without a cause because it is nothing that this server's log has to tell. */
    static ApiException because(URI address, IOException failure) {
        return of(text(address, failure));
    }

    static ApiException of(String why) {
        return new ApiException(ApiStatus.of(
                ErrorReason.SERVICE_UNAVAILABLE, "error trying to reach service: " + why));
    }

    private static String text(URI address, IOException failure) {
        String dial = "dial tcp " + address.getHost() + ":" + port(address) + ": ";
        if (failure instanceof HttpConnectTimeoutException || failure instanceof SocketTimeoutException) {
            return dial + "i/o timeout";
        }
        if (failure instanceof HttpTimeoutException) {
            return "timeout awaiting response headers";
        }
        if (failure instanceof ConnectException) {
            return dial + "connect: connection refused";
        }
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    static int port(URI address) {
        boolean tls = "https".equalsIgnoreCase(address.getScheme());
        return address.getPort() >= 0 ? address.getPort() : tls ? 443 : 80;
    }
}
