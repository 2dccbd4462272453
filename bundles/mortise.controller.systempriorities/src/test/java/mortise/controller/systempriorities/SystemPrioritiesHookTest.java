package mortise.controller.systempriorities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.Test;

final class SystemPrioritiesHookTest {

    private static final GroupVersion V1 = new GroupVersion("scheduling.k8s.io", "v1");

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, SystemPrioritiesHook.RESOURCE);
    private final SystemPrioritiesHook hook =
            new SystemPrioritiesHook(ServerNames.of("k8s.io", "kubernetes.io"), objects);

    @Test
    void bothAreThereAfterwardsAndPreemptOthers() {
        hook.run();
        assertThat(objects.others().list(V1, SystemPrioritiesHook.RESOURCE, ""))
                .extracting(made -> made.metadata().name(), made -> made.at("value"),
                        made -> made.textAt("preemptionPolicy"))
                .containsExactlyInAnyOrder(
                        tuple("system-cluster-critical", 2_000_000_000L, "PreemptLowerPriority"),
                        tuple("system-node-critical", 2_000_001_000L, "PreemptLowerPriority"));
    }

    @Test
    void whatIsThereStaysAndAnotherServerMayBeFaster() {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.CREATE) {
                ApiObject theirs = ApiObject.ofKind(V1.kind("PriorityClass"));
                theirs.metadata().setName(call.name());
                theirs.metadata().setLabel("theirs", "");
                objects.others().create(V1, SystemPrioritiesHook.RESOURCE, theirs);
            }
        });
        hook.run();
        hook.run();
        assertThat(objects.others().list(V1, SystemPrioritiesHook.RESOURCE, ""))
                .hasSize(2).allSatisfy(made -> assertThat(made.metadata().labels()).containsKey("theirs"));
    }

    @Test
    void anyOtherFailureIsForTheCoreToTryAgain() {
        ApiException failure = ApiException.badRequest("no");
        objects.beforeEachCall(call -> {
            throw failure;
        });
        assertThatThrownBy(hook::run).isSameAs(failure);
    }
}
