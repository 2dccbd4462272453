package mortise.core.http.negotiate;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Query;
import mortise.core.http.negotiate.AcceptHeader.Clause;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.http.negotiate.Representation.IncludeObject;
import mortise.core.http.negotiate.Representation.Transform;

/** Chooses the form of an answer from what the client accepts. Pure but for reading the exchange. */
public final class Negotiator {

    private static final String SERVED = "application/json, application/yaml";

    private Negotiator() {
    }

    /**
     * Returns the form of the answer to a request for a resource.
     *
     * @param streaming whether the answer is a stream of events, which YAML cannot be
     * @throws ApiException 406 when nothing that is accepted can be served, 400 for a bad {@code includeObject}
     */
    public static Representation choose(ApiExchange exchange, boolean streaming) {
        String accept = exchange.wire().header("Accept");
        Representation chosen = choose(accept, exchange.plugins().apiDomain(), streaming);
        if (chosen.transform() == Transform.TABLE) {
            chosen = chosen.withInclude(include(exchange.query().first("includeObject")));
        }
        return streaming ? chosen : chosen.withPretty(
                chosen.format() == Format.JSON && pretty(exchange.query(), exchange.wire().header("User-Agent")));
    }

    static Representation choose(String accept, String apiDomain, boolean streaming) {
        if (accept.isBlank() || accept.equals("application/json") || accept.equals("*/*")) {
            return Representation.JSON;
        }
        boolean formKnown = false;
        for (Clause clause : AcceptHeader.of(accept).clauses()) {
            Format format = format(clause.mediaType());
            if (format == null || clause.quality() == 0 || (streaming && format == Format.YAML)) {
                continue;
            }
            formKnown = true;
            Transform transform = transform(clause, apiDomain);
            if (transform != null) {
                return new Representation(format, transform,
                        transform == Transform.OBJECT ? "" : clause.parameter("v"), IncludeObject.METADATA, false);
            }
        }
        throw formKnown ? notAcceptable("only the following media types are accepted: " + SERVED)
                : notAcceptable("406: Not Acceptable\n\nAvailable representations: " + SERVED);
    }

    /** Returns the form of an error, which is never itself an error: JSON unless only YAML will do. */
    public static Format forErrors(String accept) {
        if (accept.isBlank() || accept.indexOf("yaml") < 0) {
            return Format.JSON;
        }
        for (Clause clause : AcceptHeader.of(accept).clauses()) {
            Format format = format(clause.mediaType());
            if (format != null) {
                return format;
            }
        }
        return Format.JSON;
    }

    /** Says whether a client sees indented JSON: when it asks for it, or does not say and is a person's tool. */
    public static boolean pretty(Query query, String userAgent) {
        if (query.has("pretty")) {
            return query.flag("pretty");
        }
        return userAgent.startsWith("curl") || userAgent.startsWith("Wget") || userAgent.startsWith("Mozilla/5.0");
    }

    private static @org.jspecify.annotations.Nullable Format format(String mediaType) {
        return switch (mediaType) {
            case "application/json", "*/*" -> Format.JSON;
            case "application/yaml" -> Format.YAML;
            default -> null;
        };
    }

    private static @org.jspecify.annotations.Nullable Transform transform(Clause clause, String apiDomain) {
        String as = clause.parameter("as");
        if (as.isEmpty()) {
            return Transform.OBJECT;
        }
        String group = clause.parameter("g");
        String version = clause.parameter("v");
        boolean known = (group.equals("meta.k8s.io") || group.equals("meta." + apiDomain))
                && List.of("v1", "v1beta1").contains(version);
        if (!known) {
            return null;
        }
        return switch (as) {
            case "Table" -> Transform.TABLE;
            case "PartialObjectMetadata", "PartialObjectMetadataList" -> Transform.METADATA;
            default -> null;
        };
    }

    private static IncludeObject include(String wanted) {
        return switch (wanted) {
            case "", "Metadata" -> IncludeObject.METADATA;
            case "None" -> IncludeObject.NONE;
            case "Object" -> IncludeObject.OBJECT;
            default -> throw ApiException.badRequest("Unable to convert to Table as requested: includeObject: "
                    + "Invalid value: \"" + wanted + "\": must be 'Metadata', 'Object', 'None', or empty");
        };
    }

    private static ApiException notAcceptable(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.NOT_ACCEPTABLE, message,
                ApiStatus.Details.of(List.of(), 0)));
    }
}
