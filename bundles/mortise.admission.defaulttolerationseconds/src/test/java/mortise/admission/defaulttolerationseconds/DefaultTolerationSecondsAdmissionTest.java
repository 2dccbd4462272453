package mortise.admission.defaulttolerationseconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;

class DefaultTolerationSecondsAdmissionTest {

    private static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    private static final Map<String, Object> NOT_READY = toleration("node.kubernetes.io/not-ready", 10);
    private static final Map<String, Object> UNREACHABLE = toleration("node.kubernetes.io/unreachable", 20);

    private final DefaultTolerationSecondsAdmission plugin = new DefaultTolerationSecondsAdmission(NAMES, 10, 20);

    private static Map<String, Object> toleration(String key, long seconds) {
        return Map.of("key", key, "operator", "Exists", "effect", "NoExecute", "tolerationSeconds", seconds);
    }

    private Object created(List<Map<String, Object>> tolerations) {
        ApiObject pod = Pods.pod(tolerations);
        plugin.admit(Pods.creation(pod));
        return pod.at("spec", "tolerations");
    }

    @Test
    void aPodGetsBothWithTheSecondsOfTheSettings() {
        assertThat(created(List.of())).isEqualTo(List.of(NOT_READY, UNREACHABLE));
        ApiObject pod = Pods.pod(List.of());
        plugin.admit(Pods.update(pod));
        assertThat(pod.at("spec", "tolerations")).isEqualTo(List.of(NOT_READY, UNREACHABLE));
    }

    @Test
    void whatThePodSaysAboutATaintCounts() {
        Map<String, Object> own = toleration("node.kubernetes.io/unreachable", 7);
        assertThat(created(List.of(own))).isEqualTo(List.of(own, NOT_READY));
        Map<String, Object> anyEffect = Map.of("key", "node.kubernetes.io/not-ready", "operator", "Exists");
        assertThat(created(List.of(anyEffect))).isEqualTo(List.of(anyEffect, UNREACHABLE));
        Map<String, Object> everything = Map.of("operator", "Exists");
        assertThat(created(List.of(everything))).isEqualTo(List.of(everything));
    }

    @Test
    void anotherEffectIsNotAboutIt() {
        Map<String, Object> other =
                Map.of("key", "node.kubernetes.io/not-ready", "operator", "Exists", "effect", "NoSchedule");
        assertThat(created(List.of(other))).isEqualTo(List.of(other, NOT_READY, UNREACHABLE));
    }

    @Test
    void secondsAreNotNegative() {
        assertThatThrownBy(() -> new DefaultTolerationSecondsAdmission(NAMES, -1, 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not.ready");
        assertThatThrownBy(() -> new DefaultTolerationSecondsAdmission(NAMES, 0, -1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("unreachable");
    }
}
