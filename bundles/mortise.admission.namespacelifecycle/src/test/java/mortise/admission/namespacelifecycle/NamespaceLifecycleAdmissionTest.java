package mortise.admission.namespacelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.GroupResource;
import mortise.api.UserInfo;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceLifecycleAdmissionTest {

    private final FakeObjectAccess server = Samples.server();
    private final NamespaceLifecycleAdmission plugin = new NamespaceLifecycleAdmission(LateService.given(() -> server));

    @BeforeEach
    void namespaces() {
        Samples.create(server, "here");
        Samples.createLeaving(server, "leaving");
    }

    private AdmissionDecision answer(Operation operation, String resource, String namespace, String name) {
        return plugin.admit(Samples.write(operation, resource, namespace, name));
    }

    private static ApiStatus refusal(AdmissionDecision answer) {
        assertThat(answer).isInstanceOf(Refused.class);
        return ((Refused) answer).status();
    }

    @Test
    void anObjectNeedsItsNamespace() {
        ApiStatus missing = refusal(answer(Operation.CREATE, "configmaps", "absent", "a"));
        assertThat(missing.code()).isEqualTo(404);
        assertThat(missing.message()).isEqualTo("namespaces \"absent\" not found");
        assertThat(missing.details().orElseThrow().kind()).isEqualTo("namespaces");
        assertThat(refusal(answer(Operation.UPDATE, "configmaps", "absent", "a")).code()).isEqualTo(404);
    }

    @Test
    void nothingNewComesIntoANamespaceThatGoes() {
        ApiStatus late = refusal(answer(Operation.CREATE, "configmaps", "leaving", "a"));
        assertThat(late.code()).isEqualTo(403);
        assertThat(late.message()).isEqualTo("configmaps \"a\" is forbidden: unable to create new content in namespace"
                + " leaving because it is being terminated");
        assertThat(late.details().orElseThrow().causes()).containsExactly(new ErrorCause(
                "NamespaceTerminating", "namespace leaving is being terminated", "metadata.namespace"));
        assertThat(answer(Operation.UPDATE, "configmaps", "leaving", "a")).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(answer(Operation.DELETE, "configmaps", "leaving", "a")).isEqualTo(AdmissionDecision.ADMITTED);
    }

    @Test
    void aNameThatIsYetToBeMadeIsCalledByItsBeginning() {
        AdmissionRequest write = Samples.write(Operation.CREATE, "configmaps", "leaving", "");
        write.object().orElseThrow().structAt("metadata").put("generateName", "gen-");
        assertThat(refusal(plugin.admit(write)).message()).startsWith("configmaps \"gen-\" is forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-system", "kube-public"})
    void theNamespacesOfTheServerStay(String name) {
        ApiStatus refusal = refusal(answer(Operation.DELETE, "namespaces", "", name));
        assertThat(refusal.code()).isEqualTo(403);
        assertThat(refusal.message())
                .isEqualTo("namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void everythingElseAboutNamespacesPasses() {
        assertThat(answer(Operation.DELETE, "namespaces", "", "here")).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(answer(Operation.DELETE, "configmaps", "", "default")).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(answer(Operation.CREATE, "namespaces", "", "default")).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(answer(Operation.UPDATE, "namespaces", "", "leaving")).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(server.calls()).as("nobody has to ask for that").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void whatIsInNoNamespacePasses(Operation operation) {
        assertThat(answer(operation, "nodes", "", "n")).isEqualTo(AdmissionDecision.ADMITTED);
    }

    @Test
    void questionsAboutAccessAreAnsweredWithoutTheNamespace() {
        var review = new AdmissionRequest(Operation.CREATE, UserInfo.of("pat"),
                Samples.V1.kind("LocalSubjectAccessReview"),
                new GroupResource("authorization.k8s.io", "localsubjectaccessreviews"), "", "absent", "",
                Optional.of(ApiObject.ofKind(Samples.V1.kind("LocalSubjectAccessReview"))), Optional.empty(), false);
        assertThat(plugin.admit(review)).isEqualTo(AdmissionDecision.ADMITTED);
    }

    @Test
    void aServerWithoutNamespacesHasNothingToCheck() {
        var bare = new NamespaceLifecycleAdmission(LateService.given(FakeObjectAccess::new));
        assertThat(bare.admit(Samples.write(Operation.CREATE, "configmaps", "any", "a")))
                .isEqualTo(AdmissionDecision.ADMITTED);
    }

    @Test
    void whatKeepsANamespaceFromBeingReadIsTheAnswer() {
        server.beforeEachCall(call -> {
            throw ApiException.badRequest("no");
        });
        assertThat(refusal(answer(Operation.CREATE, "configmaps", "here", "a")).message()).isEqualTo("no");
    }

    @Test
    void beforeTheServerIsReadyWritesAreRefusedAndNotLetThrough() {
        assertThat(refusal(new NamespaceLifecycleAdmission(LateService.given(() -> null))
                .admit(Samples.write(Operation.CREATE, "configmaps", "here", "a"))).code()).isEqualTo(503);
    }
}
