package mortise.core.http.jetty;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.StatusMapper;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers in place of Jetty, for requests that never reach the pipeline, with a {@code Status} as everywhere else. */
final class StatusErrorHandler extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        byte[] body = body(response.getStatus());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static byte[] body(int status) {
        byte[] compact = StatusMapper.failure(status(status));
        byte[] line = Arrays.copyOf(compact, compact.length + 1);
        line[compact.length] = '\n';
        return line;
    }

    private static ApiStatus status(int code) {
        return switch (code) {
            case 404 -> StatusMapper.noSuchResource();
            case 405 -> StatusMapper.noSuchMethod();
            case 408, 504 -> of(ErrorReason.TIMEOUT, "Timeout: the request did not arrive in time");
            case 413 -> of(ErrorReason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large");
            case 414, 431 -> of(ErrorReason.REQUEST_ENTITY_TOO_LARGE,
                    "the request line or the headers are larger than the server takes");
            case 415 -> of(ErrorReason.UNSUPPORTED_MEDIA_TYPE, "415: Unsupported Media Type");
            case 503 -> of(ErrorReason.SERVICE_UNAVAILABLE, "the server is stopping");
            default -> code >= 500
                    ? of(ErrorReason.INTERNAL_ERROR, "Internal error occurred: the log has the details")
                    : of(ErrorReason.BAD_REQUEST, "the server could not understand the request");
        };
    }

    private static ApiStatus of(ErrorReason reason, String message) {
        return ApiStatus.of(reason, message, ApiStatus.Details.of(List.of(), 0));
    }
}
