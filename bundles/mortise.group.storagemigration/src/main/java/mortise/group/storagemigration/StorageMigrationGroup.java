package mortise.group.storagemigration;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code storagemigration.<api domain>}. */
@Component
public final class StorageMigrationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public StorageMigrationGroup(@Reference ServerNames names) {
        name = names.group("storagemigration");
        resources = List.of(Kinds.load(StorageMigrationGroup.class).build().resource("storageversionmigrations")
                .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(new MigrationStrategy())
                .build());
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
