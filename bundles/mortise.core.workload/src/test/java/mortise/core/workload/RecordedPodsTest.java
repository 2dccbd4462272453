package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a {@code kube-apiserver} 1.36 answered. */
class RecordedPodsTest {

    private static final Map<String, Object> RECORDED = Json.file("recorded-pods.json");

    static Stream<Map<String, Object>> newPods() {
        return Json.structs(RECORDED.get("create")).stream();
    }

    static Stream<Map<String, Object>> defaults() {
        return Json.structs(RECORDED.get("defaults")).stream();
    }

    @ParameterizedTest
    @MethodSource("newPods")
    void newPodsAreRefusedForTheSameReasonsInTheSameOrder(Map<String, Object> recorded) {
        var errors = new ArrayList<FieldError>();
        var pod = TestPods.pod(Json.asStruct(ApiObject.copy(recorded.get("spec"))));
        Pods.validateCreate(FieldView.root(pod, errors));
        List<String> expected = Json.structs(recorded.get("causes")).stream()
                .map(cause -> cause.get("reason") + " " + cause.get("field") + ": " + cause.get("message")).toList();
        assertThat(errors).extracting(error -> error.type().reason() + " " + error).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void podsGetTheSameDefaults(Map<String, Object> recorded) {
        var pod = TestPods.pod(Json.asStruct(ApiObject.copy(recorded.get("sent"))));
        assertThat(pod.at("spec")).isEqualTo(recorded.get("stored"));
        TestPods.applyDefaults(Json.asStruct(pod.tree()));
        assertThat(pod.at("spec")).as("a second time").isEqualTo(recorded.get("stored"));
    }

    @Test
    void aForbiddenChangeIsShownAsTheDifferenceOfTheSpecs() {
        Map<String, Object> recorded = Json.asStruct(RECORDED.get("nodeName"));
        var old = TestPods.pod(Json.asStruct(ApiObject.copy(recorded.get("spec"))));
        var now = old.deepCopy();
        now.structAt("spec").put("nodeName", "elsewhere");
        var errors = new ArrayList<FieldError>();
        PodUpdates.validate(FieldView.root(now, errors), FieldView.root(old, new ArrayList<>()));
        assertThat(errors).extracting(FieldError::detail).containsExactly((String) recorded.get("message"));
    }

    @Test
    void aWholeSpecIsShownWithEveryField() {
        var spec = TestPods.pod("{'containers':[{'name':'c','image':'img:1'}],'restartPolicy':'OnFailure'}")
                .structAt("spec");
        spec.remove("enableServiceLinks");
        String shown = "Invalid value: " + FieldError.show(InternalForm.podSpec(spec)) + ": field is immutable";
        assertThat(List.of(shown)).isEqualTo(Json.asStruct(RECORDED.get("jobSpec")).get("shown"));
    }
}
