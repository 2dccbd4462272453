package mortise.authn.jwt;

import java.nio.file.Path;
import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class JwtAuthenticatorContractTest extends RequestAuthenticatorContract {

    @TempDir
    private Path folder;
    private Provider provider;
    private World world;
    private JwtAuthenticator authenticator;

    @BeforeEach
    void start() {
        provider = new Provider();
        provider.publish("k", Provider.ec("secp256r1"));
        world = new World(folder);
        authenticator = world.withFile(World.document(provider, ""));
    }

    @AfterEach
    void stop() {
        provider.close();
    }

    @Override
    protected RequestAuthenticator authenticator() {
        return authenticator;
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withBearerToken(provider.token("k", "ES256", provider.claims(world.instant()))));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        var expired = provider.claims(world.instant().minusSeconds(10_000));
        return List.of(Requests.withBearerToken(provider.token("k", "ES256", expired)),
                Requests.withBearerToken(Provider.token(Provider.ec("secp256r1"), "k", "ES256",
                        provider.claims(world.instant()))));
    }
}
