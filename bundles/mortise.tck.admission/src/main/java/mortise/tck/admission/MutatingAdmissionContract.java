package mortise.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Admitted;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import org.junit.jupiter.api.Test;

/** What every {@link MutatingAdmission} has to do. A bundle extends this class and says how its plug-in is made. */
public abstract class MutatingAdmissionContract {

    /** Returns the plug-in under test. */
    protected abstract MutatingAdmission plugin();

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
    }

    @Test
    void everyWriteHasADecision() {
        MutatingAdmission plugin = plugin();
        assertThat(samples()).allSatisfy(request -> assertThat(plugin.admit(request)).isNotNull());
    }

    @Test
    void doingItTwiceIsTheSameAsOnce() {
        MutatingAdmission plugin = plugin();
        for (AdmissionRequest request : samples()) {
            if (plugin.admit(request) instanceof Admitted) {
                AdmissionRequest once = AdmissionSamples.copy(request, false);
                assertThat(plugin.admit(request)).as("the second answer to %s", once).isInstanceOf(Admitted.class);
                assertThat(request.object()).as("object after the second time").isEqualTo(once.object());
                assertThat(plugin.admit(request.again())).as("the answer in the second round to %s", once)
                        .isInstanceOf(Admitted.class);
                assertThat(request.object()).as("object after the second round").isEqualTo(once.object());
            }
        }
    }

    @Test
    void theOldObjectStaysAsItWas() {
        MutatingAdmission plugin = plugin();
        for (AdmissionRequest request : samples()) {
            AdmissionRequest before = AdmissionSamples.copy(request, false);
            plugin.admit(request);
            assertThat(request.oldObject()).isEqualTo(before.oldObject());
        }
    }

    @Test
    void theObjectStaysTheOneThatWasAskedFor() {
        MutatingAdmission plugin = plugin();
        for (AdmissionRequest request : samples()) {
            AdmissionRequest before = AdmissionSamples.copy(request, false);
            plugin.admit(request);
            request.object().ifPresent(object -> {
                var was = before.object().orElseThrow();
                assertThat(object.kind()).isEqualTo(was.kind());
                assertThat(object.apiVersion()).isEqualTo(was.apiVersion());
                assertThat(object.textAt("metadata", "name")).isEqualTo(was.textAt("metadata", "name"));
                assertThat(object.textAt("metadata", "namespace")).isEqualTo(was.textAt("metadata", "namespace"));
            });
        }
    }

    @Test
    void aDryRunDecidesTheSameAndDoesNothingElse() {
        MutatingAdmission plugin = plugin();
        for (AdmissionRequest request : Declarations.dryRunnable(properties(), samples())) {
            AdmissionRequest dry = AdmissionSamples.copy(request, true);
            Object before = sideEffects();
            AdmissionDecision answer = plugin.admit(dry);
            assertThat(sideEffects()).as("side effects of a dry run").isEqualTo(before);
            assertThat(plugin.admit(request).getClass()).isEqualTo(answer.getClass());
            assertThat(dry.object()).as("object after a dry run").isEqualTo(request.object());
        }
    }

    @Test
    void manyThreadsGetTheAnswersOfOne() throws Exception {
        MutatingAdmission plugin = plugin();
        Threads.agree(() -> samples().stream().map(request -> List.of(plugin.admit(request), request)).toList());
    }

    private List<AdmissionRequest> samples() {
        List<AdmissionRequest> all = new ArrayList<>();
        requests().forEach(request -> all.add(AdmissionSamples.copy(request, false)));
        all.addAll(AdmissionSamples.all());
        return Declarations.calledFor(properties(), all);
    }
}
