package mortise.core.http.negotiate;

import java.util.List;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Query;
import mortise.core.http.negotiate.AcceptHeader.Clause;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.http.negotiate.Representation.IncludeObject;
import mortise.core.http.negotiate.Representation.Transform;
import mortise.spi.group.Verb;
import org.jspecify.annotations.Nullable;

/** Chooses the form of an answer from what the client accepts. Pure but for reading the exchange. */
public final class Negotiator {

    private static final String SERVED = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

    private Negotiator() {
    }

    /**
     * What can be served besides JSON.
     *
     * @param protobuf whether the kind has a protobuf form
     * @param cbor whether CBOR is switched on
     * @param streaming whether the answer is a stream of events, which YAML cannot be
     * @param hidden transformed kinds that the answer cannot have
     */
    record Offer(boolean protobuf, boolean cbor, boolean streaming, Set<String> hidden) {

        Offer(boolean protobuf, boolean cbor, boolean streaming) {
            this(protobuf, cbor, streaming, Set.of());
        }

        boolean has(Format format) {
            return switch (format) {
                case JSON -> true;
                case YAML -> !streaming;
                case PROTOBUF -> protobuf;
                case CBOR -> cbor;
            };
        }
    }

    /**
     * Returns the form of the answer to a request for a resource.
     *
     * @param verb what is asked for: a list cannot be shown as one object's metadata, nor an object as that of a list,
     *     and a watch, which is a stream of events, cannot be YAML
     * @param protobuf whether the answer has a protobuf form
     * @param table whether the answer can be rows of a table
     * @throws ApiException 406 when nothing that is accepted can be served, 400 for a bad {@code includeObject}
     */
    public static Representation choose(ApiExchange exchange, Verb verb, boolean protobuf, boolean table) {
        boolean streaming = verb == Verb.WATCH;
        String accept = exchange.wire().header("Accept");
        var offer = new Offer(protobuf, exchange.plugins().cbor(), streaming, hidden(verb, table));
        Representation chosen = choose(accept, exchange.plugins().apiDomain(), offer);
        if (chosen.transform() == Transform.TABLE) {
            chosen = chosen.withInclude(include(exchange.query().first("includeObject")));
        }
        return streaming ? chosen : chosen.withPretty(
                chosen.format() == Format.JSON && pretty(exchange.query(), exchange.wire().header("User-Agent")));
    }

    private static Set<String> hidden(Verb verb, boolean table) {
        if (verb == Verb.WATCH) {
            return Set.of();
        }
        String metadata = verb == Verb.LIST ? "PartialObjectMetadata" : "PartialObjectMetadataList";
        return table ? Set.of(metadata) : Set.of(metadata, "Table");
    }

    static Representation choose(String accept, String apiDomain, Offer offer) {
        if (accept.isBlank() || accept.equals("application/json") || accept.equals("*/*")) {
            return Representation.JSON;
        }
        boolean formKnown = false;
        for (Clause clause : AcceptHeader.of(accept).clauses()) {
            Format format = format(clause.mediaType());
            if (format == null || clause.quality() == 0) {
                continue;
            }
            formKnown |= format != Format.CBOR || offer.cbor();
            Transform transform = transform(clause, apiDomain);
            boolean hasForm = format != Format.PROTOBUF || transform != Transform.TABLE;
            boolean fits = !offer.hidden().contains(clause.parameter("as"));
            if (transform != null && hasForm && fits && offer.has(format)) {
                return new Representation(format, mediaType(format, clause), transform,
                        metaVersion(transform, clause), IncludeObject.METADATA, false);
            }
        }
        throw notAcceptable((formKnown || offer.streaming() ? "only the following media types are accepted: "
                : "406: Not Acceptable\n\nAvailable representations: ") + served(offer.cbor()));
    }

    /** Clients know the transformed kinds by the name of the group they ask with, whatever the server is called. */
    private static String metaVersion(Transform transform, Clause clause) {
        return transform == Transform.OBJECT ? "" : clause.parameter("g") + "/" + clause.parameter("v");
    }

    /** Returns the media types that messages tell of. */
    static String served(boolean cbor) {
        return cbor ? SERVED + ", application/cbor" : SERVED;
    }

    /** Protobuf has two names; answers have the one that was asked for. */
    private static String mediaType(Format format, Clause clause) {
        return format == Format.PROTOBUF ? clause.mediaType() : format.mediaType();
    }

    /** Returns the form of an error, which is never itself an error: the first that is served at all, or JSON. */
    public static Representation forErrors(ApiExchange exchange) {
        Representation form = forErrors(exchange.wire().header("Accept"), exchange.plugins().cbor());
        return form.withPretty(
                form.format() == Format.JSON && pretty(exchange.query(), exchange.wire().header("User-Agent")));
    }

    static Representation forErrors(String accept, boolean cbor) {
        if (accept.isBlank() || accept.equals("application/json") || accept.equals("*/*")) {
            return Representation.JSON;
        }
        for (Clause clause : AcceptHeader.of(accept).clauses()) {
            Format format = format(clause.mediaType());
            if (format != null && (format != Format.CBOR || cbor)) {
                return Representation.of(format, mediaType(format, clause));
            }
        }
        return Representation.JSON;
    }

    /** Says whether a client sees indented JSON: when it asks for it, or does not say and is a person's tool. */
    public static boolean pretty(Query query, String userAgent) {
        if (query.has("pretty")) {
            return query.flag("pretty");
        }
        return userAgent.startsWith("curl") || userAgent.startsWith("Wget") || userAgent.startsWith("Mozilla/5.0");
    }

    static @Nullable Format format(String mediaType) {
        return switch (mediaType) {
            case "application/json", "*/*" -> Format.JSON;
            case "application/yaml" -> Format.YAML;
            case "application/vnd.kubernetes.protobuf", "application/vnd.service.protobuf" -> Format.PROTOBUF;
            case "application/cbor" -> Format.CBOR;
            default -> null;
        };
    }

    private static @Nullable Transform transform(Clause clause, String apiDomain) {
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
