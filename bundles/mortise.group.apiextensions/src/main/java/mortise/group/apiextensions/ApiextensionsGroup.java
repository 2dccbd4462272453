package mortise.group.apiextensions;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code apiextensions.<api domain>}. */
@Component
public final class ApiextensionsGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public ApiextensionsGroup(@Reference ServerNames names) {
        name = names.group("apiextensions");
        Kinds kinds = Kinds.load(ApiextensionsGroup.class).defaults(DefinitionDefaults::rules).build();
        resources = List.of(kinds.resource("customresourcedefinitions").storedUnder(name + "/customresourcedefinitions")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(new DefinitionStrategy())
                .subresource(SubresourceDefinition.status("CustomResourceDefinition", new DefinitionStatusStrategy()))
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
