package mortise.admission.storageobjectinuseprotection;

import java.util.List;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.MutatingAdmissionContract;

class StorageObjectInUseProtectionAdmissionContractTest extends MutatingAdmissionContract {

    @Override
    protected MutatingAdmission plugin() {
        return new StorageObjectInUseProtectionAdmission(ServerNames.of("k8s.io", "kubernetes.io"));
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                StorageObjectInUseProtectionAdmissionTest.write(Operation.CREATE, "", "persistentvolumes"),
                StorageObjectInUseProtectionAdmissionTest.write(Operation.UPDATE, "", "persistentvolumes"));
    }
}
