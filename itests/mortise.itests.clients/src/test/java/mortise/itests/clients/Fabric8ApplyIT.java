package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Server-side apply by fabric8, and the sequence of requests with which Helm installs, upgrades and rolls back. */
class Fabric8ApplyIT {

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with();

    private static KubernetesClient client;

    @BeforeAll
    static void connect() throws Exception {
        client = SERVER.fabric8();
    }

    private static ConfigMap configMap(Map<String, String> data) {
        return new ConfigMapBuilder().withNewMetadata().withName("applied").withNamespace("default").endMetadata()
                .withData(data).build();
    }

    @Test
    void serverSideApplyCreatesConflictsAndForces() {
        ConfigMap created = client.resource(configMap(Map.of("a", "1", "b", "1"))).fieldManager("one")
                .serverSideApply();
        assertThat(created.getMetadata().getManagedFields()).extracting(ManagedFieldsEntry::getManager)
                .containsExactly("one");
        KubernetesClientException conflict = catchThrowableOfType(KubernetesClientException.class, () ->
                client.resource(configMap(Map.of("a", "2"))).fieldManager("two").serverSideApply());
        assertThat(conflict.getCode()).isEqualTo(409);
        assertThat(conflict.getStatus().getDetails().getCauses()).singleElement().satisfies(cause -> {
            assertThat(cause.getReason()).isEqualTo("FieldManagerConflict");
            assertThat(cause.getField()).isEqualTo(".data.a");
        });
        ConfigMap forced = client.resource(configMap(Map.of("a", "2"))).fieldManager("two").forceConflicts()
                .serverSideApply();
        assertThat(forced.getData()).isEqualTo(Map.of("a", "2", "b", "1"));
        ConfigMap less = client.resource(configMap(Map.of())).fieldManager("one").serverSideApply();
        assertThat(less.getData()).isEqualTo(Map.of("a", "2"));
    }

    @Test
    void helmUpgradesAndRollsBack() {
        RollableScalableResource<Deployment> release =
                client.apps().deployments().inNamespace("default").withName("release");
        Deployment installed = client.resource("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: release, namespace: default, labels: {app.kubernetes.io/managed-by: Helm}}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: release}}
                  template:
                    metadata: {labels: {app: release}}
                    spec:
                      containers:
                      - {name: web, image: "web:1", ports: [{containerPort: 80}], env: [{name: A, value: "1"}]}
                """).inNamespace("default").create() instanceof Deployment made ? made : null;
        assertThat(installed).isNotNull();
        // Somebody else changes the live object, which a three-way merge leaves alone.
        release.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":5}}");

        Deployment upgraded = release.patch(PatchContext.of(PatchType.STRATEGIC_MERGE),
                "{\"spec\":{\"template\":{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"web\"}],"
                        + "\"containers\":"
                        + "[{\"name\":\"web\",\"image\":\"web:2\",\"$setElementOrder/env\":[{\"name\":\"B\"}],\"env\":"
                        + "[{\"name\":\"B\",\"value\":\"2\"},{\"$patch\":\"delete\",\"name\":\"A\"}]}]}}}}");
        assertThat(upgraded.getSpec().getReplicas()).isEqualTo(5);
        assertThat(upgraded.getSpec().getTemplate().getSpec().getContainers()).singleElement().satisfies(web -> {
            assertThat(web.getImage()).isEqualTo("web:2");
            assertThat(web.getPorts()).hasSize(1);
            assertThat(web.getEnv()).singleElement().satisfies(env -> assertThat(env.getName()).isEqualTo("B"));
        });
        assertThat(upgraded.getMetadata().getGeneration()).isEqualTo(3);

        Deployment back = release.patch(PatchContext.of(PatchType.STRATEGIC_MERGE),
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:1\",\"env\":"
                        + "[{\"name\":\"A\",\"value\":\"1\"},{\"$patch\":\"delete\",\"name\":\"B\"}]}]}}}}");
        assertThat(back.getSpec().getTemplate()).isEqualTo(installed.getSpec().getTemplate());
        assertThat(back.getMetadata().getManagedFields()).extracting(ManagedFieldsEntry::getOperation)
                .isNotEmpty().containsOnly("Update");
    }
}
