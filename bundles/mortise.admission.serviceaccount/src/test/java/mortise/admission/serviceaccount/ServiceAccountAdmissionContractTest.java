package mortise.admission.serviceaccount;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.MutatingAdmissionContract;
import mortise.tck.controller.FakeObjectAccess;

class ServiceAccountAdmissionContractTest extends MutatingAdmissionContract {

    private final FakeObjectAccess objects = Pods.server();

    @Override
    protected MutatingAdmission plugin() {
        if (objects.others().get(Pods.V1, Pods.ACCOUNTS, "ns", "default").isEmpty()) {
            Pods.account(objects.others(), "default", Map.of());
        }
        return new ServiceAccountAdmission(ServerNames.of("k8s.io", "kubernetes.io"),
                new Accounts(() -> Optional.of(objects), Duration.ZERO),
                new TokenVolume("kubernetes.io", Optional.empty(), () -> "abcde"));
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                Pods.creation(Pods.pod(Map.of("serviceAccountName", "absent"))),
                Pods.creation(Pods.pod(Map.of("initContainers", Trees.list(Pods.container("i"))))));
    }

    @Override
    protected Object sideEffects() {
        return objects.others().list(Pods.V1, Pods.ACCOUNTS, "");
    }
}
