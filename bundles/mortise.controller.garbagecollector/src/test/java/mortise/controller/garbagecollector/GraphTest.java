package mortise.controller.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GraphTest {

    private static final TypeName POD = new TypeName("v1", "Pod");
    private static final TypeName NODE = new TypeName("v1", "Node");

    private final Graph graph = new Graph();

    private static Identity pod(String uid) {
        return new Identity(POD, "ns", "name-" + uid, uid);
    }

    private static Identity node(String uid) {
        return new Identity(NODE, "", "name-" + uid, uid);
    }

    private static OwnerReference owner(Identity owner, boolean blocking) {
        return new OwnerReference(owner.type(), owner.name(), owner.uid(), blocking);
    }

    private static Observation living(Identity identity, OwnerReference... owners) {
        return new Observation(identity, List.of(owners), false, false, false);
    }

    private static Observation foreground(Identity identity, OwnerReference... owners) {
        return new Observation(identity, List.of(owners), true, false, true);
    }

    private static Observation orphaning(Identity identity) {
        return new Observation(identity, List.of(), true, true, false);
    }

    private static List<Task> examine(String... uids) {
        return Stream.of(uids).map(Task::examine).toList();
    }

    @Test
    void anObjectOfNobodyGivesNothingToDo() {
        assertThat(graph.observe(living(pod("1")))).isEmpty();
        assertThat(graph.observe(living(pod("2"), owner(pod("1"), false)))).isEmpty();
        assertThat(graph.dependents("1")).containsExactly("2");
    }

    @Test
    void anOwnerThatNobodyHasSeenIsExamined() {
        assertThat(graph.observe(living(pod("2"), owner(pod("1"), false)))).isEqualTo(examine("1"));
        assertThat(graph.find("1").orElseThrow().observed()).isFalse();
        assertThat(graph.observe(living(pod("1")))).isEmpty();
        assertThat(graph.find("1").orElseThrow().observed()).isTrue();
    }

    @Test
    void anOwnerThatNobodyHasSeenIsForgottenWithItsLastDependent() {
        graph.observe(living(pod("2"), owner(pod("1"), false)));
        graph.gone("2");
        assertThat(graph.size()).isZero();
    }

    @Test
    void dependentsOfWhatIsGoneAreExamined() {
        graph.observe(living(pod("1")));
        graph.observe(living(pod("2"), owner(pod("1"), false)));
        graph.observe(living(pod("3"), owner(pod("1"), true)));
        assertThat(graph.gone("1")).containsExactlyInAnyOrderElementsOf(examine("2", "3"));
        assertThat(graph.isKnownAbsent(pod("1"))).isTrue();
        assertThat(graph.size()).isEqualTo(2);
        assertThat(graph.gone("2")).isEmpty();
        assertThat(graph.gone("3")).isEmpty();
        assertThat(graph.size()).isZero();
    }

    @Test
    void anOwnerThatWaitsIsExaminedWhenTheLastBlockingDependentGoes() {
        graph.observe(living(pod("1")));
        graph.observe(living(pod("2"), owner(pod("1"), true)));
        graph.observe(living(pod("3"), owner(pod("1"), true)));
        graph.observe(living(pod("4"), owner(pod("1"), false)));
        assertThat(graph.observe(foreground(pod("1")))).containsExactlyInAnyOrderElementsOf(
                examine("1", "2", "3", "4"));
        assertThat(graph.observe(foreground(pod("1")))).as("told again").isEmpty();
        assertThat(graph.gone("2")).isEmpty();
        assertThat(graph.blockingDependents("1")).containsExactly("3");
        assertThat(graph.observe(living(pod("3"), owner(pod("1"), false)))).as("blocks no more")
                .isEqualTo(examine("1"));
        assertThat(graph.blockingDependents("1")).isEmpty();
        assertThat(graph.dependents("1")).containsExactlyInAnyOrder("3", "4");
    }

    @Test
    void aLateDependentOfAnOwnerThatWaitsIsExamined() {
        graph.observe(foreground(pod("1")));
        assertThat(graph.observe(living(pod("2"), owner(pod("1"), true)))).isEqualTo(examine("2"));
        assertThat(graph.observe(living(pod("2")))).as("it has no owner now").isEqualTo(examine("1"));
    }

    @Test
    void anOrphaningOwnerIsAskedAgainForEachNewDependentAndWhenTheLastHasLeft() {
        assertThat(graph.observe(orphaning(pod("1")))).isEqualTo(List.of(Task.orphan("1")));
        assertThat(graph.observe(living(pod("2"), owner(pod("1"), false)))).isEqualTo(List.of(Task.orphan("1")));
        assertThat(graph.observe(living(pod("3"), owner(pod("1"), false)))).isEqualTo(List.of(Task.orphan("1")));
        assertThat(graph.observe(living(pod("2")))).isEmpty();
        assertThat(graph.gone("3")).isEqualTo(List.of(Task.orphan("1")));
    }

    @Test
    void aDeletionMayChangeItsMind() {
        graph.observe(foreground(pod("1")));
        assertThat(graph.observe(orphaning(pod("1")))).isEqualTo(List.of(Task.orphan("1")));
        assertThat(graph.find("1").orElseThrow().foreground()).isFalse();
        assertThat(graph.observe(foreground(pod("1")))).isEqualTo(examine("1"));
    }

    @Test
    void anOwnerInAnotherNamespaceIsReported() {
        graph.observe(living(new Identity(POD, "elsewhere", "name-1", "1")));
        assertThat(graph.observe(living(pod("2"), owner(pod("1"), false))))
                .containsExactly(Task.report(pod("2"), pod("1")), Task.examine("2"));
    }

    @Test
    void anOwnerThatTurnsOutToBeElsewhereIsReported() {
        graph.observe(living(pod("2"), owner(pod("1"), false)));
        assertThat(graph.observe(living(new Identity(POD, "elsewhere", "name-1", "1"))))
                .containsExactly(Task.report(pod("2"), pod("1")), Task.examine("2"));
    }

    @Test
    void anOwnerInNoNamespaceOwnsEverywhere() {
        graph.observe(living(pod("2"), owner(node("1"), false)));
        assertThat(graph.observe(living(node("1")))).isEmpty();
        assertThat(graph.observe(living(new Identity(POD, "elsewhere", "3", "3"), owner(node("1"), false)))).isEmpty();
    }

    @Test
    void aDependentThatNamesItsOwnerWronglyIsExamined() {
        graph.observe(living(pod("1")));
        Identity wrong = new Identity(POD, "ns", "wrong", "1");
        assertThat(graph.observe(living(pod("2"), owner(wrong, false)))).isEqualTo(examine("2"));
        assertThat(graph.absent(wrong)).as("the owner itself is there").isEqualTo(examine("2"));
        assertThat(graph.find("1")).isPresent();
    }

    @Test
    void anOwnerThatIsNotWhereOneDependentSaysIsLookedForWhereAnotherDoes() {
        Identity first = new Identity(POD, "ns", "a", "1");
        Identity second = new Identity(POD, "ns", "b", "1");
        assertThat(graph.observe(living(pod("2"), owner(first, false)))).isEqualTo(examine("1"));
        assertThat(graph.observe(living(pod("3"), owner(second, false)))).isEqualTo(examine("3"));
        assertThat(graph.absent(first)).containsExactly(Task.examine("2"), Task.examine("1"));
        assertThat(graph.find("1").orElseThrow().identity()).isEqualTo(second);
        graph.gone("2");
        assertThat(graph.absent(second)).isEqualTo(examine("3"));
        assertThat(graph.find("1")).isEmpty();
    }

    @Test
    void whatIsToldAnewIsDoubtedUntilThen() {
        graph.observe(living(pod("1")));
        graph.observe(living(node("2")));
        assertThat(graph.doubtAll(POD)).isEqualTo(examine("1"));
        assertThat(graph.find("1").orElseThrow().observed()).isFalse();
        assertThat(graph.find("2").orElseThrow().observed()).isTrue();
        graph.observe(living(pod("1")));
        assertThat(graph.find("1").orElseThrow().observed()).isTrue();
    }

    @Test
    void nobodyOwnsItself() {
        assertThat(graph.observe(foreground(pod("1"), owner(pod("1"), true)))).isEqualTo(examine("1"));
        assertThat(graph.blockingDependents("1")).isEmpty();
    }

    @Test
    void linksAreTakenOutOfAnyPlaceOfTheChain() {
        graph.observe(living(pod("o")));
        for (String uid : List.of("1", "2", "3", "4")) {
            graph.observe(living(pod(uid), owner(pod("o"), false)));
        }
        graph.gone("2");
        assertThat(graph.dependents("o")).containsExactlyInAnyOrder("1", "3", "4");
        graph.gone("4");
        assertThat(graph.dependents("o")).containsExactlyInAnyOrder("1", "3");
        graph.gone("1");
        assertThat(graph.dependents("o")).containsExactly("3");
        graph.observe(living(pod("3"), owner(pod("o"), true)));
        assertThat(graph.blockingDependents("o")).containsExactly("3");
        graph.gone("3");
        assertThat(graph.find("o").orElseThrow().hasDependents()).isFalse();
    }
}
