package mortise.group.rbac;

import java.util.List;
import java.util.function.Supplier;
import mortise.api.GroupVersion;
import mortise.core.late.LateService;
import mortise.core.schema.Kinds;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The group {@code rbac.authorization.<api domain>}. */
@Component
public final class RbacGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    // The server has its objects and decides about access once it has its groups, so this group cannot wait for it.
    private final LateService<AuthorizerChain> authorizers;
    private final LateService<ObjectAccess> objects;

    @Activate
    public RbacGroup(@Reference ServerNames names, BundleContext context) {
        this(names, LateService.of(context, AuthorizerChain.class), LateService.of(context, ObjectAccess.class));
    }

    /** Makes the group for whatever works without OSGi. */
    public RbacGroup(ServerNames names, Supplier<AuthorizerChain> authorizers, Supplier<ObjectAccess> objects) {
        this(names, LateService.given(authorizers), LateService.given(objects));
    }

    private RbacGroup(ServerNames names, LateService<AuthorizerChain> authorizers, LateService<ObjectAccess> objects) {
        this.authorizers = authorizers;
        this.objects = objects;
        name = names.group("rbac.authorization");
        resources = definitions(name, authorizers::require, objects::require);
    }

    private static List<ResourceDefinition> definitions(
            String name, Supplier<AuthorizerChain> authorizers, Supplier<ObjectAccess> objects) {
        var escalation = new Escalation(new GroupVersion(name, "v1"), authorizers, objects);
        Kinds kinds = Kinds.load(RbacGroup.class).defaults(() -> new RbacDefaults(name).rules()).build();
        return List.of(
                resource(kinds, "clusterrolebindings", new BindingStrategy(name, false, escalation)),
                resource(kinds, "clusterroles", new RoleStrategy(false, escalation)),
                resource(kinds, "rolebindings", new BindingStrategy(name, true, escalation)),
                resource(kinds, "roles", new RoleStrategy(true, escalation)));
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

    @Deactivate
    void deactivate() {
        authorizers.close();
        objects.close();
    }
}
