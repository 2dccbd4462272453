package mortise.admission.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.Test;

class ServiceAccountAdmissionTest {

    private static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    private static final String MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    /** Longer than any test may take, so that only a change ends the wait. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final FakeObjectAccess objects = Pods.server();

    private AdmissionDecision admit(ApiObject pod) {
        return admit(pod, Duration.ZERO);
    }

    private AdmissionDecision admit(ApiObject pod, Duration patience) {
        var plugin = new ServiceAccountAdmission(NAMES, new Accounts(() -> Optional.of(objects), patience),
                new TokenVolume("kubernetes.io", Optional.of(new TokenVolume.ConfigKey("more", "more.crt")),
                        () -> "abcde"));
        return plugin.admit(Pods.creation(pod));
    }

    private static String message(AdmissionDecision decision) {
        assertThat(decision).isInstanceOf(Refused.class);
        ApiStatus status = ((Refused) decision).status();
        assertThat(status.code()).isEqualTo(403);
        return status.message();
    }

    @Test
    void aPodThatNamesNoAccountGetsTheOneOfItsNamespace() {
        Pods.account(objects, "default", Map.of());
        ApiObject pod = Pods.pod(Map.of());
        assertThat(admit(pod)).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(Pods.spec(pod)).containsEntry("serviceAccountName", "default")
                .containsEntry("serviceAccount", "default");
    }

    @Test
    void theVolumeHasTokenCertificatesAndNamespaceInThisOrder() {
        Pods.account(objects, "default", Map.of());
        ApiObject pod = Pods.pod(Map.of());
        admit(pod);
        assertThat(Pods.structs(pod, "volumes")).containsExactly(Trees.struct("name", "kube-api-access-abcde",
                "projected", Trees.struct("sources", List.of(
                        Map.of("serviceAccountToken", Map.of("expirationSeconds", 3607L, "path", "token")),
                        Map.of("configMap", Map.of("name", "kube-root-ca.crt",
                                "items", List.of(Map.of("key", "ca.crt", "path", "ca.crt")))),
                        Map.of("downwardAPI", Map.of("items", List.of(Map.of("path", "namespace",
                                "fieldRef", Map.of("apiVersion", "v1", "fieldPath", "metadata.namespace"))))),
                        Map.of("configMap", Map.of("name", "more",
                                "items", List.of(Map.of("key", "more.crt", "path", "more.crt"))))),
                        "defaultMode", 420L)));
    }

    @Test
    void onlyContainersWithNothingThereGetTheMount() {
        Pods.account(objects, "default", Map.of());
        Map<String, Object> own = Map.of("name", "own", "mountPath", MOUNT_PATH);
        var taken = Pods.container("taken");
        taken.put("volumeMounts", Trees.list(own));
        ApiObject pod = Pods.pod(Map.of("containers", Trees.list(taken, Pods.container("free")),
                "initContainers", Trees.list(Pods.container("first"))));
        admit(pod);
        Map<String, Object> mount =
                Map.of("name", "kube-api-access-abcde", "readOnly", true, "mountPath", MOUNT_PATH);
        assertThat(Pods.structs(pod, "containers")).extracting(container -> container.get("volumeMounts"))
                .containsExactly(List.of(own), List.of(mount));
        assertThat(Pods.structs(pod, "initContainers")).extracting(container -> container.get("volumeMounts"))
                .containsExactly(List.of(mount));
    }

    @Test
    void aVolumeThatNobodyNeedsIsNotAdded() {
        Pods.account(objects, "default", Map.of());
        var taken = Pods.container("taken");
        taken.put("volumeMounts", Trees.list(Map.of("name", "own", "mountPath", MOUNT_PATH)));
        ApiObject pod = Pods.pod(Map.of("containers", Trees.list(taken)));
        admit(pod);
        assertThat(Pods.structs(pod, "volumes")).isEmpty();
    }

    @Test
    void thePodDecidesAboutTheTokenAndThenTheAccount() {
        Pods.account(objects, "quiet", Map.of("automountServiceAccountToken", false));
        Pods.account(objects, "default", Map.of());
        ApiObject silent = Pods.pod(Map.of("serviceAccountName", "quiet"));
        ApiObject asking = Pods.pod(Map.of("serviceAccountName", "quiet", "automountServiceAccountToken", true));
        ApiObject declining = Pods.pod(Map.of("automountServiceAccountToken", false));
        for (ApiObject pod : List.of(silent, asking, declining)) {
            assertThat(admit(pod)).isEqualTo(AdmissionDecision.ADMITTED);
        }
        assertThat(Pods.structs(silent, "volumes")).isEmpty();
        assertThat(Pods.structs(asking, "volumes")).hasSize(1);
        assertThat(Pods.structs(declining, "volumes")).isEmpty();
    }

    @Test
    void pullSecretsOfTheAccountAreForPodsThatHaveNone() {
        Pods.account(objects, "default", Map.of("imagePullSecrets", List.of(Map.of("name", "pull"))));
        ApiObject without = Pods.pod(Map.of());
        ApiObject with = Pods.pod(Map.of("imagePullSecrets", Trees.list(Map.of("name", "own"))));
        admit(without);
        admit(with);
        assertThat(Pods.spec(without)).containsEntry("imagePullSecrets", List.of(Map.of("name", "pull")));
        assertThat(Pods.spec(with)).containsEntry("imagePullSecrets", List.of(Map.of("name", "own")));
    }

    @Test
    void aPodOfAnAccountThatIsNotThereIsRefused() {
        ApiObject pod = Pods.pod(Map.of("serviceAccountName", "absent"));
        assertThat(message(admit(pod))).isEqualTo("pods \"p\" is forbidden:"
                + " error looking up service account ns/absent: serviceaccount \"absent\" not found");
    }

    @Test
    void aPodWaitsForTheAccountOfANewNamespace() {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.FOLLOW) {
                Pods.account(objects.others(), "default", Map.of());
            }
        });
        ApiObject pod = Pods.pod(Map.of());
        assertThat(admit(pod, LONG)).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(Pods.spec(pod)).containsEntry("serviceAccountName", "default");
    }

    @Test
    void nobodyWaitsForAnotherAccount() {
        assertThat(message(admit(Pods.pod(Map.of("serviceAccountName", "absent")), LONG))).contains("not found");
    }

    @Test
    void theWaitHasAnEnd() {
        assertThat(message(admit(Pods.pod(Map.of()), Duration.ofMillis(20))))
                .endsWith("service account ns/default: serviceaccount \"default\" not found");
    }

    @Test
    void aFailureToReadIsARefusalThatSaysSo() {
        objects.beforeEachCall(call -> {
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "busy"));
        });
        assertThat(message(admit(Pods.pod(Map.of())))).endsWith("service account ns/default: busy");
    }

    @Test
    void aMirrorPodStaysAsItIsAndMayNotUseWhatNobodyChecked() {
        ApiObject plain = mirror(Map.of());
        ApiObject before = plain.deepCopy();
        assertThat(admit(plain)).isEqualTo(AdmissionDecision.ADMITTED);
        assertThat(plain).isEqualTo(before);
        assertThat(message(admit(mirror(Map.of("serviceAccountName", "default")))))
                .endsWith("a mirror pod may not reference service accounts");
        Map<String, Object> secret = Map.of("name", "v", "secret", Map.of("secretName", "s"));
        assertThat(message(admit(mirror(Map.of("volumes", List.of(secret))))))
                .endsWith("a mirror pod may not reference secrets");
        Map<String, Object> token = Map.of("name", "v", "projected",
                Map.of("sources", List.of(Map.of("serviceAccountToken", Map.of("path", "t")))));
        assertThat(message(admit(mirror(Map.of("volumes", List.of(token))))))
                .endsWith("a mirror pod may not use ServiceAccountToken volume projections");
    }

    private static ApiObject mirror(Map<String, Object> spec) {
        ApiObject pod = Pods.pod(Trees.struct());
        Pods.spec(pod).putAll(spec);
        pod.metadata().setAnnotation("kubernetes.io/config.mirror", "x");
        return pod;
    }

    @Test
    void namesOfVolumesEndInFiveLettersOfGeneratedNames() {
        long seed = RandomGenerator.getDefault().nextLong();
        var suffixes = ServiceAccountAdmission.suffixes(new SplittableRandom(seed));
        for (int i = 0; i < 1000; i++) {
            assertThat(suffixes.get()).as("seed %d", seed).matches("[bcdfghjklmnpqrstvwxz2456789]{5}");
        }
    }

    @Test
    void theExtraConfigMapIsNamedWithItsKey() {
        assertThat(ServiceAccountAdmission.configKey("")).isEmpty();
        assertThat(ServiceAccountAdmission.configKey("a.crt:b"))
                .contains(new TokenVolume.ConfigKey("a.crt", "b"));
        for (String wrong : List.of("a", ":b", "a:", "a:b:c")) {
            assertThatThrownBy(() -> ServiceAccountAdmission.configKey(wrong))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("service.ca.config.map");
        }
    }
}
