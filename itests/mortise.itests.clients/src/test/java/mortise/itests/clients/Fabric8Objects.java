package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.file.Path;
import java.util.Optional;

/** Any kind of object by fabric8's generic resources. */
final class Fabric8Objects implements ObjectClient {

    private final KubernetesClient client;

    Fabric8Objects(KubernetesClient client) {
        this.client = client;
    }

    /** A client of the server of a kubeconfig. */
    static KubernetesClient connect(Path kubeconfig) {
        return connect(Config.fromKubeconfig(kubeconfig.toFile()));
    }

    /** A client with a configuration. */
    static KubernetesClient connect(Config config) {
        // It takes a key in PKCS #8 for RSA, unless told.
        config.setClientKeyAlgo("EC");
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public JsonNode create(Kind kind, JsonNode object) {
        return tree(scope(kind).resource(generic(object)).create());
    }

    @Override
    public Optional<JsonNode> get(Kind kind, String name) {
        return Optional.ofNullable(scope(kind).withName(name).get()).map(this::tree);
    }

    @Override
    public JsonNode list(Kind kind) {
        return tree(scope(kind).list());
    }

    @Override
    public JsonNode update(Kind kind, JsonNode object) {
        return tree(scope(kind).resource(generic(object)).update());
    }

    @Override
    public JsonNode mergePatch(Kind kind, String name, String patch) {
        return tree(scope(kind).withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch));
    }

    @Override
    public void delete(Kind kind, String name) {
        scope(kind).withName(name).delete();
    }

    @Override
    public void finishNamespace(ObjectNode namespace) {
        namespace.withObject("/spec").remove("finalizers");
        client.raw("/api/v1/namespaces/" + Json.name(namespace) + "/finalize", "PUT", namespace.toString());
    }

    @Override
    public Watched watch(Kind kind, String name, String resourceVersion) {
        var watched = new Watched(name);
        var options = new ListOptionsBuilder().withResourceVersion(resourceVersion).build();
        watched.stopWith(scope(kind).watch(options, new Watcher<>() {
            @Override
            public void eventReceived(Action action, GenericKubernetesResource resource) {
                watched.add(action.name(), tree(resource));
            }

            @Override
            public void onClose(WatcherException cause) {
                watched.ended(cause == null ? "closed" : cause + " by " + cause.getCause());
            }
        })::close);
        return watched;
    }

    @Override
    public Optional<JsonNode> throughItsClass(Kind kind, JsonNode object) {
        Object typed = client.getKubernetesSerialization().unmarshal(object.toString());
        return typed instanceof GenericKubernetesResource ? Optional.empty() : Optional.of(tree(typed));
    }

    @Override
    public boolean isConflict(Exception failure) {
        return failure instanceof KubernetesClientException answer && answer.getCode() == 409;
    }

    private NonNamespaceOperation<GenericKubernetesResource, GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>> scope(Kind kind) {
        var operation = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(kind.version())
                .withKind(kind.name())
                .withPlural(kind.plural())
                .withNamespaced(kind.namespaced())
                .build());
        return kind.namespaced() ? operation.inNamespace(Kind.NAMESPACE) : operation;
    }

    private GenericKubernetesResource generic(JsonNode object) {
        return client.getKubernetesSerialization().unmarshal(object.toString(), GenericKubernetesResource.class);
    }

    private JsonNode tree(Object object) {
        return Json.read(client.getKubernetesSerialization().asJson(object));
    }

    @Override
    public void close() {
        client.close();
    }
}
