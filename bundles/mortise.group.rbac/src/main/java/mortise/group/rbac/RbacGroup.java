package mortise.group.rbac;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code rbac.authorization.<api domain>}. */
@Component
public final class RbacGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public RbacGroup(@Reference ServerNames names) {
        name = names.group("rbac.authorization");
        Kinds kinds = Kinds.load(RbacGroup.class).defaults(() -> new RbacDefaults(name).rules()).build();
        resources = List.of(
                resource(kinds, "clusterrolebindings", new BindingStrategy(name, false)),
                resource(kinds, "clusterroles", new RoleStrategy(false)),
                resource(kinds, "rolebindings", new BindingStrategy(name, true)),
                resource(kinds, "roles", new RoleStrategy(true)));
    }

    /** Names such as {@code system:node} are usual here, so anything that fits into a path is one. */
    private static ResourceDefinition resource(Kinds kinds, String plural, ResourceStrategy strategy) {
        return kinds.resource(plural)
                .nameRule(NameRule.PATH_SEGMENT)
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .strategy(strategy)
                .build();
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
