package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class PodWarningsTest {

    private static FieldView view(ApiObject object) {
        return FieldView.root(object, new ArrayList<>());
    }

    /** Single quotes stand for double ones; several warnings stand behind one another, after {@code ;;}. */
    @ParameterizedTest
    @CsvFileSource(resources = "pod-warnings.csv", delimiter = '|', quoteCharacter = '~')
    void podsThatWillNotDoWhatTheySeemTo(String spec, String warnings) {
        String all = String.join(" ;; ", PodWarnings.ofPod(view(TestPods.pod(spec))));
        assertThat(all.replace('"', '\'')).isEqualTo(warnings);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "annotation-warnings.csv", delimiter = '|', quoteCharacter = '~')
    void annotationsThatMeanNothing(String annotation, String spec, String warnings) {
        ApiObject pod = TestPods.pod(spec);
        pod.metadata().setAnnotation(annotation.split("=")[0], annotation.split("=")[1]);
        String all = String.join(" ;; ", PodWarnings.ofPod(view(pod)));
        assertThat(all.replace('"', '\'')).isEqualTo(warnings == null ? "" : warnings);
    }

    @Test
    void nothingIsSaidOfAnOrdinaryPod() {
        assertThat(PodWarnings.ofPod(view(TestPods.pod("{'containers':[{'name':'c','image':'i','env':["
                + "{'name':'A','value':'a'},{'name':'A','value':'$(A)b'}],'ports':[{'containerPort':80,'hostPort':1},"
                + "{'containerPort':80,'hostPort':2},{'containerPort':80,'protocol':'UDP'}],"
                + "'resources':{'limits':{'memory':'1Gi','cpu':'100m'}}}],'volumes':[{'name':'v','configMap':"
                + "{'name':'m','items':[{'key':'a','path':'ab'},{'key':'b','path':'a'}]}}],"
                + "'hostAliases':[{'ip':'1.2.3.4'},{'ip':'1.2.3.5'}]}")))).isEmpty();
    }

    @Test
    void pathsOfTemplatesBeginWhereTheTemplateStands() {
        var template = new LinkedHashMap<String, Object>();
        template.put("metadata", Json.struct("{'annotations':{'security.alpha.kubernetes.io/sysctls':'x'}}"));
        template.put("spec", TestPods.pod("{'terminationGracePeriodSeconds':-1}").structAt("spec"));
        FieldView view = FieldView.of(FieldPath.of("spec", "template"), template, new ArrayList<>());
        assertThat(PodWarnings.ofTemplate(view)).containsExactly(
                "spec.template.metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+;"
                + " use the \"sysctls\" field instead",
                "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will"
                + " be treated as 1");
        assertThat(PodWarnings.ofTemplate(view.at("none"))).isEmpty();
    }

    @Test
    void namesThatAreNoLabelsSurprise() {
        ApiObject pod = TestPods.pod("{}");
        pod.metadata().setName("a.b");
        String why = "which can result in surprising behavior; a DNS label is recommended: [a lowercase RFC 1123";
        assertThat(PodWarnings.ofPod(view(pod))).singleElement().asString()
                .startsWith("metadata.name: this is used in the Pod's hostname, " + why).endsWith("]");
        assertThat(PodWarnings.ofOwner(view(pod))).singleElement().asString()
                .startsWith("metadata.name: this is used in Pod names and hostnames, " + why).endsWith("]");
    }

    @Test
    void controllersAreOnlyToldOfWhatTheyChange() {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("metadata", Json.struct("{'name':'a.b','generation':1}"));
        tree.put("spec", Json.struct("{'template':{'spec':{'imagePullSecrets':[{}]}}}"));
        var old = new ApiObject(tree);
        ApiObject changed = old.deepCopy();
        changed.metadata().setGeneration(2);
        String secret = "spec.template.spec.imagePullSecrets[0].name: invalid empty name \"\"";
        assertThat(PodWarnings.ofController(old, Optional.empty())).hasSize(2).contains(secret);
        assertThat(PodWarnings.ofController(changed, Optional.of(old))).containsExactly(secret);
        assertThat(PodWarnings.ofController(old, Optional.of(old))).isEmpty();
    }

    @Test
    void kindsOfPersistentVolumesThatAreGone() {
        FieldView spec = FieldView.of(FieldPath.of("spec"),
                Json.struct("{'cephfs':{},'storageos':{},'flocker':{},'nfs':{}}"), new ArrayList<>());
        assertThat(VolumeWarnings.ofPersistent(spec)).isEqualTo(List.of(
                "spec.storageOS: deprecated in v1.22, non-functional in v1.25+",
                "spec.cephfs: deprecated in v1.28, non-functional in v1.31+"));
    }
}
