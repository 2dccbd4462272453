package mortise.core.discovery;

import java.util.List;
import java.util.Locale;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.operations.EndpointRequest;

/** What a client takes: media types and encodings, in the order in which it names them. */
final class Accepted {

    private Accepted() {
    }

    /**
     * Returns the first media type that the client takes and that there is; the first there is when it takes any.
     *
     * @throws ApiException 406 when it takes none
     */
    static String mediaType(EndpointRequest request, List<String> offered) {
        String accept = request.header("accept");
        if (accept.isBlank()) {
            return offered.get(0);
        }
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String type = range.split(";", 2)[0].trim();
            if (type.equals("*/*") || type.equals("application/*")) {
                return offered.get(0);
            }
            if (offered.contains(type)) {
                return type;
            }
        }
        throw new ApiException(ApiStatus.of(ErrorReason.NOT_ACCEPTABLE,
                "only the following media types are accepted: " + String.join(", ", offered)));
    }

    /** Says whether the client takes gzip: it is named, and not with quality 0. */
    static boolean gzip(EndpointRequest request) {
        for (String coding : request.header("accept-encoding").toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = coding.trim().split("\\s*;\\s*", 2);
            if (parts[0].equals("gzip")) {
                return parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
            }
        }
        return false;
    }
}
