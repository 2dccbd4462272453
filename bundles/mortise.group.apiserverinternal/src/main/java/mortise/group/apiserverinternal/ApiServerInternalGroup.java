package mortise.group.apiserverinternal;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code internal.apiserver.<api domain>}. */
@Component
public final class ApiServerInternalGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public ApiServerInternalGroup(@Reference ServerNames names) {
        name = names.group("internal.apiserver");
        resources = List.of(Kinds.load(ApiServerInternalGroup.class).build().resource("storageversions")
                .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(new StorageVersionStrategy())
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
