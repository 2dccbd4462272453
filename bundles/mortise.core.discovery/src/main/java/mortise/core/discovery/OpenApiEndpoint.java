package mortise.core.discovery;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.core.discovery.openapi.OpenApiCatalog;
import mortise.core.discovery.openapi.Published;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Serves {@code /openapi/v3}, an index and a document for each group version, and {@code /openapi/v2}, one document for
 * all. The address in the index carries the hash of the document, so that a client may keep what it got from there for
 * as long as it likes.
 */
@Component(
        service = Endpoint.class,
        property = {Endpoint.PATHS + "=/openapi/v2", Endpoint.PATHS + "=/openapi/v3",
            Endpoint.PATHS + "=/openapi/v3/*"})
public final class OpenApiEndpoint implements Endpoint {

    private static final String V2 = "/openapi/v2";
    private static final String ROOT = "/openapi/v3";
    private static final String JSON = "application/json";
    private static final String PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    /** The name that clients have used for longer; it is no valid media type, so nothing is answered with it. */
    private static final String OLD_PROTOBUF = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    private static final Map<String, String> KEEP =
            Map.of("Cache-Control", "public, immutable, max-age=31536000", "Vary", "Accept, Accept-Encoding");
    private static final Map<String, String> ASK_AGAIN =
            Map.of("Cache-Control", "no-cache, private", "Vary", "Accept, Accept-Encoding");

    private record Current(OpenApiCatalog catalog, Document index) {
    }

    private final SnapshotMemo<OpenApiCatalog> catalog;
    private final Object lock = new Object();
    private OpenApiCatalog last;
    private volatile Current current;

    @Activate
    public OpenApiEndpoint(@Reference Registry registry, @Reference ServerNames names) {
        last = OpenApiCatalog.empty(names.apiDomain(), VersionEndpoint.RELEASE);
        current = new Current(last, Document.of(Map.of()));
        catalog = new SnapshotMemo<>(registry, this::next);
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        if (request.path().equals(V2)) {
            return v2(request);
        }
        Accepted.mediaType(request, List.of(JSON));
        if (request.path().equals(ROOT) || request.path().equals(ROOT + "/")) {
            return index().answer(request, JSON, ASK_AGAIN);
        }
        String path = request.path().startsWith(ROOT + "/") ? request.path().substring(ROOT.length() + 1) : "";
        Published document = catalog.get().documents().get(path);
        return document == null
                ? new EndpointResponse(404, "", Map.of(), new byte[0]) : v3(request, path, document);
    }

    /** An old hash leads to the new one, so that nobody keeps a document under an address that is not its own. */
    private static EndpointResponse v3(EndpointRequest request, String path, Published document) {
        List<String> hashes = request.query().getOrDefault("hash", List.of());
        String hash = hashes.isEmpty() ? "" : hashes.get(0);
        if (!hash.isEmpty() && !hash.equals(document.hash())) {
            return new EndpointResponse(301, "", Map.of("Location", address(path, document)), new byte[0]);
        }
        return answer(request, document, JSON, hash.isEmpty() ? ASK_AGAIN : KEEP);
    }

    private static String address(String path, Published document) {
        return ROOT + "/" + path + "?hash=" + document.hash();
    }

    private EndpointResponse v2(EndpointRequest request) {
        boolean json = Accepted.mediaType(request, List.of(JSON, PROTOBUF, OLD_PROTOBUF)).equals(JSON);
        OpenApiCatalog all = catalog.get();
        return answer(request, json ? all.v2() : all.v2Protobuf(), json ? JSON : PROTOBUF, ASK_AGAIN);
    }

    private static EndpointResponse answer(
            EndpointRequest request, Published document, String contentType, Map<String, String> headers) {
        return EntityTag.unchanged(request, document.hash(), headers).orElseGet(() -> {
            Map<String, String> all = new HashMap<>(EntityTag.with(document.hash(), headers));
            if (!Accepted.gzip(request)) {
                return new EndpointResponse(200, contentType, all, document.plain());
            }
            all.put("Content-Encoding", "gzip");
            return new EndpointResponse(200, contentType, all, document.gzip());
        });
    }

    private OpenApiCatalog next(RegistrySnapshot snapshot) {
        synchronized (lock) {
            last = last.of(snapshot);
            return last;
        }
    }

    /** The index has the hash of every document, which reads the fields of every kind; so it waits for somebody. */
    private Document index() {
        OpenApiCatalog wanted = catalog.get();
        Current known = current;
        if (known.catalog() != wanted) {
            var paths = new TreeMap<String, Object>();
            wanted.documents().forEach((path, document) -> paths.put(path,
                    Map.of("serverRelativeURL", address(path, document))));
            known = new Current(wanted, Document.of(Map.of("paths", paths)));
            current = known;
        }
        return known.index();
    }
}
