package mortise.group.storage;

import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.core.workload.PodDefaults;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code storage.<api domain>}. */
@Component
public final class StorageGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public StorageGroup(@Reference ServerNames names) {
        name = names.group("storage");
        Kinds kinds = Kinds.load(StorageGroup.class)
                .defaults(PodDefaults::rules)
                .defaults(StorageDefaults::rules)
                .cells("StorageClass", Map.of("Name", new StorageClassCells(names.labelDomain())::name))
                .build();
        resources = List.of(
                kinds.resource("csidrivers")
                        .writeRules(WriteRule.DELETE_RETURNS_OBJECT, WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new CsiDriverStrategy())
                        .build(),
                kinds.resource("csinodes")
                        .writeRules(WriteRule.DELETE_RETURNS_OBJECT, WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new CsiNodeStrategy()).build(),
                kinds.resource("csistoragecapacities")
                        .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new CsiStorageCapacityStrategy()).build(),
                kinds.resource("storageclasses").writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                        .strategy(new StorageClassStrategy()).build(),
                kinds.resource("volumeattachments")
                        .writeRules(WriteRule.DELETE_RETURNS_OBJECT, WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new VolumeAttachmentStrategy()).build(),
                kinds.resource("volumeattributesclasses").writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                        .strategy(new VolumeAttributesClassStrategy()).build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
