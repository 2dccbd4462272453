package mortise.admission.storageobjectinuseprotection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.AdmissionSamples;
import org.junit.jupiter.api.Test;

class StorageObjectInUseProtectionAdmissionTest {

    private final StorageObjectInUseProtectionAdmission plugin =
            new StorageObjectInUseProtectionAdmission(ServerNames.of("k8s.io", "kubernetes.io"));

    static AdmissionRequest write(Operation operation, String group, String resource) {
        var kind = new GroupVersionKind(group, "v1", "Any");
        ApiObject object = ApiObject.ofKind(kind);
        object.metadata().setName("x");
        object.metadata().setFinalizers(List.of("mine/own"));
        Optional<ApiObject> old = operation == Operation.UPDATE ? Optional.of(object.deepCopy()) : Optional.empty();
        return AdmissionSamples.request(
                operation, kind, new GroupResource(group, resource), "x", Optional.of(object), old);
    }

    private List<String> finalizers(AdmissionRequest request) {
        plugin.admit(request);
        return request.object().orElseThrow().metadata().finalizers();
    }

    @Test
    void newStorageObjectsAreHeldBackEachByItsFinalizer() {
        assertThat(finalizers(write(Operation.CREATE, "", "persistentvolumes")))
                .containsExactly("mine/own", "kubernetes.io/pv-protection");
        assertThat(finalizers(write(Operation.CREATE, "", "persistentvolumeclaims")))
                .containsExactly("mine/own", "kubernetes.io/pvc-protection");
        assertThat(finalizers(write(Operation.CREATE, "storage.k8s.io", "volumeattributesclasses")))
                .containsExactly("mine/own", "kubernetes.io/vac-protection");
    }

    @Test
    void aFinalizerThatIsThereIsNotAddedAgain() {
        AdmissionRequest request = write(Operation.CREATE, "", "persistentvolumes");
        request.object().orElseThrow().metadata().setFinalizers(List.of("kubernetes.io/pv-protection"));
        assertThat(finalizers(request)).containsExactly("kubernetes.io/pv-protection");
    }

    @Test
    void updatesAndOtherObjectsStayAsTheyAre() {
        assertThat(finalizers(write(Operation.UPDATE, "", "persistentvolumes"))).containsExactly("mine/own");
        assertThat(finalizers(write(Operation.CREATE, "", "configmaps"))).containsExactly("mine/own");
        assertThat(finalizers(write(Operation.CREATE, "other.io", "persistentvolumes"))).containsExactly("mine/own");
    }
}
