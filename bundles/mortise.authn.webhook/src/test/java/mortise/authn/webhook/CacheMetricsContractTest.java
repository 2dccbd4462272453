package mortise.authn.webhook;

import java.nio.file.Path;
import java.util.Map;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class CacheMetricsContractTest extends MetricsSourceContract {

    @TempDir
    private Path folder;
    private World world;

    @BeforeEach
    void start() {
        world = new World(folder);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Override
    protected MetricsSource source() {
        WebhookAuthenticator authenticator = world.asking(Map.of());
        World.ask(authenticator, ReviewServer.GOOD);
        World.ask(authenticator, ReviewServer.GOOD);
        return authenticator;
    }
}
