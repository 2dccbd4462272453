package mortise.group.authentication;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.schema.Kinds;
import mortise.spi.authentication.TokenAuthentication;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The group {@code authentication.<api domain>}. */
@Component
public final class AuthenticationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    // The server reviews tokens once it has its groups, so this group cannot wait for it.
    private final LateService<TokenAuthentication> tokens = new LateService<>();

    @Activate
    public AuthenticationGroup(@Reference ServerNames names) {
        name = names.group("authentication");
        resources = definitions(this::tokens, InstantSource.system());
    }

    /** Makes the group for whatever works without OSGi. */
    public AuthenticationGroup(ServerNames names, Supplier<TokenAuthentication> tokens) {
        name = names.group("authentication");
        resources = definitions(tokens, InstantSource.system());
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

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindTokens(ComponentServiceObjects<TokenAuthentication> service) {
        tokens.bind(service);
    }

    void unbindTokens(ComponentServiceObjects<TokenAuthentication> service) {
        tokens.unbind(service);
    }

    private TokenAuthentication tokens() {
        return tokens.get().orElseThrow(() ->
                new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is not ready")));
    }
}
