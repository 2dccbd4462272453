package mortise.spi.operations;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The answer of an endpoint.
 *
 * @param status HTTP status code
 * @param contentType media type of the body; empty for no body
 * @param headers further headers
 * @param body the bytes; the endpoint does not change them any more
 */
public record EndpointResponse(int status, String contentType, Map<String, String> headers, byte[] body) {

    /** Returns a plain text answer that no browser interprets. */
    public static EndpointResponse text(int status, String text) {
        return new EndpointResponse(status, "text/plain; charset=utf-8",
                Map.of("X-Content-Type-Options", "nosniff"), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a JSON answer with status 200. */
    public static EndpointResponse json(byte[] body) {
        return new EndpointResponse(200, "application/json", Map.of(), body);
    }
}
