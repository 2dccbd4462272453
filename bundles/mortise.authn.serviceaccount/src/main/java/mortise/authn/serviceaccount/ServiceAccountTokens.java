package mortise.authn.serviceaccount;

import java.time.InstantSource;
import java.util.Map;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.ServerNames;
import mortise.spi.operations.ServerReady;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Everything about the tokens of service accounts that needs their keys, which are read once: when the bundle starts
 * and when a setting changes.
 */
@Component(
        name = "mortise.authn.serviceaccount",
        service = {RequestAuthenticator.class, TokenIssuer.class, Endpoint.class},
        property = {
            "service.ranking:Integer=40",
            Endpoint.PATHS + "=" + IssuerDocuments.CONFIGURATION,
            Endpoint.PATHS + "=" + IssuerDocuments.KEYS})
@Designate(ocd = ServiceAccountConfig.class)
public final class ServiceAccountTokens implements RequestAuthenticator, TokenIssuer, Endpoint {

    private final TokenAuthenticator authenticator;
    private final Issuer issuer;
    private final IssuerDocuments documents;
    private volatile String address = "https://kubernetes.default.svc";

    /**
     * Reads the keys.
     *
     * @throws IllegalArgumentException when a setting is wrong or a key cannot be read, with the name of the setting
     */
    @Activate
    public ServiceAccountTokens(
            ServiceAccountConfig config, @Reference ObjectAccess objects, @Reference ServerNames names) {
        this(Settings.of(config), objects, names, InstantSource.system());
    }

    ServiceAccountTokens(Settings settings, ObjectAccess objects, ServerNames names, InstantSource clock) {
        authenticator = new TokenAuthenticator(settings, new Objects(objects), names.labelDomain(), clock);
        issuer = new Issuer(settings, clock);
        documents = new IssuerDocuments(settings, () -> address);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, unbind = "serverStops")
    void serverReady(ServerReady server, Map<String, Object> properties) {
        address = String.valueOf(properties.get(ServerReady.ADDRESS));
    }

    void serverStops(ServerReady server) {
        // The last address is as good as any other until there is a new one.
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        return authenticator.authenticate(request);
    }

    @Override
    public IssuedToken issue(TokenOrder order) {
        return issuer.issue(order);
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        return documents.get(request);
    }
}
