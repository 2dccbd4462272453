package mortise.controller.systemnamespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.Test;

final class SystemNamespacesHookTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String NAMESPACES = "namespaces";

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, NAMESPACES);

    @Test
    void whatIsMissingIsCreatedAndWhatIsThereStays() {
        ApiObject own = namespace("kube-public");
        own.metadata().setLabel("own", "");
        ApiObject stored = objects.others().create(V1, NAMESPACES, own);
        new SystemNamespacesHook(objects).run();
        assertThat(objects.list(V1, NAMESPACES, "")).extracting(object -> object.metadata().name())
                .containsExactlyInAnyOrderElementsOf(SystemNamespacesHook.NAMES);
        assertThat(objects.get(V1, NAMESPACES, "", "kube-public")).contains(stored);
        assertThat(objects.get(V1, NAMESPACES, "", "default").orElseThrow().kind()).isEqualTo("Namespace");
    }

    @Test
    void anotherServerMayBeFaster() {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.CREATE) {
                objects.others().create(V1, NAMESPACES, namespace(call.name()));
            }
        });
        new SystemNamespacesHook(objects).run();
        assertThat(created()).containsExactlyElementsOf(SystemNamespacesHook.NAMES);
    }

    @Test
    void anyOtherFailureIsForTheCoreToTryAgain() {
        ApiException failure = ApiException.badRequest("no");
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.CREATE) {
                throw failure;
            }
        });
        assertThatThrownBy(() -> new SystemNamespacesHook(objects).run()).isSameAs(failure);
    }

    private List<String> created() {
        return objects.calls().stream().filter(call -> call.operation() == Operation.CREATE)
                .map(ObjectCall::name).toList();
    }

    private static ApiObject namespace(String name) {
        ApiObject namespace = ApiObject.ofKind(V1.kind("Namespace"));
        namespace.metadata().setName(name);
        return namespace;
    }
}
