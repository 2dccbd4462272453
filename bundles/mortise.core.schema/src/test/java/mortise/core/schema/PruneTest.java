package mortise.core.schema;

import static mortise.core.schema.Trees.list;
import static mortise.core.schema.Trees.sample;
import static mortise.core.schema.Trees.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PruneTest {

    private final TypedSchema schema = new TypedSchema(SampleTypes.SAMPLE, Map.of());

    @Test
    void unknownFieldsAreRemovedAndReportedInOrder() {
        ApiObject object = sample(struct(
                "foo", 1, "Replicas", 2,
                "containers", list(
                        struct("name", "c", "imagee", "x", "ports", list(struct("hots", 2))), struct("x", 1)),
                "byName", struct("a.b", struct("y", 1)),
                "replica", 3));
        object.tree().put("extra", true);

        assertThat(schema.prune(object)).containsExactly(
                "spec.foo", "spec.Replicas", "spec.containers[0].imagee", "spec.containers[0].ports[0].hots",
                "spec.containers[1].x", "spec.byName.a.b.y", "spec.replica", "extra");
        assertThat(object.tree().get("spec")).isEqualTo(struct(
                "containers", list(struct("name", "c", "ports", list(struct())), struct()),
                "byName", struct("a.b", struct())));
        assertThat(schema.prune(object)).isEmpty();
    }

    @Test
    void atMostAHundredUnknownFieldsAreReported() {
        Map<String, @Nullable Object> spec = struct();
        IntStream.range(0, 200).forEach(i -> spec.put("unknown" + i, 1L));
        ApiObject object = sample(spec);
        assertThat(schema.prune(object)).hasSize(100).startsWith("spec.unknown0");
        assertThat(spec).isEmpty();
    }

    @Test
    void anEmptyListIsNoneExceptWhereOneCanBeSet() {
        ApiObject object = sample(struct("steps", list(), "numbers", list(), "containers", list(), "bytes", ""));
        assertThat(schema.prune(object)).isEmpty();
        assertThat(object.tree().get("spec")).isEqualTo(struct("steps", list()));
    }

    @Test
    void topLevelMetadataIsLeftAloneAndNestedMetadataIsNot() {
        ApiObject object = sample(struct("metadata", struct("name", "b", "bogus", 1, "labels", struct())));
        object.metadata().tree().put("bogus", 1L);
        assertThat(schema.prune(object)).containsExactly("spec.metadata.bogus");
        assertThat(object.tree().get("metadata")).isEqualTo(struct("name", "a", "bogus", 1));
        assertThat(object.at("spec", "metadata")).isEqualTo(struct("name", "b"));
    }

    @Test
    void nullIsTheSameAsAbsentAndZeroInsideListsAndMaps() {
        ApiObject object = sample(struct("replicas", null, "size", null, "containers", list((Object) null),
                "numbers", list(1, null), "byName", struct("a", null), "files", struct("f", null),
                "extra", struct("e", null), "selector", null, "metadata", struct("labels", struct("l", null))));
        object.tree().put("data", struct("k", null));

        assertThat(schema.prune(object)).isEmpty();
        assertThat(object.tree().get("spec")).isEqualTo(struct("containers", list(struct()), "numbers", list(1, 0),
                "byName", struct("a", struct()), "files", struct("f", ""), "extra", struct("e", list()),
                "metadata", struct("labels", struct("l", ""))));
        assertThat(object.tree().get("data")).isEqualTo(struct("k", ""));
    }

    @Test
    void whatMeansNothingIsRemoved() {
        ApiObject object = sample(struct("count", 0, "ratio", -0.0, "bytes", "", "files", struct(), "numbers", list(),
                "containers", list(struct("name", "", "stdin", false, "args", list(), "ports", list())),
                "since", "0001-01-01T00:00:00Z", "renewed", "0001-01-01T01:00:00.000000+01:00"));
        object.tree().put("data", struct());

        schema.prune(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct("containers", list(struct("name", ""))));
        assertThat(object.tree()).doesNotContainKey("data");
    }

    @Test
    void explicitZeroesStayWhereTheyMeanSomething() {
        Map<String, @Nullable Object> spec = struct("replicas", 0, "paused", false, "size", "0", "enabled", false,
                "selector", struct(), "props", struct(), "anything", struct("a", null));
        ApiObject object = sample(ApiObject.copy(spec));
        schema.prune(object);
        assertThat(object.tree().get("spec")).isEqualTo(spec);
    }

    @Test
    void valuesGetTheirCanonicalForm() {
        ApiObject object = sample(struct("size", " 1024Mi", "least", 1.5, "since", "2026-01-01T02:00:00+02:00",
                "renewed", "2026-01-01T02:00:00.500000+02:00", "bytes", "TR==", "ratio", 5,
                "containers", list(struct("resources", struct("limits", struct("cpu", 2, "memory", "1.5Gi"))))));
        schema.prune(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct("size", "1Gi", "least", "1500m",
                "since", "2026-01-01T00:00:00Z", "renewed", "2026-01-01T00:00:00.500000Z", "bytes", "TQ==", "ratio", 5,
                "containers", list(struct("resources", struct("limits", struct("cpu", "2", "memory", "1536Mi"))))));
    }

    @Test
    void alternativesAreReadInEachForm() {
        ApiObject object = sample(struct("props", struct(
                "items", list(struct("type", "a", "x", 1)), "additionalProperties", false,
                "not", struct("items", struct("type", "b", "y", 1), "additionalProperties", struct("z", 1)),
                "dependencies", struct("d", list("e"), "f", struct("type", "c")), "default", null)));
        assertThat(schema.prune(object)).containsExactly("spec.props.items[0].x", "spec.props.not.items.y",
                "spec.props.not.additionalProperties.z");
        assertThat(object.at("spec", "props")).isEqualTo(struct(
                "items", list(struct("type", "a")), "additionalProperties", false,
                "not", struct("items", struct("type", "b"), "additionalProperties", struct()),
                "dependencies", struct("d", list("e"), "f", struct("type", "c"))));
    }

    static Stream<Arguments> wrongTypes() {
        return Stream.of(
                wrong("text", "string into Go struct field Sample.spec of type v1.SampleSpec"),
                wrong(struct("replicas", "x"), "string into Go struct field SampleSpec.spec.replicas of type int32"),
                wrong(struct("replicas", 1.5),
                        "number 1.5 into Go struct field SampleSpec.spec.replicas of type int32"),
                wrong(struct("replicas", 1.0),
                        "number 1.0 into Go struct field SampleSpec.spec.replicas of type int32"),
                wrong(struct("replicas", 1L << 31),
                        "number 2147483648 into Go struct field SampleSpec.spec.replicas of type int32"),
                wrong(struct("count", 1e19),
                        "number 10000000000000000000 into Go struct field SampleSpec.spec.count of type int64"),
                wrong(struct("paused", "true"), "string into Go struct field SampleSpec.spec.paused of type bool"),
                wrong(struct("ratio", list()), "array into Go struct field SampleSpec.spec.ratio of type float64"),
                wrong(struct("bytes", 1), "number into Go struct field SampleSpec.spec.bytes of type []uint8"),
                wrong(struct("files", list()),
                        "array into Go struct field SampleSpec.spec.files of type map[string][]uint8"),
                wrong(struct("since", 5), "number into Go struct field SampleSpec.spec.since of type string"),
                wrong(struct("numbers", struct()),
                        "object into Go struct field SampleSpec.spec.numbers of type []int32"),
                wrong(struct("numbers", list(1, "2")),
                        "string into Go struct field SampleSpec.spec.numbers of type int32"),
                wrong(struct("extra", struct("a", "x")),
                        "string into Go struct field SampleSpec.spec.extra of type v1.ExtraValue"),
                wrong(struct("containers", struct()),
                        "object into Go struct field SampleSpec.spec.containers of type []v1.Container"),
                wrong(struct("containers", list("c")),
                        "string into Go struct field SampleSpec.spec.containers of type v1.Container"),
                wrong(struct("containers", list(struct("name", 5))),
                        "number into Go struct field Container.spec.containers.name of type string"),
                wrong(struct("containers", list(struct("args", list(true)))),
                        "bool into Go struct field Container.spec.containers.args of type string"),
                wrong(struct("containers", list(struct("resources", struct("limits", list())))),
                        "array into Go struct field ResourceRequirements.spec.containers.resources.limits of type"
                                + " v1.ResourceList"),
                wrong(struct("byName", struct("a.b", struct("name", list()))),
                        "array into Go struct field Container.spec.byName.name of type string"),
                wrong(struct("containers", list(struct("ports", list(struct("targetPort", true))))),
                        "bool into Go struct field ContainerPort.spec.containers.ports.targetPort of type int32"),
                wrong(struct("metadata", struct("labels", struct("a", 1))),
                        "number into Go struct field ObjectMeta.spec.metadata.labels of type string"));
    }

    private static Arguments wrong(Object spec, String message) {
        return Arguments.of(spec, message);
    }

    @ParameterizedTest
    @MethodSource("wrongTypes")
    void wrongTypesAreRefusedAsAGoProgramDoes(Object spec, String message) {
        assertRefused(spec, "json: cannot unmarshal " + message);
    }

    @Test
    void malformedTextsAreRefused() {
        assertRefused(struct("size", "1 Gi"), "quantities must match the regular expression"
                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        assertRefused(struct("size", struct()), "quantities must match the regular expression"
                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        assertRefused(struct("files", struct("a", "not base64!")), "illegal base64 data at input byte 3");
        assertRefused(struct("since", "x"),
                "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\"");
        assertRefused(struct("props", struct("additionalProperties", 1)), "boolean or JSON schema expected");
    }

    /** The forms of kube-apiserver, see the recorded exchanges about validation. */
    @Test
    void valuesOfMapsAreNamedAfterTheMap() {
        ApiObject object = sample(struct());
        object.tree().put("data", struct("a", 1));
        assertThatThrownBy(() -> schema.prune(object))
                .hasMessage("json: cannot unmarshal number into Go struct field Sample.data of type string");
        object.tree().put("data", list("x"));
        assertThatThrownBy(() -> schema.prune(object))
                .hasMessage("json: cannot unmarshal array into Go struct field Sample.data of type map[string]string");
    }

    @Test
    void depthIsNotLimitedHere() {
        Map<String, @Nullable Object> props = struct("unknown", 1);
        for (int i = 0; i < 200; i++) {
            props = struct("not", props);
        }
        assertThat(schema.prune(sample(struct("props", props))))
                .containsExactly("spec.props" + ".not".repeat(200) + ".unknown");
    }

    @Test
    void theTypeIsKnown() {
        assertThat(schema.type()).contains(SampleTypes.SAMPLE);
        assertThat(schema.validate(sample(struct()), Optional.empty())).isEqualTo(List.of());
    }

    private void assertRefused(Object spec, String message) {
        assertThatThrownBy(() -> schema.prune(sample(ApiObject.copy(spec)))).isInstanceOfSatisfying(ApiException.class,
                refused -> assertThat(refused.status().code()).isEqualTo(400)).hasMessage(message);
    }
}
