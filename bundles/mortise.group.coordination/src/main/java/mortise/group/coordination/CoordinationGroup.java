package mortise.group.coordination;

import java.util.List;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code coordination.<api domain>}. */
@Component
public final class CoordinationGroup implements ApiGroup {

    private final String name;

    @Activate
    public CoordinationGroup(@Reference ServerNames names) {
        name = names.group("coordination");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return List.of(leases(), leaseCandidates());
    }

    /** Two holders must never overwrite each other unseen, so an update names the version it saw. */
    private static ResourceDefinition leases() {
        return ResourceDefinition.named("leases", "lease", "Lease")
                .version("v1")
                .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.UPDATE_NEEDS_VERSION)
                .storageVersionHash("gqkMMb/YqFM=")
                .build();
    }

    private static ResourceDefinition leaseCandidates() {
        return ResourceDefinition.named("leasecandidates", "leasecandidate", "LeaseCandidate")
                .version(new ResourceVersion("v1beta1", false, ObjectSchema.OPEN))
                .version(new ResourceVersion("v1alpha2", false, ObjectSchema.OPEN))
                .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.UPDATE_NEEDS_VERSION)
                .storageVersionHash("lvME0iHWE20=")
                .build();
    }
}
