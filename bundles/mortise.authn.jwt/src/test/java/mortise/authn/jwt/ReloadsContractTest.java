package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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

    @Test
    void timesAreThoseOfEachIssuer() {
        var latency = source().metrics().stream().filter(family -> family.name().endsWith("latency_seconds"))
                .findFirst().orElseThrow();
        assertThat(latency.samples()).hasSize(1);
        var judged = (Distribution) latency.samples().get(0);
        assertThat(judged.labelValues().get(0)).startsWith("sha256:");
        assertThat(judged.labelValues().get(1)).isEqualTo("success");
        assertThat(judged.counts().stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
    }
}
