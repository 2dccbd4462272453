package mortise.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;

/** What plug-ins say about themselves in their service properties. */
final class Declarations {

    private Declarations() {
    }

    /** Fails when a property has a value that the core would take for something else. */
    static void check(Map<String, Object> properties) {
        assertThat(properties.getOrDefault(AdmissionProperties.NAME, "Unnamed")).as("name, as it stands in lists")
                .isInstanceOfSatisfying(String.class, name -> assertThat(name).matches("[A-Za-z][A-Za-z0-9.-]*"));
        assertThat(operations(properties)).as("operations")
                .isSubsetOf(Arrays.stream(Operation.values()).map(Operation::name).toList());
        assertThat(properties.getOrDefault(AdmissionProperties.SIDE_EFFECTS, "None")).as("side effects")
                .isIn("None", AdmissionProperties.SOME);
        assertThat(properties.getOrDefault(AdmissionProperties.REINVOCATION, "Never")).as("reinvocation")
                .isIn("Never", AdmissionProperties.IF_NEEDED);
    }

    /** Leaves those writes that a plug-in is called for. */
    static List<AdmissionRequest> calledFor(Map<String, Object> properties, List<AdmissionRequest> requests) {
        List<String> operations = operations(properties);
        return operations.isEmpty() ? requests
                : requests.stream().filter(request -> operations.contains(request.operation().name())).toList();
    }

    /** Leaves those writes that a plug-in is called for in a dry run. */
    static List<AdmissionRequest> dryRunnable(Map<String, Object> properties, List<AdmissionRequest> requests) {
        return AdmissionProperties.SOME.equals(properties.get(AdmissionProperties.SIDE_EFFECTS))
                ? List.of() : requests;
    }

    private static List<String> operations(Map<String, Object> properties) {
        Object value = properties.getOrDefault(AdmissionProperties.OPERATIONS, new String[0]);
        assertThat(value).as("operations").isInstanceOf(String[].class);
        return List.of((String[]) value);
    }
}
