package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** Authenticators of identities that others know are switched on and off while the server runs. */
public class OutsideIdentitiesIT extends InContainer {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static final String REVIEW =
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}";

    @Test
    public void aWebhookKnowsTokensWhileItIsConfigured() throws Exception {
        var server = server();
        try (var provider = new IdentityProvider(ServerInContainer.work().resolve("pki"))) {
            Path file = ServerInContainer.configFile("mortise.authn.webhook");
            String configuration = "authentication.token.webhook.version = v1\n"
                    + "authentication.token.webhook.config.file = "
                    + provider.kubeconfig(ServerInContainer.work()) + "\n";
            isSwitched(server, "mortise.authn.webhook", file, configuration, "jane-token", "jane");
            assertTrue("it was asked", provider.reviews() > 0);
            assertEquals("nobody knows it", 401, server.as("stranger-token").get("/api").statusCode());
        }
    }

    @Test
    public void anIdentityProviderIsTrustedWhileItIsConfigured() throws Exception {
        var server = server();
        try (var provider = new IdentityProvider(ServerInContainer.work().resolve("pki"))) {
            Path file = ServerInContainer.configFile("mortise.authn.jwt");
            String configuration = """
                    oidc.issuer.url = %s
                    oidc.client.id = mortise
                    oidc.username.prefix = oidc-
                    oidc.signing.algs = ES256
                    oidc.ca.file = %s
                    """.formatted(provider.url(), ServerInContainer.authority());
            isSwitched(server, "mortise.authn.jwt", file, configuration,
                    provider.token("eve", "mortise"), "oidc-eve");
            assertEquals("meant for others", 401,
                    server.as(provider.token("eve", "others")).get("/api").statusCode());
        }
    }

    /** Switches an authenticator by its configuration, and stops and starts its bundle in between. */
    private void isSwitched(RunningServer server, String bundle, Path file, String configuration, String token,
            String user) throws Exception {
        ApiClient client = server.as(token);
        assertEquals("before", 401, client.get("/api").statusCode());
        Files.writeString(file, configuration);
        try {
            awaitStatus(client, 200);
            HttpResponse<String> whoami = client.post(REVIEWS, REVIEW);
            assertEquals(201, whoami.statusCode());
            assertTrue(whoami.body(), whoami.body().contains("\"username\":\"" + user + "\""));
            installed(bundle).stop();
            awaitStatus(client, 401);
            assertEquals("others go on", 200, server.admin().get("/api").statusCode());
            installed(bundle).start();
            awaitStatus(client, 200);
        } finally {
            Files.delete(file);
        }
        awaitStatus(client, 401);
    }

    private static void awaitStatus(ApiClient client, int status) throws Exception {
        client.awaitGet("/api", answer -> answer.statusCode() == status, SOON);
    }

    private Bundle installed(String name) {
        return Arrays.stream(context.getBundles()).filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst().orElseThrow();
    }
}
