package mortise.authn.jwt;

import java.nio.file.Path;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class ReloadsContractTest extends MetricsSourceContract {

    @TempDir
    private Path folder;
    private final Provider provider = new Provider();

    @AfterEach
    void stop() {
        provider.close();
    }

    @Override
    protected MetricsSource source() {
        provider.publish("k", Provider.ec("secp256r1"));
        var world = new World(folder);
        JwtAuthenticator authenticator = world.withFile(World.document(provider, ""));
        World.user(authenticator, provider.token("k", "ES256", provider.claims(world.instant())));
        world.write("authentication.yaml", "broken");
        authenticator.look();
        return authenticator;
    }
}
