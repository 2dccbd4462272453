package mortise.admission.storageobjectinuseprotection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Gives new storage objects the finalizer that a controller takes away once nobody uses them. Never blocks. */
@Component(
        name = "mortise.admission.storageobjectinuseprotection",
        property = MutatingAdmission.NAME + "=StorageObjectInUseProtection")
public final class StorageObjectInUseProtectionAdmission implements MutatingAdmission {

    private final Map<GroupResource, String> finalizers;

    /** Makes the plug-in. */
    @Activate
    public StorageObjectInUseProtectionAdmission(@Reference ServerNames names) {
        String prefix = names.labelDomain() + "/";
        finalizers = Map.of(
                new GroupResource("", "persistentvolumes"), prefix + "pv-protection",
                new GroupResource("", "persistentvolumeclaims"), prefix + "pvc-protection",
                new GroupResource(names.group("storage"), "volumeattributesclasses"), prefix + "vac-protection");
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        Optional<String> finalizer = Optional.ofNullable(finalizers.get(request.resource()));
        if (finalizer.isPresent() && request.operation() == Operation.CREATE && request.subresource().isEmpty()) {
            request.object().ifPresent(object -> protect(object, finalizer.get()));
        }
        return AdmissionDecision.ADMITTED;
    }

    private static void protect(ApiObject object, String finalizer) {
        List<String> present = object.metadata().finalizers();
        if (!present.contains(finalizer)) {
            present.add(finalizer);
            object.metadata().setFinalizers(present);
        }
    }
}
