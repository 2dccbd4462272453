package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;

class PodTemplatesTest {

    private final ArrayList<FieldError> errors = new ArrayList<>();

    private FieldView template(String metadata, String spec) {
        var template = new LinkedHashMap<String, Object>();
        template.put("metadata", Json.struct(metadata));
        template.put("spec", TestPods.pod(spec).structAt("spec"));
        return FieldView.of(FieldPath.of("spec", "template"), template, errors);
    }

    private FieldView selector(String json) {
        return FieldView.of(FieldPath.of("spec", "selector"), Json.struct(json), errors);
    }

    @Test
    void labelsMustMatchTheSelector() {
        PodTemplates.matches(template("{'labels':{'app':'a'}}", "{}"), selector("{'matchLabels':{'app':'a'}}"));
        assertThat(errors).isEmpty();
        PodTemplates.matches(template("{'labels':{'app':'a'}}", "{}"), selector("{'matchLabels':{'app':'b'}}"));
        PodTemplates.matches(template("{}", "{}"), selector("{'matchLabels':{'app':'b'}}"));
        assertThat(TestPods.texts(errors)).containsExactly(
                "spec.template.metadata.labels: Invalid value: {\"app\":\"a\"}: `selector` does not match template"
                + " `labels`",
                "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`");
    }

    @Test
    void controllersKeepPodsRunning() {
        PodTemplates.alwaysRestarting(
                template("{}", "{'restartPolicy':'Never','activeDeadlineSeconds':1}"), "ReplicaSet");
        assertThat(TestPods.texts(errors)).containsExactly(
                "spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"",
                "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not"
                + " Supported");
    }

    @Test
    void annotationsOfTemplatesAreChecked() {
        PodTemplates.validate(template("{'annotations':{'controller.kubernetes.io/pod-deletion-cost':'x',"
                + "'container.apparmor.security.beta.kubernetes.io/z':'bad'}}", "{}"));
        assertThat(TestPods.texts(errors)).containsExactly(
                "spec.template.metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"x\":"
                + " must be a 32bit integer",
                "spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/z]: Invalid value:"
                + " \"z\": container not found",
                "spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/z]: Invalid value:"
                + " \"bad\": invalid AppArmor profile name: \"bad\"");
    }

    @Test
    void ephemeralContainersAreNotForTemplates() {
        PodTemplates.validate(template("{}", "{'ephemeralContainers':[{'name':'e','image':'i'}]}"));
        assertThat(TestPods.texts(errors)).containsExactly(
                "spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template");
    }

    @Test
    void diskSharedByPodsMustBeReadOnly() {
        PodTemplates.readOnlyDisks(template("{}", "{'volumes':[{'name':'v','gcePersistentDisk':{'pdName':'d'}}]}"));
        assertThat(errors).extracting(FieldError::field)
                .containsExactly("spec.template.spec.volumes[0].gcePersistentDisk.readOnly");
    }

    @Test
    void differencesAreHunksWithThreeLinesAround() {
        String diff = StructDiff.of(Json.value("{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9,'k':5}"),
                Json.value("{'a':1,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9,'k':0,'j':{}}"));
        assertThat(diff).isEqualTo("""
                @@ -1,6 +1,5 @@
                 {
                  "a": 1,
                - "b": 2,
                  "c": 3,
                  "d": 4,
                  "e": 5,
                @@ -8,5 +7,6 @@
                  "g": 7,
                  "h": 8,
                  "i": 9,
                - "k": 5
                + "k": 0,
                + "j": {}
                 }
                """);
        assertThat(StructDiff.of(Map.of("a", 1L), Map.of("a", 1L))).isEmpty();
    }
}
