package mortise.core.discovery;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.YamlEncoder;
import mortise.core.registry.Registry;
import mortise.core.schema.MetaTypes;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Serves {@code /api}, {@code /apis} and what lies between them and a resource. */
@Component(
        service = Endpoint.class,
        property = {Endpoint.PATHS + "=/api", Endpoint.PATHS + "=/api/*",
            Endpoint.PATHS + "=/apis", Endpoint.PATHS + "=/apis/*"})
public final class DiscoveryEndpoint implements Endpoint {

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final List<String> OTHERS =
            List.of(YAML, "application/vnd.kubernetes.protobuf", "application/vnd.service.protobuf");
    private static final String AGGREGATED = "";
    private static final Map<String, String> VARY = Map.of("Vary", "Accept");

    /** Stock clients ask with the usual name, whatever the server is called. */
    private static final String USUAL_GROUP = "g=apidiscovery.k8s.io";

    private final String aggregatedGroup;
    private final SnapshotMemo<LegacyDiscovery> legacy;
    private final SnapshotMemo<AggregatedDiscovery> aggregated;

    @Activate
    public DiscoveryEndpoint(@Reference Registry registry, @Reference ServerNames names) {
        aggregatedGroup = "apidiscovery." + names.apiDomain();
        legacy = new SnapshotMemo<>(registry, LegacyDiscovery::new);
        aggregated = new SnapshotMemo<>(registry, snapshot -> AggregatedDiscovery.of(snapshot, names.apiDomain()));
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        String path = request.path().endsWith("/")
                ? request.path().substring(0, request.path().length() - 1) : request.path();
        boolean hasBothForms = path.equals("/api") || path.equals("/apis");
        String chosen = choose(request.header("accept"), hasBothForms);
        if (chosen.equals(AGGREGATED)) {
            AggregatedDiscovery documents = aggregated.get();
            return (path.equals("/api") ? documents.core() : documents.named()).answer(
                    request, "application/json;g=" + aggregatedGroup + ";v=v2;as=APIGroupDiscoveryList", VARY);
        }
        Optional<Document> document = legacy.get().at(path);
        if (document.isPresent()) {
            Map<String, String> headers = hasBothForms ? VARY : Map.of();
            return chosen.equals(JSON) ? document.get().answer(request, JSON, headers)
                    : new EndpointResponse(200, chosen, headers, encoded(path, document.get(), chosen));
        }
        return notFound(path);
    }

    private static byte[] encoded(String path, Document document, String mediaType) {
        if (mediaType.equals(YAML)) {
            return YamlEncoder.encode(document.json());
        }
        String kind = LegacyDiscovery.kind(path);
        return ProtobufEnvelope.wrap("v1", kind, ProtobufEncoder.encode(document.json(), MetaTypes.type(kind)));
    }

    /** Returns the media type that the client likes best of what there is, or {@link #AGGREGATED}. */
    private String choose(String accept, boolean hasBothForms) {
        if (accept.isBlank()) {
            return JSON;
        }
        for (String range : accept.split(",")) {
            // With the empty parts: there is always a first one, whatever a client sends.
            List<String> parts = List.of(range.trim().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1));
            boolean plain = parts.stream().noneMatch(part -> part.startsWith("as=") || part.startsWith("g="));
            String type = parts.get(0);
            if (plain && (type.equals("*/*") || type.equals("application/*") || type.equals(JSON))) {
                return JSON;
            }
            if (plain && OTHERS.contains(type)) {
                return type;
            }
            if (hasBothForms && type.equals(JSON)
                    && (parts.contains("g=" + aggregatedGroup.toLowerCase(Locale.ROOT)) || parts.contains(USUAL_GROUP))
                    && parts.contains("v=v2") && parts.contains("as=apigroupdiscoverylist")) {
                return AGGREGATED;
            }
        }
        throw new ApiException(ApiStatus.of(ErrorReason.NOT_ACCEPTABLE, "only the following media types are accepted: "
                + "application/json, application/yaml, application/vnd.kubernetes.protobuf",
                ApiStatus.Details.of(List.of(), 0)));
    }

    /** A version that a served group lacks is told in JSON; a group that is not there is any unknown path. */
    private EndpointResponse notFound(String path) {
        int lastSlash = path.lastIndexOf('/');
        String group = path.substring(0, lastSlash);
        if (lastSlash > 0 && !group.equals("/apis") && legacy.get().at(group).isPresent()) {
            throw new ApiException(ApiStatus.of(
                    ErrorReason.NOT_FOUND, "the server could not find the requested resource",
                    ApiStatus.Details.of(List.of(), 0)));
        }
        return EndpointResponse.text(404, "404 page not found\n");
    }
}
