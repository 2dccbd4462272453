package mortise.controller.namespace;

import static mortise.controller.namespace.NamespaceControllerContractTest.PLUGGED;
import static mortise.controller.namespace.NamespaceControllerContractTest.V1;
import static mortise.controller.namespace.NamespaceControllerContractTest.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ResourceEntry;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How far one step goes, and what the status says then. */
class NamespaceEndTest {

    private static final String NS = "ns";

    private final FakeObjectAccess objects = NamespaceControllerContractTest.served();
    private final ObjectAccess others = objects.others();
    private Instant now = Instant.parse("2030-01-01T00:00:00.5Z");
    private final Deleters deleters = new Deleters();
    private final NamespaceEnd end = new NamespaceEnd(objects, () -> now, deleters);

    NamespaceEndTest() {
        NamespaceControllerContractTest.namespace(objects, NS);
    }

    @AfterEach
    void close() {
        deleters.close();
    }

    private void create(GroupVersion version, String resource, String kind, String name, String... finalizers) {
        ApiObject object = object(kind, NS, name);
        object.metadata().setFinalizers(List.of(finalizers));
        others.create(version, resource, object);
    }

    private void release(GroupVersion version, String resource, String name) {
        ApiObject object = others.get(version, resource, NS, name).orElseThrow();
        object.metadata().setFinalizers(List.of());
        others.update(version, resource, object);
    }

    private void going() {
        others.delete(V1, "namespaces", "", NS);
    }

    private ApiObject namespace() {
        return others.get(V1, "namespaces", "", NS).orElseThrow();
    }

    /** Returns the conditions as lines. */
    private List<String> conditions() {
        List<String> lines = new ArrayList<>();
        for (Object condition : (List<?>) namespace().structAt("status").get("conditions")) {
            Map<?, ?> map = (Map<?, ?>) condition;
            lines.add(map.get("type") + "=" + map.get("status") + " " + map.get("reason") + ": " + map.get("message"));
        }
        return lines;
    }

    @Test
    void aNamespaceThatStaysIsLeftAlone() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c");
        assertThat(end.advance(NS)).isTrue();
        assertThat(end.advance("none")).isTrue();
        assertThat(objects.calls()).extracting(ObjectCall::operation).containsOnly(Operation.GET);
    }

    @Test
    void everythingInItGoesAndThenItself() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c");
        create(V1, "pods", "Pod", "p");
        create(PLUGGED, "gizmos", "Gizmo", "g");
        others.create(V1, "configmaps", object("ConfigMap", "other", "stays"));
        others.create(V1, "nodes", object("Node", "", "stays"));
        going();
        assertThat(end.advance(NS)).isTrue();
        assertThat(others.get(V1, "namespaces", "", NS)).isEmpty();
        assertThat(others.list(V1, "configmaps", "")).hasSize(1);
        assertThat(others.list(V1, "nodes", "")).hasSize(1);
        assertThat(others.list(PLUGGED, "gizmos", "")).isEmpty();
        assertThat(objects.calls()).filteredOn(call -> call.operation() == Operation.DELETE)
                .allSatisfy(call -> {
                    assertThat(call.removal().uid()).isPresent();
                    assertThat(call.removal().propagationPolicy()).contains("Background");
                    assertThat(call.removal().gracePeriodSeconds()).isEmpty();
                });
    }

    @Test
    void whatHasFinalizersIsWaitedFor() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c", "example.com/a", "example.com/b");
        create(V1, "configmaps", "ConfigMap", "d", "example.com/a");
        create(PLUGGED, "gizmos", "Gizmo", "g", "example.com/a");
        going();
        assertThat(end.advance(NS)).isFalse();
        assertThat(conditions()).containsExactly(
                "NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: All resources successfully discovered",
                "NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions:"
                        + " All legacy kube types successfully parsed",
                "NamespaceDeletionContentFailure=False ContentDeleted:"
                        + " All content successfully deleted, may be waiting on finalization",
                "NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining:"
                        + " configmaps. has 2 resource instances, gizmos.example.com has 1 resource instances",
                "NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace has finalizers"
                        + " remaining: example.com/a in 3 resource instances, example.com/b in 1 resource instances");
        release(V1, "configmaps", "c");
        release(V1, "configmaps", "d");
        release(PLUGGED, "gizmos", "g");
        assertThat(end.advance(NS)).isTrue();
        assertThat(others.get(V1, "namespaces", "", NS)).isEmpty();
    }

    @Test
    void podsEndBeforeAnythingElse() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c");
        create(V1, "pods", "Pod", "p", "example.com/a");
        going();
        assertThat(end.advance(NS)).isFalse();
        assertThat(others.get(V1, "configmaps", NS, "c").orElseThrow().metadata().deletionTimestamp()).isEmpty();
        assertThat(conditions().get(3)).endsWith("pods. has 1 resource instances");
        release(V1, "pods", "p");
        assertThat(end.advance(NS)).isTrue();
        assertThat(others.get(V1, "configmaps", NS, "c")).isEmpty();
    }

    @Test
    void whatWaitsForItsDependentsOrLetsThemLiveWaitsNoMore() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c", "foregroundDeletion");
        create(V1, "configmaps", "ConfigMap", "d", "orphan");
        others.delete(V1, "configmaps", NS, "c");
        others.delete(V1, "configmaps", NS, "d");
        going();
        assertThat(end.advance(NS)).isTrue();
        assertThat(others.list(V1, "configmaps", NS)).isEmpty();
    }

    @Test
    void whatIsGoingAlreadyIsNotDeletedAgain() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c", "example.com/a");
        going();
        end.advance(NS);
        end.advance(NS);
        assertThat(objects.calls()).filteredOn(call -> call.operation() == Operation.DELETE).hasSize(1);
        assertThat(objects.calls()).filteredOn(call -> call.operation() == Operation.UPDATE)
                .as("the status is written when it changes only").hasSize(1);
    }

    @Test
    void aFailureIsToldAndTheRestIsDeleted() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c");
        create(PLUGGED, "gizmos", "Gizmo", "g");
        going();
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE && call.resource().equals("configmaps")) {
                throw new ApiException(ApiStatus.of(ErrorReason.FORBIDDEN, "a webhook says no"));
            }
        });
        assertThat(end.advance(NS)).isFalse();
        assertThat(others.list(PLUGGED, "gizmos", NS)).isEmpty();
        assertThat(conditions().get(2)).isEqualTo("NamespaceDeletionContentFailure=True ContentDeletionFailed:"
                + " Failed to delete all resource types, 1 remaining: a webhook says no");
        objects.beforeEachCall(call -> { });
        now = now.plusSeconds(9);
        create(V1, "configmaps", "ConfigMap", "held", "example.com/a");
        assertThat(end.advance(NS)).isFalse();
        assertThat(conditions().get(2)).startsWith("NamespaceDeletionContentFailure=False ContentDeleted");
        assertThat(times()).containsExactly("2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "2030-01-01T00:00:09Z",
                "2030-01-01T00:00:00Z", "2030-01-01T00:00:09Z");
    }

    private List<String> times() {
        return ((List<?>) namespace().structAt("status").get("conditions")).stream()
                .map(condition -> String.valueOf(((Map<?, ?>) condition).get("lastTransitionTime"))).toList();
    }

    @Test
    void conditionsOfOthersStay() throws InterruptedException {
        ApiObject namespace = namespace();
        namespace.structAt("status").put("conditions", List.of(Map.of("type", "Mine", "status", "True")));
        others.update(V1, "namespaces/status", namespace);
        create(V1, "configmaps", "ConfigMap", "c", "example.com/a");
        going();
        end.advance(NS);
        assertThat(conditions()).hasSize(6).first().asString().startsWith("Mine=True");
    }

    @Test
    void otherFinalizersOfTheNamespaceStay() throws InterruptedException {
        ApiObject namespace = namespace();
        namespace.structAt("spec").put("finalizers", List.of("kubernetes", "example.com/mine"));
        others.update(V1, "namespaces", namespace);
        going();
        assertThat(end.advance(NS)).isTrue();
        assertThat(namespace().at("spec", "finalizers")).isEqualTo(List.of("example.com/mine"));
        assertThat(end.advance(NS)).isTrue();
    }

    @Test
    void whatCannotBeDeletedOrGoesMeanwhileIsNoHindrance() throws InterruptedException {
        objects.serve(new ResourceEntry(V1, "bindings", "Binding", true, Set.of("create")));
        create(V1, "configmaps", "ConfigMap", "c");
        going();
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE) {
                objects.stopServing(V1, "configmaps");
            }
        });
        assertThat(end.advance(NS)).isTrue();
        assertThat(objects.calls()).noneMatch(call -> call.resource().equals("bindings"));
    }

    @Test
    void anInterruptEndsItBeforeEverythingIsDeleted() {
        for (int i = 0; i < 2_000; i++) {
            create(V1, "configmaps", "ConfigMap", "c" + i);
        }
        going();
        Thread worker = Thread.currentThread();
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE) {
                worker.interrupt();
            }
        });
        assertThatThrownBy(() -> end.advance(NS)).isInstanceOf(InterruptedException.class);
        assertThat(others.list(V1, "configmaps", NS)).hasSizeGreaterThan(1_000);
    }

    @Test
    void aFailureThatIsNobodysPlanIsToldToo() throws InterruptedException {
        create(V1, "configmaps", "ConfigMap", "c");
        going();
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE) {
                throw new IllegalStateException("a bug");
            }
        });
        assertThat(end.advance(NS)).isFalse();
        assertThat(conditions().get(2)).endsWith("java.lang.IllegalStateException: a bug");
    }
}
