package mortise.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.ValidatingAdmission;
import org.junit.jupiter.api.Test;

/** What every {@link ValidatingAdmission} has to do. A bundle extends this class and says how its plug-in is made. */
public abstract class ValidatingAdmissionContract {

    /** Returns the plug-in under test. */
    protected abstract ValidatingAdmission plugin();

    /** Returns writes this plug-in has something to say about; shown to it besides the kit's own. */
    protected abstract List<AdmissionRequest> requests();

    /** Returns what the plug-in has done to the world outside the request, as its fakes recorded it. */
    protected Object sideEffects() {
        return List.of();
    }

    /** Returns the service properties with which the plug-in declares itself. */
    protected Map<String, Object> properties() {
        return Map.of();
    }

    @Test
    void itsDeclarationsMeanSomething() {
        Declarations.check(properties());
        assertThat(properties()).as("only mutating plug-ins are called again")
                .doesNotContainKey(AdmissionProperties.REINVOCATION);
    }

    @Test
    void everyWriteHasADecision() {
        ValidatingAdmission plugin = plugin();
        assertThat(samples()).allSatisfy(request -> assertThat(plugin.validate(request)).isNotNull());
    }

    @Test
    void nothingIsChanged() {
        ValidatingAdmission plugin = plugin();
        for (AdmissionRequest request : samples()) {
            AdmissionRequest before = AdmissionSamples.copy(request, false);
            plugin.validate(request);
            assertThat(request).isEqualTo(before);
        }
    }

    @Test
    void aRefusalTellsTheCallerWhy() {
        ValidatingAdmission plugin = plugin();
        for (AdmissionRequest request : samples()) {
            if (plugin.validate(request) instanceof Refused refused) {
                assertThat(refused.status().message()).isNotEmpty();
            }
        }
    }

    @Test
    void aDryRunDecidesTheSameAndDoesNothingElse() {
        ValidatingAdmission plugin = plugin();
        for (AdmissionRequest request : Declarations.dryRunnable(properties(), samples())) {
            Object before = sideEffects();
            AdmissionDecision answer = plugin.validate(AdmissionSamples.copy(request, true));
            assertThat(sideEffects()).as("side effects of a dry run").isEqualTo(before);
            assertThat(plugin.validate(request).getClass()).isEqualTo(answer.getClass());
        }
    }

    @Test
    void manyThreadsGetTheAnswersOfOne() throws Exception {
        ValidatingAdmission plugin = plugin();
        Threads.agree(() -> samples().stream().map(plugin::validate).toList());
    }

    private List<AdmissionRequest> samples() {
        List<AdmissionRequest> all = new ArrayList<>();
        requests().forEach(request -> all.add(AdmissionSamples.copy(request, false)));
        all.addAll(AdmissionSamples.all());
        return Declarations.calledFor(properties(), all);
    }
}
