package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The ways in which people change objects with stock kubectl: apply, diff, edit and patch. */
class KubectlApplyIT {

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
                metadata: {name: %s, namespace: default}
                data: %s
                """.formatted(name, data);
    }

    private static String deployment(String name, String image, String more) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: %1$s
                  namespace: default
                  annotations: {example.com/note: here%3$s}
                spec:
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      containers:
                      - {name: main, image: "%2$s", env: [{name: A, value: "1"}]}
                """.formatted(name, image, more);
    }

    private static String get(String what, String path) throws Exception {
        return kubectl.ok("get", what, "-o", "jsonpath={" + path + "}");
    }

    @Test
    void serverSideApplyConflictsUntilItIsForced() throws Exception {
        String mine = file("mine", configMap("ssa", "{a: '1', b: '1'}"));
        String theirs = file("theirs", configMap("ssa", "{a: '2'}"));
        assertThat(kubectl.ok("apply", "--server-side", "-f", mine)).contains("configmap/ssa serverside-applied");
        String version = get("configmap/ssa", ".metadata.resourceVersion");
        kubectl.ok("apply", "--server-side", "-f", mine);
        assertThat(get("configmap/ssa", ".metadata.resourceVersion")).isEqualTo(version);

        Kubectl.Result refused =
                kubectl.run(Map.of(), "apply", "--server-side", "--field-manager=other", "-f", theirs);
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output()).contains("conflict with \"kubectl\": .data.a");
        kubectl.ok("apply", "--server-side", "--field-manager=other", "--force-conflicts", "-f", theirs);
        assertThat(get("configmap/ssa", ".data")).isEqualTo("{\"a\":\"2\",\"b\":\"1\"}");
        assertThat(kubectl.ok("get", "configmap/ssa", "-o", "yaml", "--show-managed-fields"))
                .contains("manager: other", "manager: kubectl", "f:data:");
        assertThat(kubectl.ok("get", "configmap/ssa", "-o", "yaml")).doesNotContain("managedFields");
    }

    @Test
    void clientSideApplyIsAThreeWayMerge() throws Exception {
        String first = file("first", deployment("three", "img:1", ", example.com/gone: soon"));
        assertThat(kubectl.ok("apply", "-f", first)).contains("deployment.apps/three created");
        assertThat(kubectl.ok("apply", "-f", first)).contains("deployment.apps/three unchanged");
        kubectl.ok("patch", "deployment/three", "--type=strategic",
                "-p", "{\"spec\":{\"template\":{\"spec\":{\"containers\":"
                        + "[{\"name\":\"side\",\"image\":\"img:9\"}]}}}}");
        String second = file("second", deployment("three", "img:2", ""));
        assertThat(kubectl.ok("apply", "-f", second)).contains("deployment.apps/three configured");
        String version = get("deployment/three", ".metadata.resourceVersion");
        kubectl.ok("apply", "-f", second);
        assertThat(get("deployment/three", ".metadata.resourceVersion")).isEqualTo(version);
        assertThat(get("deployment/three", ".metadata.annotations")).contains("note").doesNotContain("/gone\":\"soon");
        assertThat(get("deployment/three", ".spec.template.spec.containers[*].image").split(" "))
                .containsExactlyInAnyOrder("img:2", "img:9");
    }

    @Test
    void whoAppliedByClientMayGoOnByServer() throws Exception {
        kubectl.ok("apply", "-f", file("old", configMap("moved", "{a: '1', b: '1'}")));
        kubectl.ok("apply", "--server-side", "-f", file("new", configMap("moved", "{a: '2'}")));
        assertThat(get("configmap/moved", ".data")).isEqualTo("{\"a\":\"2\"}");
    }

    @Test
    void diffTellsWhatApplyWouldDo() throws Exception {
        kubectl.ok("apply", "-f", file("same", configMap("diffed", "{a: '1'}")));
        assertThat(kubectl.run(Map.of(), "diff", "-f", file("same", configMap("diffed", "{a: '1'}"))).exitCode())
                .isZero();
        Kubectl.Result diff = kubectl.run(Map.of(), "diff", "-f", file("other", configMap("diffed", "{a: '2'}")));
        assertThat(diff.exitCode()).as(diff.output()).isEqualTo(1);
        assertThat(diff.output()).contains("-  a: \"1\"", "+  a: \"2\"");
        Kubectl.Result serverSide = kubectl.run(Map.of(), "diff", "--server-side", "--force-conflicts",
                "-f", file("other", configMap("diffed", "{a: '3'}")));
        assertThat(serverSide.exitCode()).as(serverSide.output()).isEqualTo(1);
        assertThat(serverSide.output()).contains("+  a: \"3\"");
        assertThat(get("configmap/diffed", ".data.a")).isEqualTo("1");
    }

    @Test
    void editSendsWhatTheEditorLeaves() throws Exception {
        kubectl.ok("create", "configmap", "edited", "--from-literal=a=1");
        Path editor = server.work().resolve("editor.sh");
        Files.writeString(editor, "#!/bin/sh\nsed -i 's/a: \"1\"/a: \"7\"/' \"$1\"\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwxr-xr-x"));
        Kubectl.Result edited =
                kubectl.run(Map.of("KUBE_EDITOR", editor.toString()), "edit", "configmap/edited");
        assertThat(edited.exitCode()).as(edited.output()).isZero();
        assertThat(get("configmap/edited", ".data.a")).isEqualTo("7");
        assertThat(get("configmap/edited", ".metadata.managedFields[*].manager")).contains("kubectl-edit");
    }

    @Test
    void patchesOfEveryTypeAreDone() throws Exception {
        kubectl.ok("create", "-f", file("patched", deployment("patched", "img:1", "")));
        kubectl.ok("patch", "deployment/patched", "--type=json",
                "-p", "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"img:2\"}]");
        assertThat(get("deployment/patched", ".spec.template.spec.containers[*].image")).isEqualTo("img:2");
        kubectl.ok("patch", "deployment/patched", "--type=strategic",
                "-p", "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"b\",\"image\":\"img:3\"}]}}}}");
        assertThat(get("deployment/patched", ".spec.template.spec.containers[*].name").split(" "))
                .containsExactlyInAnyOrder("main", "b");
        kubectl.ok("patch", "deployment/patched", "--type=merge",
                "-p", "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"img:4\"}]}}}}");
        assertThat(get("deployment/patched", ".spec.template.spec.containers[*].name")).isEqualTo("c");
        kubectl.ok("scale", "deployment/patched", "--replicas=3");
        assertThat(get("deployment/patched", ".spec.replicas")).isEqualTo("3");
        assertThat(get("deployment/patched", ".metadata.managedFields[*].subresource")).isEqualTo("scale");
    }
}
