package mortise.group.rbac;

import java.util.List;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.core.schema.Kinds;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The group {@code rbac.authorization.<api domain>}. */
@Component
public final class RbacGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    // The server has its objects and decides about access once it has its groups, so this group cannot wait for it.
    private final LateService<AuthorizerChain> authorizers = new LateService<>();
    private final LateService<ObjectAccess> objects = new LateService<>();

    @Activate
    public RbacGroup(@Reference ServerNames names) {
        name = names.group("rbac.authorization");
        resources = definitions(name, () -> there(authorizers), () -> there(objects));
    }

    /** Makes the group for whatever works without OSGi. */
    RbacGroup(ServerNames names, Supplier<AuthorizerChain> authorizers, Supplier<ObjectAccess> objects) {
        name = names.group("rbac.authorization");
        resources = definitions(name, authorizers, objects);
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

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindAuthorizers(ComponentServiceObjects<AuthorizerChain> service) {
        authorizers.bind(service);
    }

    void unbindAuthorizers(ComponentServiceObjects<AuthorizerChain> service) {
        authorizers.unbind(service);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindObjects(ComponentServiceObjects<ObjectAccess> service) {
        objects.bind(service);
    }

    void unbindObjects(ComponentServiceObjects<ObjectAccess> service) {
        objects.unbind(service);
    }

    private static <T> T there(LateService<T> service) {
        return service.get().orElseThrow(() ->
                new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is not ready")));
    }
}
