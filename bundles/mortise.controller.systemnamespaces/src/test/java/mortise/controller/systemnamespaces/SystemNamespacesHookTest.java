package mortise.controller.systemnamespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import org.junit.jupiter.api.Test;

final class SystemNamespacesHookTest {

    private final Namespaces namespaces = new Namespaces();

    @Test
    void whatIsMissingIsCreatedAndWhatIsThereStays() {
        ApiObject own = new ApiObject(new LinkedHashMap<>(Map.of("own", true)));
        namespaces.stored.put("kube-public", own);
        new SystemNamespacesHook(namespaces).run();
        assertThat(namespaces.stored.keySet()).containsExactlyInAnyOrderElementsOf(SystemNamespacesHook.NAMES);
        assertThat(namespaces.stored.get("kube-public")).isSameAs(own);
        assertThat(namespaces.stored.get("default").kind()).isEqualTo("Namespace");
    }

    @Test
    void anotherServerMayBeFaster() {
        namespaces.failure = ApiException.alreadyExists(new GroupResource("", "namespaces"), "default");
        new SystemNamespacesHook(namespaces).run();
        assertThat(namespaces.asked).containsExactlyElementsOf(SystemNamespacesHook.NAMES);
    }

    @Test
    void anyOtherFailureIsForTheCoreToTryAgain() {
        namespaces.failure = ApiException.badRequest("no");
        assertThatThrownBy(() -> new SystemNamespacesHook(namespaces).run()).isSameAs(namespaces.failure);
    }

    private static final class Namespaces implements ObjectAccess {

        private final Map<String, ApiObject> stored = new LinkedHashMap<>();
        private final List<String> asked = new ArrayList<>();
        private ApiException failure;

        @Override
        public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
            assertThat(resource).isEqualTo("namespaces");
            return Optional.ofNullable(stored.get(name));
        }

        @Override
        public ApiObject create(GroupVersion version, String resource, ApiObject object) {
            asked.add(object.metadata().name());
            if (failure != null) {
                throw failure;
            }
            stored.put(object.metadata().name(), object);
            return object;
        }

        @Override
        public List<ApiObject> list(GroupVersion version, String resource, String namespace) {
            throw new AssertionError("not asked for");
        }

        @Override
        public ApiObject update(GroupVersion version, String resource, ApiObject object) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void delete(GroupVersion version, String resource, String namespace, String name) {
            throw new AssertionError("not asked for");
        }
    }
}
