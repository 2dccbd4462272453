package mortise.controller.garbagecollector;

import static mortise.controller.garbagecollector.Cluster.NAMESPACE;
import static mortise.controller.garbagecollector.Cluster.V1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ResourceEntry;
import mortise.tck.controller.ObjectCall;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GarbageCollectorControllerTest {

    private static final GroupVersion CUSTOM = new GroupVersion("example.org", "v1");

    private final Cluster cluster = new Cluster();

    @AfterEach
    void stop() throws InterruptedException {
        cluster.stop();
    }

    private Set<String> left() {
        return cluster.others.list(V1, "pods", NAMESPACE).stream().map(pod -> pod.metadata().name())
                .collect(Collectors.toSet());
    }

    @Test
    void dependentsOfWhatIsDeletedAreDeletedWithTheirDependents() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        ApiObject middle = cluster.pod("middle", owner);
        cluster.pod("leaf", middle);
        cluster.pod("stranger");
        cluster.collect().afterAWhile();
        cluster.pod("later", middle);
        cluster.delete("owner", "Background");
        cluster.soon(() -> left().equals(Set.of("stranger")));
    }

    @Test
    void everyDeletionIsOfThatObjectAndNoOther() throws InterruptedException {
        cluster.pod("unwanted", Cluster.nobody("Pod"));
        cluster.collect().soon(() -> !cluster.has("unwanted"));
        List<ObjectCall> deletions = cluster.objects.calls().stream()
                .filter(call -> call.operation() == Operation.DELETE).toList();
        assertThat(deletions).isNotEmpty().allSatisfy(call -> {
            assertThat(call.removal().uid()).isPresent();
            assertThat(call.removal().propagationPolicy()).contains("Background");
        });
    }

    @Test
    void whatHasAnotherOwnerStaysWithThatOne() throws InterruptedException {
        ApiObject going = cluster.pod("going");
        ApiObject staying = cluster.pod("staying");
        cluster.pod("shared", going, staying);
        cluster.collect().afterAWhile();
        cluster.delete("going", "Background");
        cluster.soon(() -> cluster.owners("shared") == 1);
        cluster.delete("staying", "Background");
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void anOwnerDeletedInTheForegroundGoesAfterItsDependents() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        ApiObject middle = cluster.blockingPod("middle", owner);
        cluster.blockingPod("leaf", middle);
        cluster.finalizer("leaf", "example.org/slow");
        cluster.collect().afterAWhile();
        cluster.delete("owner", "Foreground");
        cluster.soon(() -> cluster.isGoing("leaf"));
        cluster.afterAWhile();
        assertThat(cluster.isGoing("owner")).as("waits").isTrue();
        assertThat(cluster.isGoing("middle")).as("waits, too").isTrue();
        cluster.finalizer("leaf");
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void nobodyWaitsForADependentThatDoesNotBlock() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.pod("dependent", owner);
        cluster.finalizer("dependent", "example.org/slow");
        cluster.collect().afterAWhile();
        cluster.delete("owner", "Foreground");
        cluster.soon(() -> !cluster.has("owner") && cluster.isGoing("dependent"));
    }

    @Test
    void aForegroundDeletionLeavesWhatHasAnotherOwner() throws InterruptedException {
        ApiObject going = cluster.pod("going");
        cluster.blockingPod("shared", going, cluster.pod("staying"));
        cluster.collect().afterAWhile();
        cluster.delete("going", "Foreground");
        cluster.soon(() -> !cluster.has("going") && cluster.owners("shared") == 1);
    }

    @Test
    void aBlockingDependentThatComesLateIsDeletedToo() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.blockingPod("first", owner);
        cluster.finalizer("first", "example.org/slow");
        cluster.collect().afterAWhile();
        cluster.delete("owner", "Foreground");
        cluster.soon(() -> cluster.isGoing("first"));
        cluster.blockingPod("second", owner);
        cluster.soon(() -> !cluster.has("second"));
        cluster.finalizer("first");
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void objectsThatWaitForEachOtherGo() throws InterruptedException {
        ApiObject first = cluster.pod("first");
        ApiObject second = cluster.blockingPod("second", first);
        ApiObject third = cluster.blockingPod("third", second);
        Cluster.own(first, true, third);
        cluster.others.update(V1, "pods", first);
        cluster.collect().afterAWhile();
        cluster.delete("first", "Foreground");
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void anOrphaningDeletionReleasesDependents() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        ApiObject other = cluster.pod("other");
        cluster.pod("only", owner);
        cluster.pod("shared", owner, other);
        cluster.collect().afterAWhile();
        cluster.delete("owner", "Orphan");
        cluster.soon(() -> !cluster.has("owner"));
        assertThat(cluster.owners("only")).isZero();
        assertThat(cluster.owners("shared")).isEqualTo(1);
        cluster.afterAWhile();
        assertThat(left()).containsExactlyInAnyOrder("other", "only", "shared");
    }

    @Test
    void anOrphaningDeletionWaitsForEachDependent() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.pod("dependent", owner);
        cluster.collect().afterAWhile();
        AtomicInteger refused = new AtomicInteger();
        cluster.objects.beforeEachCall(call -> {
            if (call.operation() == Operation.PATCH && call.name().equals("dependent")
                    && refused.incrementAndGet() < 4) {
                assertThat(cluster.has("owner")).isTrue();
                throw new ApiException(ApiStatus.of(ErrorReason.INTERNAL_ERROR, "not now"));
            }
        });
        cluster.delete("owner", "Orphan");
        cluster.soon(() -> !cluster.has("owner"));
        assertThat(refused.get()).isEqualTo(4);
        assertThat(cluster.owners("dependent")).isZero();
    }

    @Test
    void anotherObjectOfTheOwnersNameIsNotTheOwner() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.delete("owner", "Background");
        cluster.pod("owner");
        cluster.pod("dependent", owner);
        cluster.collect().soon(() -> left().equals(Set.of("owner")));
    }

    @Test
    void aDependentThatIsMadeAnewMeanwhileStays() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.pod("dependent", owner);
        cluster.collect().afterAWhile();
        AtomicInteger times = new AtomicInteger();
        cluster.objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE && call.name().equals("dependent")
                    && times.incrementAndGet() == 1) {
                cluster.delete("dependent", "Background");
                cluster.pod("dependent");
            }
        });
        cluster.delete("owner", "Background");
        cluster.soon(() -> times.get() > 0);
        cluster.afterAWhile();
        assertThat(cluster.has("dependent")).isTrue();
    }

    @Test
    void aDependentThatGetsAnotherOwnerMeanwhileStays() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        ApiObject rescuer = cluster.pod("rescuer");
        cluster.pod("dependent", owner);
        cluster.collect().afterAWhile();
        AtomicInteger times = new AtomicInteger();
        cluster.objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE && call.name().equals("dependent")
                    && times.incrementAndGet() == 1) {
                ApiObject dependent = cluster.get("dependent").orElseThrow();
                Cluster.own(dependent, false, owner, rescuer);
                cluster.others.update(V1, "pods", dependent);
            }
        });
        cluster.delete("owner", "Background");
        cluster.soon(() -> times.get() > 0 && cluster.owners("dependent") == 1);
        assertThat(left()).containsExactlyInAnyOrder("rescuer", "dependent");
    }

    @Test
    void aDependentThatChangesOtherwiseMeanwhileGoes() throws InterruptedException {
        cluster.objects.beforeEachCall(call -> {
            if (call.operation() == Operation.DELETE && call.removal().resourceVersion().isPresent()) {
                ApiObject dependent = cluster.get("dependent").orElseThrow();
                dependent.metadata().setLabel("busy", String.valueOf(cluster.objects.calls().size()));
                cluster.others.update(V1, "pods", dependent);
            }
        });
        cluster.pod("dependent", Cluster.nobody("Pod"));
        cluster.collect().soon(() -> left().isEmpty());
    }

    @Test
    void dependentsOfAnUnknownKindStayUntilTheKindIsKnown() throws InterruptedException {
        ApiObject widget = ApiObject.ofKind(CUSTOM.kind("Widget"));
        widget.metadata().setNamespace(NAMESPACE);
        widget.metadata().setName("nobody");
        widget.metadata().setUid("uid-of-nobody");
        cluster.pod("dependent", widget);
        cluster.collect().afterAWhile();
        assertThat(cluster.has("dependent")).isTrue();
        cluster.objects.serve(CUSTOM, "widgets", "Widget", true);
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void whatIsNotFoundWhileItStopsBeingServedIsNotTakenForAbsent() throws InterruptedException {
        cluster.objects.serve(CUSTOM, "widgets", "Widget", true);
        ApiObject nobody = Cluster.nobody("Widget");
        nobody.setKind(CUSTOM.kind("Widget"));
        cluster.objects.beforeEachCall(call -> {
            if (call.resource().equals("widgets") && call.operation() == Operation.GET) {
                cluster.objects.serve(CUSTOM, "gadgets", "Gadget", true);
            }
        });
        cluster.pod("dependent", nobody);
        cluster.collect().afterAWhile();
        assertThat(cluster.has("dependent")).isTrue();
        cluster.objects.beforeEachCall(call -> { });
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void anOwnerInAVersionThatIsNotServedSaysNothing() throws InterruptedException {
        ApiObject nobody = Cluster.nobody("Pod");
        nobody.setKind(new GroupVersion("", "v2").kind("Pod"));
        cluster.pod("dependent", nobody);
        cluster.collect().afterAWhile();
        assertThat(cluster.has("dependent")).isTrue();
    }

    @Test
    void resourcesThatAreServedLaterAreCollectedToo() throws InterruptedException {
        cluster.collect().afterAWhile();
        cluster.objects.serve(CUSTOM, "widgets", "Widget", true);
        ApiObject owner = cluster.pod("owner");
        ApiObject widget = ApiObject.ofKind(CUSTOM.kind("Widget"));
        widget.metadata().setNamespace(NAMESPACE);
        widget.metadata().setName("widget");
        Cluster.own(widget, true, owner);
        ApiObject created = cluster.others.create(CUSTOM, "widgets", widget);
        cluster.pod("leaf", created);
        cluster.delete("owner", "Background");
        cluster.soon(() -> left().isEmpty() && cluster.others.list(CUSTOM, "widgets", "").isEmpty());
    }

    @Test
    void whatCannotBeWatchedOrListedOrDeletedIsLeftAlone() throws InterruptedException {
        cluster.objects.serve(new ResourceEntry(CUSTOM, "widgets", "Widget", true, Set.of("get", "list", "create")));
        ApiObject widget = ApiObject.ofKind(CUSTOM.kind("Widget"));
        widget.metadata().setName("widget");
        Cluster.own(widget, false, Cluster.nobody("Pod"));
        cluster.others.create(CUSTOM, "widgets", widget);
        ApiObject event = Cluster.object("Event", NAMESPACE, "event", Cluster.nobody("Pod"));
        cluster.others.create(V1, "events", event);
        cluster.collect().afterAWhile();
        assertThat(cluster.others.list(CUSTOM, "widgets", "")).hasSize(1);
        assertThat(cluster.others.list(V1, "events", "")).hasSize(1);
    }

    @Test
    void aPodOfANodeGoesWithIt() throws InterruptedException {
        ApiObject node = cluster.node("node");
        cluster.pod("a", "dependent", node);
        cluster.pod("b", "dependent", node);
        cluster.collect().afterAWhile();
        assertThat(cluster.others.list(V1, "pods", "")).hasSize(2);
        cluster.others.delete(V1, "nodes", "", "node");
        cluster.soon(() -> cluster.others.list(V1, "pods", "").isEmpty());
    }

    @Test
    void anOwnerInAnotherNamespaceIsNone() throws InterruptedException {
        ApiObject owner = cluster.pod("elsewhere", "owner");
        cluster.pod("elsewhere", "right", owner);
        cluster.pod("wrong", owner);
        cluster.collect().soon(() -> left().isEmpty());
        cluster.soon(() -> !cluster.others.list(V1, "events", NAMESPACE).isEmpty());
        assertThat(cluster.others.list(V1, "pods", "elsewhere")).hasSize(2);
        ApiObject event = cluster.others.list(V1, "events", NAMESPACE).get(0);
        assertThat(event.textAt("reason")).isEqualTo("OwnerRefInvalidNamespace");
        assertThat(event.textAt("type")).isEqualTo("Warning");
        assertThat(event.textAt("involvedObject", "name")).isEqualTo("wrong");
        assertThat(event.textAt("message")).isEqualTo("ownerRef [v1/Pod, namespace: ns, name: owner, uid: "
                + owner.metadata().uid() + "] does not exist in namespace \"ns\"");
    }

    @Test
    void whatIsInNoNamespaceIsNeverDeletedForAnOwnerInOne() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.node("node", owner);
        cluster.node("other", Cluster.nobody("Pod"));
        cluster.collect().soon(() -> cluster.others.list(V1, "events", "default").size() == 1);
        cluster.delete("owner", "Background");
        cluster.soon(() -> left().isEmpty());
        cluster.afterAWhile();
        assertThat(cluster.others.list(V1, "nodes", "")).hasSize(2);
    }

    @Test
    void dependentsMayDisagreeAboutTheirOwner() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        ApiObject wrongName = cluster.get("owner").orElseThrow();
        wrongName.metadata().setName("aardvark");
        ApiObject wrongKind = cluster.get("owner").orElseThrow();
        wrongKind.setKind(V1.kind("Node"));
        cluster.pod("a", wrongName);
        cluster.pod("b", wrongKind);
        cluster.pod("c", owner);
        cluster.collect().soon(() -> left().equals(Set.of("owner", "c")));
    }

    @Test
    void aNewCollectorFinishesWhatWasBegun() throws InterruptedException {
        ApiObject foreground = cluster.pod("foreground");
        ApiObject middle = cluster.blockingPod("middle", foreground);
        cluster.blockingPod("leaf", middle);
        ApiObject orphaning = cluster.pod("orphaning");
        cluster.pod("released", orphaning);
        cluster.delete("foreground", "Foreground");
        cluster.delete("middle", "Foreground");
        cluster.delete("orphaning", "Orphan");
        cluster.collect().soon(() -> left().equals(Set.of("released")));
        assertThat(cluster.owners("released")).isZero();
    }

    @Test
    void whatWentWhileNobodyLookedIsFoundOut() throws InterruptedException {
        cluster.objects.serve(CUSTOM, "widgets", "Widget", true);
        ApiObject widget = ApiObject.ofKind(CUSTOM.kind("Widget"));
        widget.metadata().setNamespace(NAMESPACE);
        widget.metadata().setName("widget");
        ApiObject owner = cluster.others.create(CUSTOM, "widgets", widget);
        cluster.pod("dependent", owner);
        cluster.collect().afterAWhile();
        cluster.objects.stopServing(CUSTOM, "widgets");
        cluster.afterAWhile();
        assertThat(cluster.has("dependent")).as("nobody knows").isTrue();
        cluster.objects.serve(CUSTOM, "widgets", "Widget", true);
        cluster.soon(() -> left().isEmpty());
    }

    @Test
    void aReaderThatWasTooSlowBeginsAnew() throws InterruptedException {
        ApiObject owner = cluster.pod("owner");
        cluster.pod("dependent", owner);
        cluster.collect().afterAWhile();
        cluster.objects.endFollowing(V1, "pods");
        cluster.delete("owner", "Background");
        cluster.soon(() -> left().isEmpty());
    }
}
