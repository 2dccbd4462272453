package mortise.group.apiregistration;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code apiregistration.<api domain>}. */
@Component
public final class ApiregistrationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public ApiregistrationGroup(@Reference ServerNames names) {
        name = names.group("apiregistration");
        Kinds kinds = Kinds.load(ApiregistrationGroup.class).build();
        // The core group has no name, so its versions are named with a dot at the end: v1.
        resources = List.of(kinds.resource("apiservices")
                .storedUnder(name + "/apiservices")
                .nameRule(NameRule.PATH_SEGMENT)
                .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(new ApiServiceStrategy())
                .subresource(SubresourceDefinition.status("APIService", new ApiServiceStatusStrategy()))
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
