package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.Test;

/** What the assembled server says about itself. */
public class DiscoveryIT extends InContainer {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    public void everyGroupOfTheDistributionIsDiscovered() throws Exception {
        ApiClient admin = server().admin();
        assertTrue(admin.get("/api/v1").body().contains("\"name\":\"configmaps\""));
        assertTrue(admin.get("/apis/apps/v1").body().contains("\"name\":\"deployments/status\""));
        assertTrue(admin.get("/apis/coordination.k8s.io/v1").body().contains("\"name\":\"leases\""));
        assertTrue(admin.get("/version").body().contains("\"minor\":\"36\""));
        assertTrue(admin.get("/").body().contains("\"/readyz\""));
    }

    @Test
    public void aggregatedDiscoveryIsNotSentTwice() throws Exception {
        ApiClient admin = server().admin();
        HttpResponse<String> first = admin.get("/apis", "Accept", AGGREGATED);
        assertEquals(200, first.statusCode());
        String etag = first.headers().firstValue("ETag").orElseThrow();
        assertEquals(304, admin.get("/apis", "Accept", AGGREGATED, "If-None-Match", etag).statusCode());
    }

    @Test
    public void runtimeConfigSwitchesAVersionOffAndOn() throws Exception {
        ApiClient admin = server().admin();
        Path file = ServerInContainer.configFile("mortise.core.registry");
        Files.writeString(file, "runtime.config = apps/v1=false\n");
        try {
            admin.awaitGet("/apis/apps/v1", answer -> answer.statusCode() == 404, SOON);
            assertFalse(admin.get("/apis").body().contains("\"apps\""));
        } finally {
            Files.delete(file);
        }
        admin.awaitGet("/apis/apps/v1", answer -> answer.statusCode() == 200, SOON);
    }
}
