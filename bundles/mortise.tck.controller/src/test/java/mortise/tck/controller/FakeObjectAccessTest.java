package mortise.tck.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import mortise.tck.controller.ObjectCall.Operation;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FakeObjectAccessTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String MAPS = "configmaps";

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, MAPS);

    @Test
    void aCreatedObjectHasWhatTheServerGives() {
        ApiObject created = objects.create(V1, MAPS, map("ns", "a"));
        assertThat(created.metadata().uid()).isNotEmpty();
        assertThat(created.metadata().resourceVersion()).isEqualTo("1");
        assertThat(created.metadata().creationTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(objects.get(V1, MAPS, "ns", "a")).contains(created);
        fails(() -> objects.create(V1, MAPS, map("ns", "a")), ErrorReason.ALREADY_EXISTS);
        fails(() -> objects.create(V1, MAPS, created), ErrorReason.BAD_REQUEST);
    }

    @Test
    void aNameIsGeneratedWhenThereIsAPrefix() {
        ApiObject nameless = map("ns", "");
        fails(() -> objects.create(V1, MAPS, nameless), ErrorReason.BAD_REQUEST);
        nameless.structAt("metadata").put("generateName", "map-");
        assertThat(objects.create(V1, MAPS, nameless).metadata().name()).startsWith("map-")
                .isNotEqualTo(objects.create(V1, MAPS, nameless).metadata().name());
    }

    @Test
    void aListIsOfOneNamespaceOrOfAll() {
        objects.create(V1, MAPS, map("ns", "b"));
        objects.create(V1, MAPS, map("ns", "a"));
        objects.create(V1, MAPS, map("more", "c"));
        assertThat(names("")).containsExactly("c", "a", "b");
        assertThat(names("ns")).containsExactly("a", "b");
        assertThat(names("none")).isEmpty();
    }

    @Test
    void whatChangedMeanwhileIsNotOverwritten() {
        ApiObject read = objects.create(V1, MAPS, map("ns", "a"));
        ApiObject mine = read.deepCopy();
        mine.metadata().setLabel("mine", "");
        assertThat(objects.update(V1, MAPS, mine).metadata().resourceVersion()).isEqualTo("2");
        fails(() -> objects.update(V1, MAPS, read), ErrorReason.CONFLICT);
        read.metadata().setResourceVersion("");
        read.metadata().setUid("another");
        ApiObject forced = objects.update(V1, MAPS, read);
        assertThat(forced.metadata().labels()).isEmpty();
        assertThat(forced.metadata().uid()).isEqualTo(mine.metadata().uid());
    }

    @Test
    void anUpdateThatChangesNothingIsNoWrite() {
        ApiObject read = objects.create(V1, MAPS, map("ns", "a"));
        assertThat(objects.update(V1, MAPS, read)).isEqualTo(read);
    }

    @Test
    void whatIsDeletedGoesWhenItsLastFinalizerGoes() {
        ApiObject held = map("ns", "a");
        held.metadata().setFinalizers(List.of("example.com/hold"));
        objects.create(V1, MAPS, held);
        objects.delete(V1, MAPS, "ns", "a");
        objects.delete(V1, MAPS, "ns", "a");
        ApiObject going = objects.get(V1, MAPS, "ns", "a").orElseThrow();
        assertThat(going.metadata().deletionTimestamp()).isNotEmpty();
        going.metadata().setFinalizers(List.of());
        objects.update(V1, MAPS, going);
        assertThat(objects.get(V1, MAPS, "ns", "a")).isEmpty();
        fails(() -> objects.delete(V1, MAPS, "ns", "a"), ErrorReason.NOT_FOUND);
        fails(() -> objects.update(V1, MAPS, going), ErrorReason.NOT_FOUND);
    }

    @Test
    void aResourceThatIsNotServedIsNotFound() {
        GroupVersion apps = new GroupVersion("apps", "v1");
        fails(() -> objects.get(apps, MAPS, "ns", "a"), ErrorReason.NOT_FOUND);
        fails(() -> objects.list(V1, "secrets", ""), ErrorReason.NOT_FOUND);
    }

    @Test
    void nobodyChangesWhatIsStoredByChangingWhatTheyHold() {
        ApiObject sent = map("ns", "a");
        objects.create(V1, MAPS, sent).metadata().setLabel("x", "y");
        sent.metadata().setLabel("x", "y");
        objects.list(V1, MAPS, "").get(0).metadata().setLabel("x", "y");
        assertThat(objects.get(V1, MAPS, "ns", "a").orElseThrow().metadata().labels()).isEmpty();
    }

    @Test
    void aCallCanBeMadeToFailAndIsNotedAllTheSame() {
        ApiException failure = ApiException.badRequest("no");
        objects.beforeEachCall(call -> {
            throw failure;
        });
        assertThatThrownBy(() -> objects.create(V1, MAPS, map("ns", "a"))).isSameAs(failure);
        assertThat(objects.calls()).singleElement().satisfies(call -> {
            assertThat(call.operation()).isEqualTo(Operation.CREATE);
            assertThat(call.object()).contains(map("ns", "a"));
        });
        assertThat(objects.others().list(V1, MAPS, "")).isEmpty();
        assertThat(objects.calls()).hasSize(1);
    }

    @Test
    void aConditionIsAwaited() throws Exception {
        var seen = new ArrayList<Integer>();
        Thread writer = new Thread(() -> {
            objects.create(V1, MAPS, map("ns", "a"));
            objects.create(V1, MAPS, map("ns", "b"));
        });
        writer.start();
        boolean held = objects.await(() -> {
            seen.add(objects.others().list(V1, MAPS, "").size());
            return seen.contains(2);
        }, Duration.ofSeconds(10));
        assertThat(held).as("%s", seen).isTrue();
        assertThat(objects.await(() -> false, Duration.ofMillis(1))).isFalse();
        writer.join();
    }

    @Test
    void aPatchHasPreconditions() {
        ApiObject first = objects.create(V1, MAPS, map("ns", "a"));
        Map<String, @Nullable Object> mine = Map.of("metadata",
                Map.of("uid", first.metadata().uid(), "labels", Map.of("x", "y")));
        ApiObject patched = objects.patch(V1, MAPS, "ns", "a", mine);
        assertThat(patched.metadata().labels()).isEqualTo(Map.of("x", "y"));
        assertThat(patched.kind()).isEqualTo("ConfigMap");
        fails(() -> objects.patch(V1, MAPS, "ns", "a", Map.of("metadata", Map.of("uid", "else"))),
                ErrorReason.CONFLICT);
        fails(() -> objects.patch(V1, MAPS, "ns", "a", Map.of("metadata", Map.of("resourceVersion", "1"))),
                ErrorReason.CONFLICT);
        fails(() -> objects.patch(V1, MAPS, "ns", "b", mine), ErrorReason.NOT_FOUND);
    }

    @Test
    void aPropagationPolicyIsAFinalizer() {
        objects.create(V1, MAPS, map("ns", "a"));
        objects.delete(V1, MAPS, "ns", "a", propagating("Foreground"));
        assertThat(objects.get(V1, MAPS, "ns", "a").orElseThrow().metadata().finalizers())
                .containsExactly("foregroundDeletion");
        objects.delete(V1, MAPS, "ns", "a", propagating("Orphan"));
        assertThat(objects.get(V1, MAPS, "ns", "a").orElseThrow().metadata().finalizers()).containsExactly("orphan");
        objects.delete(V1, MAPS, "ns", "a", propagating("Background"));
        assertThat(objects.get(V1, MAPS, "ns", "a")).isEmpty();
    }

    private static Removal propagating(String policy) {
        return new Removal(OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.of(policy));
    }

    @Test
    void aNamespaceGoesWhenItIsFinalized() {
        objects.serve(V1, "namespaces", "Namespace", false);
        ApiObject namespace = ApiObject.ofKind(V1.kind("Namespace"));
        namespace.metadata().setName("ns");
        namespace.structAt("spec").put("finalizers", List.of("kubernetes"));
        objects.create(V1, "namespaces", namespace);
        objects.delete(V1, "namespaces", "", "ns");
        ApiObject going = objects.get(V1, "namespaces", "", "ns").orElseThrow();
        assertThat(going.textAt("status", "phase")).isEqualTo("Terminating");
        going.structAt("status").put("phase", "Odd");
        going.structAt("spec").remove("finalizers");
        ApiObject stays = objects.update(V1, "namespaces/status", going);
        assertThat(stays.textAt("status", "phase")).isEqualTo("Odd");
        assertThat(stays.at("spec", "finalizers")).isEqualTo(List.of("kubernetes"));
        stays.structAt("spec").remove("finalizers");
        objects.update(V1, "namespaces/finalize", stays);
        assertThat(objects.get(V1, "namespaces", "", "ns")).isEmpty();
    }

    @Test
    void whatIsServedIsListedAndGoesWithItsObjects() throws InterruptedException {
        long before = objects.served().generation();
        objects.create(V1, MAPS, map("ns", "a"));
        Followed metadata = new Followed(V1, MAPS, "", true);
        try (ObjectChanges changes = objects.follow(metadata)) {
            objects.stopServing(V1, MAPS);
            assertThat(changes.next(Duration.ZERO).orElseThrow().object().tree())
                    .containsOnlyKeys("apiVersion", "kind", "metadata");
            fails(() -> changes.next(Duration.ofSeconds(1)), ErrorReason.NOT_FOUND);
            assertThat(changes.ended()).contains(metadata);
            objects.serve(V1, MAPS);
            changes.add(metadata);
            assertThat(changes.next(Duration.ZERO)).isEmpty();
            objects.create(V1, MAPS, map("ns", "b"));
            assertThat(changes.next(Duration.ofSeconds(1)).orElseThrow().object().metadata().name()).isEqualTo("b");
            objects.endFollowing(V1, MAPS);
            fails(() -> changes.next(Duration.ofSeconds(1)), ErrorReason.EXPIRED);
        }
        assertThat(objects.served().generation()).isGreaterThan(before);
        assertThat(objects.served().resources()).singleElement()
                .satisfies(entry -> assertThat(entry.resource()).isEqualTo(MAPS));
    }

    private List<String> names(String namespace) {
        return objects.list(V1, MAPS, namespace).stream().map(object -> object.metadata().name()).toList();
    }

    private static void fails(ThrowingCallable call, ErrorReason reason) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApiException.class,
                e -> assertThat(e.status().reason()).isEqualTo(reason));
    }

    private static ApiObject map(String namespace, String name) {
        ApiObject map = ApiObject.ofKind(V1.kind("ConfigMap"));
        map.metadata().setNamespace(namespace);
        map.metadata().setName(name);
        return map;
    }
}
