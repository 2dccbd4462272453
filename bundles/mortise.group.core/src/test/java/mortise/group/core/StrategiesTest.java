package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import org.junit.jupiter.api.Test;

final class StrategiesTest {

    private static ApiObject object(String kind) {
        ApiObject object = ApiObject.ofKind(new GroupVersionKind("", "v1", kind));
        object.metadata().setName("a");
        return object;
    }

    @Test
    void aNewNamespaceIsActiveAndCarriesItsNameAndFinalizer() {
        ApiObject namespace = object("Namespace");
        namespace.structAt("spec").put("finalizers", new ArrayList<>(List.of("kit.io/x")));
        new NamespaceStrategy("kubernetes.io/metadata.name").prepareForCreate(namespace);
        assertThat(namespace.at("spec", "finalizers")).isEqualTo(List.of("kit.io/x", "kubernetes"));
        assertThat(namespace.textAt("status", "phase")).isEqualTo("Active");
        assertThat(namespace.metadata().labels()).containsEntry("kubernetes.io/metadata.name", "a");
    }

    @Test
    void aNamespaceIsHeldBackUntilItsLastFinalizerIsTakenOffThroughFinalize() {
        var strategy = new NamespaceStrategy("kubernetes.io/metadata.name");
        ApiObject old = object("Namespace");
        strategy.prepareForCreate(old);
        assertThat(strategy.heldBack(old)).isTrue();

        ApiObject written = old.deepCopy();
        written.structAt("spec").put("finalizers", new ArrayList<>());
        strategy.prepareForUpdate(written, old);
        assertThat(strategy.heldBack(written)).as("after an ordinary update").isTrue();

        written.structAt("spec").put("finalizers", new ArrayList<>());
        new FinalizeStrategy().prepareForUpdate(written, old);
        assertThat(strategy.heldBack(written)).as("after finalize").isFalse();
    }

    @Test
    void stringDataOfASecretEndsUpInData() {
        ApiObject secret = object("Secret");
        secret.tree().put("stringData", new LinkedHashMap<>(Map.of("plain", "text")));
        new SecretStrategy().prepareForCreate(secret);
        assertThat(secret.tree()).doesNotContainKey("stringData");
        assertThat(secret.textAt("data", "plain")).isEqualTo("dGV4dA==");
        assertThat(secret.textAt("type")).isEqualTo("Opaque");
    }

    @Test
    void aMebibyteOfDataFitsAndOneByteMoreDoesNot() {
        ApiObject map = object("ConfigMap");
        map.structAt("data").put("a", "x".repeat(DataStrategy.BYTES_MAX - 3));
        map.structAt("data").put("b", "\u20ac");
        assertThat(new DataStrategy().validate(map, Optional.empty())).isEmpty();
        map.structAt("data").put("c", "y");
        assertThat(new DataStrategy().validate(map, Optional.empty()))
                .extracting(FieldError::field, FieldError::type)
                .containsExactly(tuple("[]", FieldError.Type.TOO_LONG));
    }

    @Test
    void sealedDataStaysAsItIs() {
        ApiObject old = object("ConfigMap");
        old.tree().put("immutable", true);
        old.structAt("data").put("a", "1");
        ApiObject changed = old.deepCopy();
        changed.structAt("data").put("a", "2");
        assertThat(new DataStrategy().validate(changed, Optional.of(old))).extracting(FieldError::field)
                .containsExactly("data");
    }

    @Test
    void nullInDataIsAnEmptyTextAndANumberIsRefused() {
        ApiObject map = object("ConfigMap");
        map.structAt("data").put("a", null);
        map.tree().put("extra", true);
        assertThat(DataSchema.CONFIG_MAP.prune(map)).containsExactly("extra");
        assertThat(map.at("data", "a")).isEqualTo("");
        map.structAt("data").put("b", 5L);
        assertThatThrownBy(() -> DataSchema.CONFIG_MAP.prune(map)).isInstanceOf(ApiException.class)
                .hasMessage("json: cannot unmarshal number into Go struct field ConfigMap.data of type string");
    }

    @Test
    void secretDataThatIsNotBase64IsRefusedWithItsPlace() {
        ApiObject secret = object("Secret");
        secret.structAt("data").put("a", "not base64!");
        assertThatThrownBy(() -> DataSchema.SECRET.prune(secret)).hasMessage("illegal base64 data at input byte 3");
    }

    @Test
    void aPodOnANodeGetsTimeAndOneThatRunsNowhereGetsNone() {
        var strategy = new PodStrategy();
        ApiObject pod = object("Pod");
        assertThat(strategy.gracePeriodSeconds(pod, OptionalLong.of(20))).hasValue(0);
        pod.structAt("spec").put("nodeName", "n1");
        assertThat(strategy.gracePeriodSeconds(pod, OptionalLong.empty())).hasValue(30);
        pod.structAt("spec").put("terminationGracePeriodSeconds", 3L);
        assertThat(strategy.gracePeriodSeconds(pod, OptionalLong.empty())).hasValue(3);
        assertThat(strategy.gracePeriodSeconds(pod, OptionalLong.of(20))).hasValue(20);
        pod.structAt("status").put("phase", "Succeeded");
        assertThat(strategy.gracePeriodSeconds(pod, OptionalLong.of(20))).hasValue(0);
    }
}
