package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonParser;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.ModelMapper;
import io.kubernetes.client.util.Watchable;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Any kind of object by the dynamic API of the official Java client. */
final class JavaClientObjects implements ObjectClient {

    private static final int WATCH_SECONDS = 60;

    private final ApiClient client;

    JavaClientObjects(ApiClient client) {
        this.client = client;
    }

    /** A client of the server of a kubeconfig. */
    static ApiClient connect(Path kubeconfig) throws IOException {
        try (var reader = Files.newBufferedReader(kubeconfig)) {
            KubeConfig config = KubeConfig.loadKubeConfig(reader);
            config.setFile(kubeconfig.toFile());
            // Watches are quiet for longer than any time limit on reading.
            return ClientBuilder.kubeconfig(config).setReadTimeout(Duration.ZERO).build();
        }
    }

    @Override
    public JsonNode create(Kind kind, JsonNode object) throws ApiException {
        return tree(api(kind).create(dynamic(object)));
    }

    @Override
    public Optional<JsonNode> get(Kind kind, String name) throws ApiException {
        var answer = kind.namespaced() ? api(kind).get(Kind.NAMESPACE, name) : api(kind).get(name);
        return answer.getHttpStatusCode() == 404 ? Optional.empty() : Optional.of(tree(answer));
    }

    @Override
    public JsonNode list(Kind kind) throws ApiException {
        var answer = kind.namespaced() ? api(kind).list(Kind.NAMESPACE) : api(kind).list();
        return Json.read(answer.throwsApiException().getObject().getRaw().toString());
    }

    @Override
    public JsonNode update(Kind kind, JsonNode object) throws ApiException {
        return tree(api(kind).update(dynamic(object)));
    }

    @Override
    public JsonNode mergePatch(Kind kind, String name, String patch) throws ApiException {
        var content = new V1Patch(patch);
        return tree(kind.namespaced()
                ? api(kind).patch(Kind.NAMESPACE, name, V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, content)
                : api(kind).patch(name, V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, content));
    }

    @Override
    public void delete(Kind kind, String name) throws ApiException {
        var answer = kind.namespaced() ? api(kind).delete(Kind.NAMESPACE, name) : api(kind).delete(name);
        answer.throwsApiException();
    }

    @Override
    public void finishNamespace(ObjectNode namespace) throws ApiException {
        namespace.withObject("/spec").remove("finalizers");
        V1Namespace body = JSON.deserialize(namespace.toString(), V1Namespace.class);
        new CoreV1Api(client).replaceNamespaceFinalize(Json.name(namespace), body).execute();
    }

    @Override
    public Watched watch(Kind kind, String name, String resourceVersion) throws ApiException {
        var options = new ListOptions();
        options.setResourceVersion(resourceVersion);
        options.setTimeoutSeconds(WATCH_SECONDS);
        Watchable<DynamicKubernetesObject> events = kind.namespaced()
                ? api(kind).watch(Kind.NAMESPACE, options) : api(kind).watch(options);
        var watched = new Watched(name);
        var reader = new Thread(() -> read(events, watched), "watch " + kind);
        reader.setDaemon(true);
        reader.start();
        return watched;
    }

    /** Until the object is gone; the server ends what is left over after a time. */
    private static void read(Watchable<DynamicKubernetesObject> events, Watched watched) {
        try (events) {
            boolean more = true;
            while (more && events.hasNext()) {
                var event = events.next();
                JsonNode object = Json.read(event.object != null ? event.object.getRaw().toString() : "{}");
                watched.add(event.type, object);
                more = !event.type.equals("DELETED");
            }
            watched.ended("closed by the server");
        } catch (IOException | RuntimeException e) {
            watched.ended(e.toString());
        }
    }

    @Override
    public Optional<JsonNode> throughItsClass(Kind kind, JsonNode object) {
        Class<?> type = ModelMapper.getApiTypeClass(kind.group(), kind.version(), kind.name());
        if (type == null) {
            return Optional.empty();
        }
        Object typed = JSON.deserialize(object.toString(), type);
        return Optional.of(Json.read(JSON.serialize(typed)));
    }

    @Override
    public boolean isConflict(Exception failure) {
        return failure instanceof ApiException answer && answer.getCode() == 409;
    }

    private DynamicKubernetesApi api(Kind kind) {
        return new DynamicKubernetesApi(kind.group(), kind.version(), kind.plural(), client);
    }

    private static DynamicKubernetesObject dynamic(JsonNode object) {
        return new DynamicKubernetesObject(JsonParser.parseString(object.toString()).getAsJsonObject());
    }

    private static JsonNode tree(KubernetesApiResponse<DynamicKubernetesObject> answer) throws ApiException {
        return Json.read(answer.throwsApiException().getObject().getRaw().toString());
    }

    @Override
    public void close() {
        client.getHttpClient().dispatcher().executorService().shutdown();
        client.getHttpClient().connectionPool().evictAll();
    }
}
