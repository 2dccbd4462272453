package mortise.core.discovery;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.GroupVersion;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedVersion;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Serves {@code /openapi/v3}: an index, and a document for each group version. The address in the index carries the
 * hash of the document, so that a client may keep what it got from there for as long as it likes.
 */
@Component(
        service = Endpoint.class,
        property = {Endpoint.PATHS + "=/openapi/v3", Endpoint.PATHS + "=/openapi/v3/*"})
public final class OpenApiEndpoint implements Endpoint {

    private static final String ROOT = "/openapi/v3";
    private static final Map<String, String> KEEP = Map.of("Cache-Control", "public, immutable, max-age=31536000");
    private static final Map<String, String> ASK_AGAIN = Map.of("Cache-Control", "no-cache, private");

    private record Documents(Document index, Map<String, Document> byPath) {
    }

    private final SnapshotMemo<Documents> documents;

    @Activate
    public OpenApiEndpoint(@Reference Registry registry) {
        documents = new SnapshotMemo<>(registry, OpenApiEndpoint::describe);
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        Documents current = documents.get();
        if (request.path().equals(ROOT) || request.path().equals(ROOT + "/")) {
            return current.index().answer(request, "application/json", ASK_AGAIN);
        }
        Document document = current.byPath().get(request.path().substring(ROOT.length()));
        if (document == null) {
            return EndpointResponse.text(404, "404 page not found\n");
        }
        boolean addressedByHash = request.query().containsKey("hash");
        return document.answer(request, "application/json", addressedByHash ? KEEP : ASK_AGAIN);
    }

    private static Documents describe(RegistrySnapshot snapshot) {
        var index = new LinkedHashMap<String, Object>();
        var byPath = new LinkedHashMap<String, Document>();
        for (ServedGroup group : snapshot.groups()) {
            for (ServedVersion version : group.versions()) {
                String path = LegacyDiscovery.path(new GroupVersion(group.name(), version.name()));
                Document document = Document.of(new OpenApiDescription(group.name(), version).tree());
                byPath.put(path, document);
                index.put(path.substring(1), Map.of("serverRelativeURL", ROOT + path + "?hash=" + document.hash()));
            }
        }
        return new Documents(Document.of(Map.of("paths", index)), byPath);
    }
}
