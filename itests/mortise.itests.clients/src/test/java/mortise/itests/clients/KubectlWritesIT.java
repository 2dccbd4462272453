package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What stock kubectl writes besides apply and patch: replace, label, set, rollout, prune, dry runs, wait. */
class KubectlWritesIT {

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with().forKubectl();

    private static Server server;
    private static Kubectl kubectl;

    @BeforeAll
    static void connect() throws Exception {
        server = SERVER.server();
        kubectl = SERVER.kubectl();
    }

    private static String file(String name, String yaml) throws Exception {
        return Files.writeString(server.work().resolve(name + ".yaml"), yaml).toString();
    }

    private static String configMap(String name, String data) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: default, labels: {set: pruned}}
                data: %s
                """.formatted(name, data);
    }

    private static String get(String what, String path) throws Exception {
        return kubectl.ok("get", what, "-o", "jsonpath={" + path + "}");
    }

    private static void deployment(String name) throws Exception {
        kubectl.ok("create", "deployment", name, "--image=img:1");
    }

    @Test
    void replaceKeepsTheObjectAndForceMakesAnother() throws Exception {
        kubectl.ok("create", "-f", file("replaced", configMap("replaced", "{a: '1', b: '1'}")));
        String uid = get("configmap/replaced", ".metadata.uid");
        kubectl.ok("replace", "-f", file("replacing", configMap("replaced", "{a: '2'}")));
        assertThat(get("configmap/replaced", ".data")).isEqualTo("{\"a\":\"2\"}");
        assertThat(get("configmap/replaced", ".metadata.uid")).isEqualTo(uid);
        kubectl.ok("replace", "--force", "-f", file("forcing", configMap("replaced", "{a: '3'}")));
        assertThat(get("configmap/replaced", ".data")).isEqualTo("{\"a\":\"3\"}");
        assertThat(get("configmap/replaced", ".metadata.uid")).isNotEqualTo(uid);
        assertThat(kubectl.run(Map.of(), "replace", "-f", file("none", configMap("none", "{}"))).output())
                .contains("NotFound");
    }

    @Test
    void labelsAndAnnotationsAreSetAndRemoved() throws Exception {
        kubectl.ok("create", "configmap", "marked", "--from-literal=a=1");
        kubectl.ok("label", "configmap/marked", "tier=web", "stage=test");
        kubectl.ok("annotate", "configmap/marked", "example.com/note=some words");
        assertThat(kubectl.run(Map.of(), "label", "configmap/marked", "tier=db").exitCode()).isNotZero();
        kubectl.ok("label", "configmap/marked", "tier=db", "--overwrite");
        kubectl.ok("label", "configmap/marked", "stage-");
        assertThat(get("configmap/marked", ".metadata.labels")).isEqualTo("{\"tier\":\"db\"}");
        assertThat(kubectl.ok("get", "configmap", "-l", "tier=db", "-o", "name")).contains("configmap/marked");
        kubectl.ok("annotate", "configmap/marked", "example.com/note-");
        assertThat(get("configmap/marked", ".metadata.annotations")).isEmpty();
        assertThat(get("configmap/marked", ".metadata.managedFields[*].manager")).contains("kubectl-label");
        assertThat(kubectl.run(Map.of(), "label", "configmap/marked", "not!valid=x").exitCode()).isNotZero();
    }

    @Test
    void aDeploymentIsScaledChangedAndWatchedUntilItIsThere() throws Exception {
        deployment("rolled");
        kubectl.ok("scale", "deployment/rolled", "--replicas=2", "--current-replicas=1");
        assertThat(kubectl.run(Map.of(), "scale", "deployment/rolled", "--replicas=3", "--current-replicas=1")
                .exitCode()).isNotZero();
        kubectl.ok("set", "image", "deployment/rolled", "img=img:2");
        kubectl.ok("set", "env", "deployment/rolled", "A=1");
        kubectl.ok("set", "resources", "deployment/rolled", "--limits=cpu=100m,memory=64Mi");
        kubectl.ok("rollout", "restart", "deployment/rolled");
        kubectl.ok("rollout", "pause", "deployment/rolled");
        kubectl.ok("rollout", "resume", "deployment/rolled");
        assertThat(get("deployment/rolled",
                ".spec.template.spec.containers[*]['image', 'env', 'resources.limits.cpu']"))
                .contains("img:2", "\"A\"", "100m");
        assertThat(get("deployment/rolled", ".spec.template.metadata.annotations")).contains("restartedAt");
        String generation = get("deployment/rolled", ".metadata.generation");
        assertThat(kubectl.run(Map.of(), "rollout", "status", "deployment/rolled", "--timeout=1s").exitCode())
                .as("nothing runs it yet").isNotZero();
        kubectl.ok("patch", "deployment/rolled", "--subresource=status", "--type=merge", "-p",
                "{\"status\":{\"observedGeneration\":" + generation + ",\"replicas\":2,\"updatedReplicas\":2,"
                        + "\"readyReplicas\":2,\"availableReplicas\":2,\"conditions\":[{\"type\":\"Available\","
                        + "\"status\":\"True\"}]}}");
        assertThat(kubectl.ok("rollout", "status", "deployment/rolled", "--timeout=10s"))
                .contains("successfully rolled out");
        kubectl.ok("wait", "deployment/rolled", "--for=condition=Available", "--timeout=10s");
        kubectl.ok("wait", "deployment/rolled", "--for=jsonpath={.status.readyReplicas}=2", "--timeout=10s");
    }

    @Test
    void applyPrunesWhatIsNotAppliedAnyMore() throws Exception {
        String both = file("both", configMap("kept", "{a: '1'}") + "---\n" + configMap("dropped", "{a: '1'}"));
        kubectl.ok("apply", "-f", both);
        kubectl.ok("create", "configmap", "strange");
        kubectl.ok("label", "configmap/strange", "set=pruned");
        String one = file("one", configMap("kept", "{a: '1'}"));
        assertThat(kubectl.ok("apply", "--prune", "-l", "set=pruned", "--prune-allowlist=core/v1/ConfigMap", "-f", one))
                .contains("configmap/kept unchanged", "configmap/dropped pruned").doesNotContain("strange");
        assertThat(kubectl.ok("get", "configmap", "-l", "set=pruned", "-o", "name").lines())
                .contains("configmap/kept", "configmap/strange").doesNotContain("configmap/dropped");
    }

    @Test
    void aDryRunOfTheServerAnswersAndStoresNothing() throws Exception {
        String yaml = file("dry", configMap("dry", "{a: '1'}"));
        assertThat(kubectl.ok("create", "--dry-run=server", "-o", "yaml", "-f", yaml)).contains("uid: ");
        assertThat(kubectl.ok("apply", "--dry-run=server", "-f", yaml)).contains("(server dry run)");
        assertThat(kubectl.ok("apply", "--server-side", "--dry-run=server", "-f", yaml)).contains("(server dry run)");
        assertThat(kubectl.run(Map.of(), "get", "configmap/dry").output()).contains("NotFound");
        kubectl.ok("create", "-f", yaml);
        kubectl.ok("label", "configmap/dry", "x=y", "--dry-run=server");
        kubectl.ok("patch", "configmap/dry", "-p", "{\"data\":{\"a\":\"2\"}}", "--dry-run=server");
        kubectl.ok("delete", "configmap/dry", "--dry-run=server");
        assertThat(get("configmap/dry", "['data', 'metadata.labels']"))
                .isEqualTo("{\"a\":\"1\"} {\"set\":\"pruned\"}");
    }

    @Test
    void unknownFieldsAreRefusedOrToldAsAskedFor() throws Exception {
        String wrong = configMap("wrong", "{a: '1'}") + "datum: {b: '2'}\n";
        Kubectl.Result strict = kubectl.run(Map.of(), "create", "-f", file("wrong", wrong));
        assertThat(strict.exitCode()).isNotZero();
        assertThat(strict.output()).contains("strict decoding error: unknown field \"datum\"");
        assertThat(kubectl.ok("create", "--validate=warn", "-f", file("wrong", wrong)))
                .contains("Warning: unknown field \"datum\"", "configmap/wrong created");
    }

    @Test
    void whoWaitsForADeletionSeesItsEnd() throws Exception {
        kubectl.ok("create", "configmap", "awaited");
        kubectl.ok("patch", "configmap/awaited", "-p", "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
        kubectl.ok("delete", "configmap/awaited", "--wait=false");
        assertThat(kubectl.run(Map.of(), "wait", "configmap/awaited", "--for=delete", "--timeout=1s").exitCode())
                .isNotZero();
        kubectl.ok("patch", "configmap/awaited", "--type=json",
                "-p", "[{\"op\":\"remove\",\"path\":\"/metadata/finalizers\"}]");
        kubectl.ok("wait", "configmap/awaited", "--for=delete", "--timeout=10s");
        Path several = Path.of(file("several", configMap("s1", "{}") + "---\n" + configMap("s2", "{}")));
        kubectl.ok("create", "-f", several.toString());
        kubectl.ok("delete", "-f", several.toString(), "--timeout=10s");
        assertThat(kubectl.ok("get", "configmaps", "-o", "name")).doesNotContain("/s1", "/s2", "/awaited");
    }

    @Test
    void whatBelongsToAnOwnerGoesAsTheCascadeSays() throws Exception {
        for (String cascade : new String[] {"background", "foreground", "orphan"}) {
            String owner = "owner-" + cascade;
            kubectl.ok("create", "configmap", owner);
            String yaml = file("child-" + cascade, """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata:
                      name: child-%1$s
                      ownerReferences:
                      - {apiVersion: v1, kind: ConfigMap, name: owner-%1$s, uid: %2$s, blockOwnerDeletion: true}
                    """.formatted(cascade, get("configmap/" + owner, ".metadata.uid")));
            kubectl.ok("create", "-f", yaml);
            kubectl.ok("delete", "configmap/" + owner, "--cascade=" + cascade, "--timeout=20s");
        }
        kubectl.ok("wait", "configmap/child-background", "configmap/child-foreground", "--for=delete",
                "--timeout=20s");
        assertThat(get("configmap/child-orphan", ".metadata.ownerReferences")).isEmpty();
    }
}
