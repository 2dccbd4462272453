package mortise.admission.priority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.Test;

class PriorityAdmissionTest {

    private final FakeObjectAccess objects = Samples.server();
    private final PriorityAdmission plugin = new PriorityAdmission(Samples.NAMES, objects);

    private AdmissionDecision create(ApiObject pod) {
        return plugin.admit(Samples.ofPod(Operation.CREATE, pod, Optional.empty()));
    }

    private static String message(AdmissionDecision decision) {
        assertThat(decision).isInstanceOf(Refused.class);
        assertThat(((Refused) decision).status().code()).isEqualTo(403);
        return ((Refused) decision).status().message();
    }

    private Map<String, Object> created(Map<String, Object> spec) {
        ApiObject pod = Samples.pod(spec);
        assertThat(create(pod)).isEqualTo(AdmissionDecision.ADMITTED);
        return Map.copyOf(pod.structAt("spec"));
    }

    @Test
    void aPodGetsWhatItsClassSays() {
        Samples.store(objects, Samples.priorityClass("high", 1000, Map.of("preemptionPolicy", "Never")));
        assertThat(created(Map.of("priorityClassName", "high"))).isEqualTo(
                Map.of("priorityClassName", "high", "priority", 1000L, "preemptionPolicy", "Never"));
        assertThat(created(Map.of("priorityClassName", "high", "priority", 1000L))).containsEntry("priority", 1000L);
    }

    @Test
    void aPodWithoutAClassGetsZeroOrTheLowestOfTheDefaults() {
        assertThat(created(Map.of())).isEqualTo(Map.of("priority", 0L, "preemptionPolicy", "PreemptLowerPriority"));
        Samples.store(objects, Samples.priorityClass("a", 30, Map.of("globalDefault", true)));
        Samples.store(objects, Samples.priorityClass("b", 20, Map.of("globalDefault", true)));
        Samples.store(objects, Samples.priorityClass("c", 10, Map.of()));
        assertThat(created(Map.of())).containsEntry("priorityClassName", "b").containsEntry("priority", 20L);
    }

    @Test
    void aServerWithoutTheGroupHasNoClasses() {
        var bare = new PriorityAdmission(Samples.NAMES, new FakeObjectAccess());
        ApiObject pod = Samples.pod(Map.of());
        assertThat(bare.admit(Samples.ofPod(Operation.CREATE, pod, Optional.empty())))
                .isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(pod.at("spec", "priority")).isEqualTo(0L);
    }

    @Test
    void classesOfTheSystemAreKnownBeforeTheirObjectsAre() {
        assertThat(created(Map.of("priorityClassName", "system-cluster-critical")))
                .containsEntry("priority", 2_000_000_000L);
        assertThat(created(Map.of("priorityClassName", "system-node-critical")))
                .containsEntry("priority", 2_000_001_000L);
    }

    @Test
    void aClassThatIsNotThereIsRefused() {
        assertThat(message(create(Samples.pod(Map.of("priorityClassName", "absent")))))
                .isEqualTo("pods \"p\" is forbidden: no PriorityClass with name absent was found");
    }

    @Test
    void numbersOfOnesOwnAreRefused() {
        assertThat(message(create(Samples.pod(Map.of("priority", 5L))))).isEqualTo("pods \"p\" is forbidden:"
                + " the integer value of priority (5)"
                + " must not be provided in pod spec; priority admission controller computed 0"
                + " from the given PriorityClass name");
        assertThat(message(create(Samples.pod(Map.of("preemptionPolicy", "Never"))))).isEqualTo("pods \"p\" is"
                + " forbidden: the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority"
                + " admission controller computed PreemptLowerPriority from the given PriorityClass name");
    }

    @Test
    void anUpdateThatLeavesThemOutKeepsThem() {
        ApiObject pod = Samples.pod(Map.of());
        ApiObject old = Samples.pod(Map.of("priority", 7L, "preemptionPolicy", "Never"));
        plugin.admit(Samples.ofPod(Operation.UPDATE, pod, Optional.of(old)));
        assertThat(pod.structAt("spec")).isEqualTo(Map.of("priority", 7L, "preemptionPolicy", "Never"));
    }

    @Test
    void thereIsOneClassForAllOthers() {
        ApiObject first = Samples.priorityClass("first", 1, Map.of("globalDefault", true));
        assertThat(plugin.validate(Samples.ofClass(Operation.CREATE, first))).isEqualTo(AdmissionDecision.ADMITTED);
        Samples.store(objects, first);
        assertThat(plugin.validate(Samples.ofClass(Operation.UPDATE, first))).isEqualTo(AdmissionDecision.ADMITTED);
        ApiObject second = Samples.priorityClass("second", 2, Map.of("globalDefault", true));
        assertThat(message(plugin.validate(Samples.ofClass(Operation.CREATE, second)))).endsWith(
                "forbidden: PriorityClass first is already marked as default. Only one default can exist");
        ApiObject plain = Samples.priorityClass("plain", 2, Map.of());
        assertThat(plugin.validate(Samples.ofClass(Operation.CREATE, plain))).isEqualTo(AdmissionDecision.ADMITTED);
    }

    @Test
    void classesOfTheSystemStay() {
        assertThat(message(plugin.validate(Samples.deletion("system-node-critical"))))
                .endsWith("forbidden: this is a system priority class and cannot be deleted");
        assertThat(plugin.validate(Samples.deletion("mine"))).isEqualTo(AdmissionDecision.ADMITTED);
    }
}
