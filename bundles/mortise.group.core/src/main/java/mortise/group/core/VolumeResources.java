package mortise.group.core;

import java.time.InstantSource;
import mortise.core.schema.Kinds;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;

/** Volumes that outlive pods, and claims for them. */
final class VolumeResources {

    private VolumeResources() {
    }

    static ResourceDefinition persistentVolumes(Kinds kinds, InstantSource clock) {
        return kinds.resource("persistentvolumes")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new PersistentVolumeStrategy(clock))
                .subresource(SubresourceDefinition.status(
                        "PersistentVolume", new PersistentVolumeStrategy.Status(clock)))
                .build();
    }

    static ResourceDefinition persistentVolumeClaims(Kinds kinds, String labelDomain) {
        return kinds.resource("persistentvolumeclaims")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new ClaimStrategy(labelDomain))
                .subresource(SubresourceDefinition.status(
                        "PersistentVolumeClaim", new CheckedStatus(ClaimStrategy::validateStatus)))
                .build();
    }
}
