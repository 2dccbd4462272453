package mortise.group.authentication;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import mortise.core.late.LateService;
import mortise.core.schema.Kinds;
import mortise.spi.authentication.TokenAuthentication;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The group {@code authentication.<api domain>}. */
@Component
public final class AuthenticationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    // The server reviews tokens once it has its groups, so this group cannot wait for it.
    private final LateService<TokenAuthentication> tokens;

    @Activate
    public AuthenticationGroup(@Reference ServerNames names, BundleContext context) {
        this(names, LateService.of(context, TokenAuthentication.class));
    }

    /** Makes the group for whatever works without OSGi. */
    public AuthenticationGroup(ServerNames names, Supplier<TokenAuthentication> tokens) {
        this(names, LateService.given(tokens));
    }

    private AuthenticationGroup(ServerNames names, LateService<TokenAuthentication> tokens) {
        this.tokens = tokens;
        name = names.group("authentication");
        resources = definitions(tokens::require, InstantSource.system());
    }

    private static List<ResourceDefinition> definitions(Supplier<TokenAuthentication> tokens, InstantSource clock) {
        Kinds kinds = Kinds.load(AuthenticationGroup.class).build();
        return List.of(
                kinds.resource("selfsubjectreviews").virtual(new SelfSubjectReviews(clock)).build(),
                kinds.resource("tokenreviews").virtual(new TokenReviews(tokens)).build());
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
        tokens.close();
    }
}
