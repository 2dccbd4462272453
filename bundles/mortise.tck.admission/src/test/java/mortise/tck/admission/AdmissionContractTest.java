package mortise.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The kit passes good plug-ins and catches each kind of bad one. */
class AdmissionContractTest {

    @Test
    void goodPluginsPass() {
        assertThat(failedTestsOf(Labelling.class)).isEmpty();
        assertThat(failedTestsOf(Refusing.class)).isEmpty();
    }

    @Test
    void aPluginThatAddsSomethingEachTimeIsCaught() {
        assertThat(failedTestsOf(Growing.class)).containsExactly("doingItTwiceIsTheSameAsOnce");
    }

    @Test
    void aPluginThatAddsSomethingInTheSecondRoundIsCaught() {
        assertThat(failedTestsOf(Persistent.class)).containsExactly("doingItTwiceIsTheSameAsOnce");
    }

    @Test
    void aDeclaredSideEffectIsNone() {
        assertThat(failedTestsOf(Honest.class)).isEmpty();
    }

    @Test
    void aDeclarationThatMeansNothingIsCaught() {
        assertThat(failedTestsOf(Vague.class)).contains("itsDeclarationsMeanSomething");
        assertThat(failedTestsOf(Insistent.class)).containsExactly("itsDeclarationsMeanSomething");
    }

    @Test
    void aPluginIsShownOnlyWhatItIsCalledFor() {
        assertThat(failedTestsOf(Creating.class)).isEmpty();
    }

    @Test
    void aPluginThatRenamesIsCaught() {
        assertThat(failedTestsOf(Renaming.class)).containsExactly("theObjectStaysTheOneThatWasAskedFor");
    }

    @Test
    void aPluginThatChangesTheOldObjectIsCaught() {
        assertThat(failedTestsOf(Rewriting.class)).contains("theOldObjectStaysAsItWas");
    }

    @Test
    void aPluginThatWorksInADryRunIsCaught() {
        assertThat(failedTestsOf(Counting.class)).containsExactly("aDryRunDecidesTheSameAndDoesNothingElse");
    }

    @Test
    void aPluginThatExpectsASchemaIsCaught() {
        assertThat(failedTestsOf(Trusting.class)).contains("everyWriteHasADecision");
    }

    @Test
    void aValidatingPluginThatChangesSomethingIsCaught() {
        assertThat(failedTestsOf(Meddling.class)).contains("nothingIsChanged");
    }

    private static Set<String> failedTestsOf(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(contract)).execute()
                .testEvents().failed().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private static AdmissionDecision label(AdmissionRequest request) {
        request.object().ifPresent(object -> object.tree().put("labelled", true));
        return AdmissionDecision.ADMITTED;
    }

    static class Labelling extends MutatingAdmissionContract {
        @Override
        protected MutatingAdmission plugin() {
            return AdmissionContractTest::label;
        }

        @Override
        protected List<AdmissionRequest> requests() {
            return List.of();
        }
    }

    static class Growing extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                request.object().ifPresent(object -> object.tree().put("size", object.tree().size() + 1L));
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Renaming extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                request.object().ifPresent(object -> object.structAt("metadata").put("name", "other"));
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Rewriting extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                request.oldObject().ifPresent(object -> object.tree().put("seen", true));
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Counting extends Labelling {
        private final List<String> written = new ArrayList<>();

        @Override
        protected Object sideEffects() {
            return written.size();
        }

        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                synchronized (written) {
                    written.add(request.name());
                }
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Persistent extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                if (request.reinvocation()) {
                    request.object().ifPresent(object -> object.tree().put("again", true));
                }
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Honest extends Counting {
        @Override
        protected Map<String, Object> properties() {
            return Map.of(AdmissionProperties.NAME, "Honest", AdmissionProperties.SIDE_EFFECTS, "Some");
        }
    }

    static class Vague extends Labelling {
        @Override
        protected Map<String, Object> properties() {
            return Map.of(AdmissionProperties.NAME, "a,b", AdmissionProperties.OPERATIONS, new String[] {"WRITE"},
                    AdmissionProperties.SIDE_EFFECTS, "Maybe");
        }
    }

    static class Insistent extends Refusing {
        @Override
        protected Map<String, Object> properties() {
            return Map.of(AdmissionProperties.REINVOCATION, "IfNeeded");
        }
    }

    static class Creating extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                if (request.operation() != AdmissionRequest.Operation.CREATE) {
                    throw new IllegalStateException("not for this");
                }
                return AdmissionDecision.ADMITTED;
            };
        }

        @Override
        protected Map<String, Object> properties() {
            return Map.of(AdmissionProperties.OPERATIONS, new String[] {"CREATE"});
        }
    }

    static class Trusting extends Labelling {
        @Override
        protected MutatingAdmission plugin() {
            return request -> {
                request.object().ifPresent(object -> ((Map<?, ?>) object.tree().get("spec")).size());
                return AdmissionDecision.ADMITTED;
            };
        }
    }

    static class Refusing extends ValidatingAdmissionContract {
        @Override
        protected ValidatingAdmission plugin() {
            return request -> new AdmissionDecision.Refused(
                    new ApiStatus(ErrorReason.FORBIDDEN, "not today", Optional.empty()));
        }

        @Override
        protected List<AdmissionRequest> requests() {
            return List.of();
        }
    }

    static class Meddling extends Refusing {
        @Override
        protected ValidatingAdmission plugin() {
            return AdmissionContractTest::label;
        }
    }
}
