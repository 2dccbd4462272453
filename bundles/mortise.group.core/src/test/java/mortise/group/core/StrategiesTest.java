package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import mortise.api.ApiObject;
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
