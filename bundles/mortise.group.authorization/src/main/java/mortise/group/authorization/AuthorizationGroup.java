package mortise.group.authorization;

import java.util.List;
import java.util.function.Supplier;
import mortise.core.late.LateService;
import mortise.core.schema.Kinds;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The group {@code authorization.<api domain>}. */
@Component
public final class AuthorizationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    // The server reviews access once it has its groups, so this group cannot wait for it.
    private final LateService<AuthorizerChain> authorizers;

    @Activate
    public AuthorizationGroup(@Reference ServerNames names, BundleContext context) {
        this(names, LateService.of(context, AuthorizerChain.class));
    }

    /** Makes the group for whatever works without OSGi. */
    public AuthorizationGroup(ServerNames names, Supplier<AuthorizerChain> authorizers) {
        this(names, LateService.given(authorizers));
    }

    private AuthorizationGroup(ServerNames names, LateService<AuthorizerChain> authorizers) {
        this.authorizers = authorizers;
        name = names.group("authorization");
        resources = definitions(name, authorizers::require);
    }

    private static List<ResourceDefinition> definitions(String group, Supplier<AuthorizerChain> authorizers) {
        Kinds kinds = Kinds.load(AuthorizationGroup.class).build();
        return List.of(
                kinds.resource("localsubjectaccessreviews")
                        .virtual(new AccessReviews(group, AccessReviews.About.ONE_NAMESPACE, authorizers)).build(),
                kinds.resource("selfsubjectaccessreviews")
                        .virtual(new AccessReviews(group, AccessReviews.About.CALLER, authorizers)).build(),
                kinds.resource("selfsubjectrulesreviews").virtual(new RulesReviews(authorizers)).build(),
                kinds.resource("subjectaccessreviews")
                        .virtual(new AccessReviews(group, AccessReviews.About.ANYBODY, authorizers)).build());
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
    }
}
