package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The requests of Helm during the life of a release: install, upgrade, roll back, uninstall, with the releases in
 * secrets. Once with three-way strategic merges, as Helm 3 does, and once with server-side apply, as Helm 4 does.
 */
class HelmIT {

    private static final PatchContext STRATEGIC = PatchContext.of(PatchType.STRATEGIC_MERGE);
    private static final String RELEASE = "helm.sh/release.v1";

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with();

    private static KubernetesClient client;

    @BeforeAll
    static void connect() throws Exception {
        client = SERVER.fabric8();
    }

    /** What a chart makes of its values, in the order in which Helm installs kinds. */
    private static List<String> chart(String namespace, String tag, boolean withCache) {
        var manifests = new ArrayList<String>();
        manifests.add(manifest(namespace, "v1", "ServiceAccount", "web", "automountServiceAccountToken: false"));
        manifests.add(manifest(namespace, "v1", "Secret", "web", "stringData: {password: secret}"));
        manifests.add(manifest(namespace, "v1", "ConfigMap", "web", "data: {tag: \"" + tag + "\"}"));
        if (withCache) {
            manifests.add(manifest(namespace, "v1", "ConfigMap", "cache", "data: {size: \"1\"}"));
        }
        manifests.add(manifest(namespace, "v1", "Service", "web",
                "spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}"));
        manifests.add(manifest(namespace, "apps/v1", "Deployment", "web", """
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      serviceAccountName: web
                      containers:
                      - name: web
                        image: web:%s
                        ports: [{name: http, containerPort: 80}]
                        env: [{name: TAG_%s, value: "1"}]""".formatted(tag, tag)));
        return manifests;
    }

    private static String manifest(String namespace, String apiVersion, String kind, String name, String rest) {
        return """
                apiVersion: %s
                kind: %s
                metadata:
                  name: %s
                  namespace: %s
                  labels: {app.kubernetes.io/managed-by: Helm}
                  annotations: {meta.helm.sh/release-name: web, meta.helm.sh/release-namespace: %s}
                %s
                """.formatted(apiVersion, kind, name, namespace, namespace, rest);
    }

    private static Secret record(String namespace, int revision, String status) {
        return new SecretBuilder().withNewMetadata().withName("sh.helm.release.v1.web.v" + revision)
                .withNamespace(namespace)
                .withLabels(Map.of("owner", "helm", "name", "web", "status", status, "version", "" + revision))
                .endMetadata().withType(RELEASE)
                .withData(Map.of("release",
                        Base64.getEncoder().encodeToString(("H4sIAAAA" + revision).repeat(10_000).getBytes())))
                .build();
    }

    private static void create(HasMetadata object) {
        client.resource(object).create();
    }

    /** Replaces the record of a release, as Helm does: without a version. */
    private static void note(String namespace, int revision, String status) {
        client.resource(record(namespace, revision, status)).update();
    }

    private static List<String> records(String namespace) {
        return client.secrets().inNamespace(namespace).withLabels(Map.of("owner", "helm", "name", "web")).list()
                .getItems().stream().map(secret -> secret.getMetadata().getLabels())
                .map(labels -> labels.get("version") + " " + labels.get("status")).sorted().toList();
    }

    private static Resource<Deployment> deployment(String namespace) {
        return client.apps().deployments().inNamespace(namespace).withName("web");
    }

    private static Resource<ConfigMap> configMap(String namespace, String name) {
        return client.configMaps().inNamespace(namespace).withName(name);
    }

    private static String moved(String from, String to) {
        return """
                {"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"web"}],"containers":[{"name":"web",
                "image":"web:%2$s","$setElementOrder/env":[{"name":"TAG_%2$s"}],
                "env":[{"name":"TAG_%2$s","value":"1"},{"$patch":"delete","name":"TAG_%1$s"}]}]}}}}
                """.formatted(from, to);
    }

    private static void namespace(String name) {
        client.resource("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}")
                .create();
    }

    private static void uninstall(String namespace, int revisions) {
        List<String> manifests = chart(namespace, "1", false);
        for (int i = manifests.size() - 1; i >= 0; i--) {
            client.resource(manifests.get(i)).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
        }
        for (int revision = 1; revision <= revisions; revision++) {
            client.resource(record(namespace, revision, "")).delete();
        }
        assertThat(records(namespace)).isEmpty();
        for (String manifest : manifests) {
            assertThat(client.resource(manifest).get()).isNull();
        }
    }

    @Test
    void aReleaseByThreeWayMerges() {
        namespace("three-way");
        create(record("three-way", 1, "pending-install"));
        chart("three-way", "1", true).forEach(manifest -> client.resource(manifest).create());
        note("three-way", 1, "deployed");
        Deployment installed = deployment("three-way").get();
        deployment("three-way").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":4}}");

        create(record("three-way", 2, "pending-upgrade"));
        configMap("three-way", "web").patch(STRATEGIC, "{\"data\":{\"tag\":\"2\"}}");
        Deployment upgraded = deployment("three-way").patch(STRATEGIC, moved("1", "2"));
        configMap("three-way", "cache").withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
        note("three-way", 1, "superseded");
        note("three-way", 2, "deployed");
        assertThat(records("three-way")).containsExactly("1 superseded", "2 deployed");
        assertThat(upgraded.getSpec().getReplicas()).isEqualTo(4);
        assertThat(upgraded.getSpec().getTemplate().getSpec().getContainers()).singleElement().satisfies(web -> {
            assertThat(web.getImage()).isEqualTo("web:2");
            assertThat(web.getEnv()).singleElement().satisfies(env -> assertThat(env.getName()).isEqualTo("TAG_2"));
            assertThat(web.getPorts()).hasSize(1);
        });
        assertThat(configMap("three-way", "cache").get()).isNull();

        create(record("three-way", 3, "pending-rollback"));
        configMap("three-way", "web").patch(STRATEGIC, "{\"data\":{\"tag\":\"1\"}}");
        client.resource(chart("three-way", "1", true).get(3)).create();
        assertThat(deployment("three-way").patch(STRATEGIC, moved("2", "1")).getSpec().getTemplate())
                .isEqualTo(installed.getSpec().getTemplate());
        note("three-way", 2, "superseded");
        note("three-way", 3, "deployed");
        configMap("three-way", "cache").delete();
        uninstall("three-way", 3);
    }

    private static void apply(List<String> manifests) {
        for (String manifest : manifests) {
            client.resource(manifest).fieldManager("helm").serverSideApply();
        }
    }

    @Test
    void aReleaseByServerSideApply() {
        namespace("applied");
        create(record("applied", 1, "pending-install"));
        apply(chart("applied", "1", false));
        note("applied", 1, "deployed");
        List<String> versions = versions(chart("applied", "1", false));
        apply(chart("applied", "1", false));
        assertThat(versions(chart("applied", "1", false))).as("nothing was changed").isEqualTo(versions);
        deployment("applied").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":4}}");

        create(record("applied", 2, "pending-upgrade"));
        apply(chart("applied", "2", true));
        note("applied", 2, "deployed");
        Deployment upgraded = deployment("applied").get();
        assertThat(upgraded.getSpec().getReplicas()).isEqualTo(4);
        assertThat(upgraded.getSpec().getTemplate().getSpec().getContainers()).singleElement().satisfies(web -> {
            assertThat(web.getImage()).isEqualTo("web:2");
            assertThat(web.getEnv()).singleElement().satisfies(env -> assertThat(env.getName()).isEqualTo("TAG_2"));
        });
        assertThat(upgraded.getMetadata().getManagedFields()).extracting(ManagedFieldsEntry::getManager)
                .contains("helm");

        apply(chart("applied", "1", false));
        configMap("applied", "cache").delete();
        assertThat(configMap("applied", "web").get().getData()).isEqualTo(Map.of("tag", "1"));
        uninstall("applied", 2);
    }

    private static List<String> versions(List<String> manifests) {
        return manifests.stream().map(manifest -> client.resource(manifest).get().getMetadata().getResourceVersion())
                .toList();
    }
}
