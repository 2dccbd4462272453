package mortise.authn.webhook;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class WebhookAuthenticatorContractTest extends RequestAuthenticatorContract {

    @TempDir
    private Path folder;
    private World world;
    private WebhookAuthenticator authenticator;

    @BeforeEach
    void start() {
        world = new World(folder);
        authenticator = world.asking(Map.of());
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Override
    protected RequestAuthenticator authenticator() {
        return authenticator;
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withBearerToken(ReviewServer.GOOD));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        return List.of(Requests.withBearerToken(ReviewServer.BAD));
    }

    @Override
    protected List<String> secrets() {
        return List.of(ReviewServer.GOOD, ReviewServer.BAD, "s3cret-of-the-server");
    }
}
