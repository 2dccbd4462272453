package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What controllers can do without HTTP. */
final class ServerObjectsTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String MAPS = "configmaps";

    private final TestServer server = new TestServer();
    private final ServerObjects objects = server.objects();

    @AfterEach
    void close() {
        server.close();
    }

    private ApiObject patch(Map<String, @Nullable Object> metadata, Map<String, @Nullable Object> data) {
        return objects.patch(V1, MAPS, "default", "a", Map.of("metadata", metadata, "data", data));
    }

    @Test
    void aPatchChangesWhatItNamesAndRemovesWhatIsNull() {
        server.create(MAPS, "default", "{'metadata':{'name':'a','labels':{'l':'m'}},'data':{'x':'1','y':'2'}}");
        Map<String, @Nullable Object> data = new HashMap<>();
        data.put("x", null);
        data.put("z", "3");
        ApiObject patched = patch(Map.of(), data);
        assertThat(patched.tree().get("data")).isEqualTo(Map.of("y", "2", "z", "3"));
        assertThat(patched.metadata().labels()).isEqualTo(Map.of("l", "m"));
    }

    @Test
    void aPatchOfAnotherObjectOrVersionIsAConflict() {
        server.create(MAPS, "default", "{'metadata':{'name':'a'}}");
        ApiObject old = objects.get(V1, MAPS, "default", "a").orElseThrow();
        Map<String, @Nullable Object> mine = Map.of("uid", old.metadata().uid());
        Map<String, @Nullable Object> version = Map.of("resourceVersion", old.metadata().resourceVersion());
        patch(mine, Map.of("x", "1"));
        assertThat(TestServer.refused(() -> patch(version, Map.of("x", "2"))).status().reason())
                .isEqualTo(ErrorReason.CONFLICT);
        server.delete(MAPS, "default", "a");
        server.create(MAPS, "default", "{'metadata':{'name':'a'}}");
        assertThat(TestServer.refused(() -> patch(mine, Map.of("x", "3"))).status().reason())
                .isEqualTo(ErrorReason.CONFLICT);
        assertThat(TestServer.refused(() -> objects.patch(V1, MAPS, "default", "none", Map.of())).status().reason())
                .isEqualTo(ErrorReason.NOT_FOUND);
    }

    @Test
    void everyResourceIsNamedOnceAndAChangeIsNoticed() {
        ServedResources before = objects.served();
        assertThat(objects.served()).isSameAs(before);
        assertThat(before.resources()).extracting(ResourceEntry::resource)
                .contains("namespaces", "pods", "deployments", "leases").doesNotHaveDuplicates();
        assertThat(before.resources()).filteredOn(entry -> entry.resource().equals("deployments")).singleElement()
                .satisfies(entry -> {
                    assertThat(entry.version()).isEqualTo(new GroupVersion("apps", "v1"));
                    assertThat(entry.kind()).isEqualTo("Deployment");
                    assertThat(entry.namespaced()).isTrue();
                    assertThat(entry.verbs()).containsAll(List.of("list", "watch", "delete", "deletecollection"));
                });
        server.groups.remove("apps");
        ServedResources after = objects.served();
        assertThat(after.generation()).isGreaterThan(before.generation());
        assertThat(after.resources()).extracting(ResourceEntry::resource).contains("pods").doesNotContain(
                "deployments");
    }

    @Test
    void aResourceThatIsJustGoingIsNotServedRatherThanEmpty() {
        server.create("deployments", "default", "{'metadata':{'name':'a'},'spec':{" + TestServer.DEPLOYMENT + "}}");
        GroupVersion apps = new GroupVersion("apps", "v1");
        RegistrySnapshot before = server.groups.snapshot();
        var late = new ServerObjects(new Registry() {
            @Override
            public RegistrySnapshot snapshot() {
                return before;
            }

            @Override
            public void onChange(Runnable listener) {
                // Nobody listens.
            }
        });
        assertThat(late.get(apps, "deployments", "default", "b")).isEmpty();
        server.groups.remove("apps");
        for (ThrowingCallable question : List.<ThrowingCallable>of(
                () -> late.get(apps, "deployments", "default", "a"),
                () -> late.cached(apps, "deployments", "default", "a"),
                () -> late.getMetadata(apps, "deployments", "default", "a"),
                () -> late.presence(apps, "deployments", "default", "a"))) {
            assertThat(TestServer.refused(question).status()).isEqualTo(ResourceState.GONE);
        }
    }
}
