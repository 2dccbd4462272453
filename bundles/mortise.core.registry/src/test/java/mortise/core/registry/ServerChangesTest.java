package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What controllers see when they follow objects. */
final class ServerChangesTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Followed NAMESPACES = new Followed(V1, "namespaces", "");
    private static final Followed CONFIG_MAPS = new Followed(V1, "configmaps", "default");
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    private static String next(ObjectChanges changes) throws InterruptedException {
        ObjectChange change = changes.next(LIMIT).orElseThrow();
        return change.type() + " " + change.object().kind() + " " + change.object().metadata().name();
    }

    @Test
    void theStateComesFirstAndThenEveryChangeInOrder() throws InterruptedException {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        try (ObjectChanges changes = server.objects().follow(CONFIG_MAPS)) {
            assertThat(next(changes)).isEqualTo("ADDED ConfigMap a");
            server.create("configmaps", "default", "{'metadata':{'name':'b'}}");
            server.merge("configmaps", "default", "a", "{'data':{'k':'v'}}");
            server.delete("configmaps", "default", "a");
            assertThat(List.of(next(changes), next(changes), next(changes)))
                    .containsExactly("ADDED ConfigMap b", "MODIFIED ConfigMap a", "DELETED ConfigMap a");
            assertThat(changes.next(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void severalResourcesAreFollowedAtOnceAndEachSaysWhichItIs() throws InterruptedException {
        try (ObjectChanges changes = server.objects().follow(NAMESPACES, CONFIG_MAPS)) {
            assertThat(changes.next(LIMIT).orElseThrow().source()).isEqualTo(NAMESPACES);
            server.create("namespaces", "", "{'metadata':{'name':'other'}}");
            server.create("configmaps", "other", "{'metadata':{'name':'elsewhere'}}");
            server.create("configmaps", "default", "{'metadata':{'name':'here'}}");
            var seen = new ArrayList<String>();
            seen.add(next(changes));
            seen.add(next(changes));
            assertThat(seen).containsExactlyInAnyOrder("ADDED Namespace other", "ADDED ConfigMap here");
        }
    }

    @Test
    void aReaderThatFallsBehindIsToldToBeginAnew() throws InterruptedException {
        try (ObjectChanges changes = server.objects().follow(CONFIG_MAPS)) {
            // Whoever has never asked is served from the history, however late.
            assertThat(changes.next(Duration.ZERO)).isEmpty();
            // The queue of a watch of this server holds 100 events.
            for (int i = 0; i < 300; i++) {
                server.create("configmaps", "default", "{'metadata':{'name':'c" + i + "'}}");
            }
            assertThatThrownBy(() -> {
                while (true) {
                    changes.next(LIMIT).orElseThrow();
                }
            }).isInstanceOf(ApiException.class);
        }
    }

    @Test
    void aResourceThatIsNotServedCannotBeFollowed() {
        ServerObjects objects = server.objects();
        assertThatThrownBy(() -> objects.follow(NAMESPACES, new Followed(V1, "gizmos", "")))
                .isInstanceOf(ApiException.class).hasMessageContaining("could not find the requested resource");
    }

    @Test
    void metadataAloneCanBeFollowed() throws InterruptedException {
        server.create("configmaps", "default", "{'metadata':{'name':'a','labels':{'l':'m'}},'data':{'k':'v'}}");
        try (ObjectChanges changes = server.objects().follow(new Followed(V1, "configmaps", "default", true))) {
            ApiObject seen = changes.next(LIMIT).orElseThrow().object();
            assertThat(seen.tree()).containsOnlyKeys("apiVersion", "kind", "metadata")
                    .containsEntry("apiVersion", "v1").containsEntry("kind", "ConfigMap");
            assertThat(seen.metadata().labels()).isEqualTo(Map.of("l", "m"));
            assertThat(seen.metadata().resourceVersion()).isNotEmpty();
            assertThat(server.objects().listMetadata(V1, "configmaps", "default")).containsExactly(seen);
            assertThat(server.objects().getMetadata(V1, "configmaps", "default", "a")).contains(seen);
            assertThat(server.objects().getMetadata(V1, "configmaps", "default", "b")).isEmpty();
        }
    }

    @Test
    void changesOfSomeFieldsCanBeFollowed() throws InterruptedException {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        try (ObjectChanges changes =
                server.objects().follow(CONFIG_MAPS.changesOf("data", "metadata.finalizers"))) {
            assertThat(next(changes)).isEqualTo("ADDED ConfigMap a");
            server.merge("configmaps", "default", "a", "{'metadata':{'labels':{'l':'m'}}}");
            server.merge("configmaps", "default", "a", "{'metadata':{'finalizers':['f.io/x']}}");
            server.merge("configmaps", "default", "a", "{'metadata':{'annotations':{'l':'m'}}}");
            server.merge("configmaps", "default", "a", "{'data':{'k':'v'}}");
            ApiObject finalized = changes.next(LIMIT).orElseThrow().object();
            assertThat(finalized.metadata().finalizers()).containsExactly("f.io/x");
            assertThat(changes.next(LIMIT).orElseThrow().object().textAt("data", "k")).isEqualTo("v");
            assertThat(changes.next(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void moreCanBeFollowedLaterAndSomeNoMore() throws InterruptedException {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        try (ObjectChanges changes = server.objects().follow(NAMESPACES)) {
            assertThat(next(changes)).isEqualTo("ADDED Namespace default");
            changes.add(CONFIG_MAPS);
            assertThat(next(changes)).isEqualTo("ADDED ConfigMap a");
            changes.remove(CONFIG_MAPS);
            server.create("configmaps", "default", "{'metadata':{'name':'b'}}");
            server.create("namespaces", "", "{'metadata':{'name':'other'}}");
            assertThat(next(changes)).isEqualTo("ADDED Namespace other");
            assertThat(changes.next(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void aResourceThatGoesEndsItsOwnFollowingOnly() throws InterruptedException {
        GroupVersion apps = new GroupVersion("apps", "v1");
        Followed deployments = new Followed(apps, "deployments", "");
        try (ObjectChanges changes = server.objects().follow(deployments, NAMESPACES)) {
            assertThat(next(changes)).isEqualTo("ADDED Namespace default");
            assertThat(changes.ended()).isEmpty();
            server.groups.remove("apps");
            assertThatThrownBy(() -> changes.next(LIMIT)).isInstanceOf(ApiException.class);
            assertThat(changes.ended()).contains(deployments);
            server.create("namespaces", "", "{'metadata':{'name':'other'}}");
            assertThat(next(changes)).isEqualTo("ADDED Namespace other");
        }
    }

    @Test
    void aBusyResourceHidesNoOther() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            server.create("configmaps", "default", "{'metadata':{'name':'c" + i + "'}}");
        }
        try (ObjectChanges changes = server.objects().follow(CONFIG_MAPS, NAMESPACES)) {
            assertThat(List.of(next(changes), next(changes), next(changes)))
                    .as("the namespace comes among the first").contains("ADDED Namespace default");
        }
    }
}
