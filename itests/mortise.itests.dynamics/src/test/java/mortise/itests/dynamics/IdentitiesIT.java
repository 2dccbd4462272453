package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.Test;

/** Who gets in, and who may do what, with the first authenticators and authorizers. */
public class IdentitiesIT extends InContainer {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    public void aBadTokenIsNotAnonymous() throws Exception {
        var server = server();
        HttpResponse<String> answer = server.as("no-such-token").get("/livez");
        assertEquals(401, answer.statusCode());
        assertTrue(answer.body(), answer.body().contains("\"reason\":\"Unauthorized\""));
    }

    @Test
    public void aCertificateOfTheAuthorityIsAnIdentity() throws Exception {
        var server = server();
        Path pki = ServerInContainer.work().resolve("pki");
        ApiClient alice = ApiClient.withCertificate(server.address(), ServerInContainer.authority(),
                Files.readString(pki.resolve("alice.crt")), Files.readString(pki.resolve("alice.key")));
        assertEquals(200, alice.get("/api/v1/namespaces").statusCode());
    }

    @Test
    public void denyingEverythingDeniesAllButMastersAndSaysWhat() throws Exception {
        var server = server();
        ApiClient alice = server.as("alice-token");
        Path file = ServerInContainer.configFile("mortise.core.http");
        String configured = Files.readString(file);
        assertEquals(200, alice.get("/api/v1/namespaces/default/pods").statusCode());
        Files.writeString(file, configured.replace("AlwaysAllow", "AlwaysDeny"));
        try {
            String address = server.address();
            awaitDenied(server);
            HttpResponse<String> answer = server.as("alice-token").get("/api/v1/namespaces/default/pods/x");
            assertEquals(403, answer.statusCode());
            assertTrue(answer.body(), answer.body().contains("pods \\\"x\\\" is forbidden: User \\\"alice\\\""
                    + " cannot get resource \\\"pods\\\" in API group \\\"\\\" in the namespace \\\"default\\\""));
            assertEquals(200, server.admin().get("/api/v1/namespaces").statusCode());
            assertTrue(address.startsWith("https://127.0.0.1:"));
        } finally {
            Files.writeString(file, configured);
        }
    }

    /** The server may listen on another port once its own configuration has changed. */
    private static void awaitDenied(RunningServer server) throws Exception {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                if (server.as("alice-token").get("/api").statusCode() == 403) {
                    return;
                }
            } catch (IllegalStateException restarting) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
        throw new AssertionError("alice is still allowed");
    }
}
