package mortise.core.discovery;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;

/** The header by which clients tell whether they have a document already: its hash in quotes. */
final class EntityTag {

    private EntityTag() {
    }

    /** Returns headers with the tag of a document. */
    static Map<String, String> with(String hash, Map<String, String> headers) {
        var all = new HashMap<>(headers);
        all.put("ETag", quoted(hash));
        return all;
    }

    /** Returns 304 when the client says that it has the document. */
    static Optional<EndpointResponse> unchanged(EndpointRequest request, String hash, Map<String, String> headers) {
        for (String known : request.header("if-none-match").split(",")) {
            if (known.trim().equals(quoted(hash))) {
                return Optional.of(new EndpointResponse(304, "", with(hash, headers), new byte[0]));
            }
        }
        return Optional.empty();
    }

    private static String quoted(String hash) {
        return '"' + hash + '"';
    }
}
