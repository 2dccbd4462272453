package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodWritesTest {

    private final Requests requests = new Requests();
    private final ApiObject pod = requests.create("pods", pod("\"resources\":{\"requests\":{\"cpu\":\"1\"}}", ""));

    private static String pod(String container, String spec) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},"
                + "\"status\":{\"phase\":\"Failed\"},"
                + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"img:1\"" + (container.isEmpty() ? "" : ",")
                + container + "}]" + (spec.isEmpty() ? "" : ",") + spec + "}}";
    }

    private static Map<String, @Nullable Object> container(ApiObject object) {
        return Cells.structs(object, "spec", "containers").get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``|BestEffort",
        "\"resources\":{\"requests\":{\"cpu\":\"1\"}}|Burstable",
        "\"resources\":{\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}|Guaranteed"})
    void aNewPodIsPendingWithTheClassOfItsRequests(String container, String quality) {
        ApiObject created = requests.create("pods", pod(container, ""));
        assertThat(created.at("status")).isEqualTo(Map.of("phase", "Pending", "qosClass", quality));
        assertThat(created.textAt("spec", "schedulerName")).isEqualTo("default-scheduler");
        assertThat(created.at("spec", "enableServiceLinks")).isEqualTo(true);
    }

    @Test
    void aNegativeGracePeriodIsTheShortest() {
        ApiObject created = requests.create("pods", pod("", "\"terminationGracePeriodSeconds\":-5"));
        assertThat(created.at("spec", "terminationGracePeriodSeconds")).isEqualTo(1L);
    }

    @Test
    void labelKeysOfAffinityBecomeExpressions() {
        ApiObject sent = Requests.json(pod("", "\"affinity\":{\"podAffinity\":{"
                + "\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"topologyKey\":\"zone\",\"labelSelector\":{},"
                + "\"matchLabelKeys\":[\"a\",\"none\"],\"mismatchLabelKeys\":[\"b\"]}]}}"));
        sent.metadata().setLabel("a", "1");
        sent.metadata().setLabel("b", "2");
        ApiObject created = requests.create("pods", sent, false);
        var term = new ApiObject(Cells.structs(created, "spec", "affinity", "podAffinity",
                "requiredDuringSchedulingIgnoredDuringExecution").get(0));
        assertThat(term.at("labelSelector", "matchExpressions")).isEqualTo(List.of(
                Map.of("key", "a", "operator", "In", "values", List.of("1")),
                Map.of("key", "b", "operator", "NotIn", "values", List.of("2"))));
    }

    @Test
    void aPodWithGatesSaysThatItWaitsForThem() {
        ApiObject gated = requests.create("pods", pod("", "\"schedulingGates\":[{\"name\":\"x.io/g\"}]"));
        assertThat(Cells.structs(gated, "status", "conditions")).hasSize(1).first()
                .satisfies(condition -> assertThat(condition)
                        .containsEntry("type", "PodScheduled").containsEntry("status", "False")
                        .containsEntry("reason", "SchedulingGated").containsEntry("lastTransitionTime", null));
    }

    @Test
    void anUpdateMayChangeTheImageButNotTheNode() {
        assertThat(container(requests.update("pods", pod, sent -> container(sent).put("image", "img:2"))))
                .containsEntry("image", "img:2");
        assertThatThrownBy(() -> requests.update("pods", pod, sent -> sent.structAt("spec").put("nodeName", "n")))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("Pod \"p\" is invalid: spec: Forbidden: pod updates may not change "
                        + "fields other")
                .hasMessageContaining("- \"NodeName\": \"\",\n+ \"NodeName\": \"n\",\n");
    }

    private void refuses(String path, Consumer<ApiObject> change, String message) {
        assertThatThrownBy(() -> requests.part("pods", pod, path, change)).isInstanceOf(ApiException.class)
                .hasMessageContaining(message);
    }

    @Test
    void writingTheStatusChangesNothingElse() {
        ApiObject written = requests.part("pods", pod, "status", sent -> {
            container(sent).put("image", "other");
            sent.tree().put("status", new LinkedHashMap<>(Map.of("phase", "Running", "podIP", "10.1.1.1")));
        });
        assertThat(container(written)).containsEntry("image", "img:1");
        assertThat(written.at("status")).isEqualTo(Map.of("phase", "Running", "qosClass", "Burstable",
                "podIP", "10.1.1.1", "podIPs", List.of(Map.of("ip", "10.1.1.1"))));
        refuses("status", sent -> sent.structAt("status").put("qosClass", "Guaranteed"),
                "status.qosClass: Invalid value: \"Guaranteed\": field is immutable");
    }

    @Test
    void containersForDebuggingAreOnlyAdded() {
        ApiObject debugged = requests.part("pods", pod, "ephemeralcontainers", sent -> {
            container(sent).put("image", "other");
            sent.structAt("spec").put("ephemeralContainers",
                    Requests.json("{\"x\":[{\"name\":\"d\",\"image\":\"sh\"}]}").at("x"));
        });
        assertThat(container(debugged)).containsEntry("image", "img:1");
        assertThat(Cells.structs(debugged, "spec", "ephemeralContainers")).hasSize(1);
        assertThatThrownBy(() -> requests.part("pods", debugged, "ephemeralcontainers",
                sent -> sent.structAt("spec").remove("ephemeralContainers")))
                .hasMessageContaining("existing ephemeral containers \"d\" may not be removed");
    }

    @Test
    void resizingChangesRequestsOnly() {
        ApiObject resized = requests.part("pods", pod, "resize", sent -> {
            container(sent).put("image", "other");
            container(sent).put("resources", Requests.json("{\"requests\":{\"cpu\":\"2\"}}").tree());
        });
        assertThat(container(resized)).containsEntry("image", "img:1");
        assertThat(new ApiObject(container(resized)).at("resources", "requests", "cpu")).isEqualTo("2");
        refuses("resize", sent -> container(sent).remove("resources"), "Pod QOS Class may not change");
    }
}
