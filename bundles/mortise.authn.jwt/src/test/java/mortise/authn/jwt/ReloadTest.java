package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.spi.authentication.Authentication;
import mortise.spi.operations.MetricFamily;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that change, files that cannot be used, and settings that do not go together. */
class ReloadTest {

    private static final String FILE = "authentication.yaml";
    private static final String HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";

    @TempDir
    private Path folder;
    private World world;
    private Provider first;
    private Provider second;

    @BeforeEach
    void start() {
        world = new World(folder);
        first = new Provider();
        second = new Provider();
        first.publish("k", Provider.ec("secp256r1"));
        second.publish("k", Provider.ec("secp256r1"));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private String token(Provider provider) {
        return provider.token("k", "ES256", provider.claims(world.instant()));
    }

    private static Authentication ask(JwtAuthenticator authenticator, String token) {
        return authenticator.authenticate(Requests.withBearerToken(token));
    }

    @Test
    void aNewIssuerCountsAndOneThatIsGoneDoesNot() {
        JwtAuthenticator authenticator = world.withFile(World.document(first, ""));
        World.user(authenticator, token(first));
        assertThat(ask(authenticator, token(second))).isEqualTo(Authentication.NOT_MINE);
        world.write(FILE, World.document(first, "") + World.authenticator(second, ""));
        authenticator.look();
        World.user(authenticator, token(second));
        World.user(authenticator, token(first));
        assertThat(first.requests()).as("keys of an issuer that stays are kept").isEqualTo(2);
        world.write(FILE, World.document(second, ""));
        authenticator.look();
        assertThat(ask(authenticator, token(first))).isEqualTo(Authentication.NOT_MINE);
        World.user(authenticator, token(second));
    }

    @Test
    void aRuleThatIsNewHoldsForTokensThatWereKnown() {
        JwtAuthenticator authenticator = world.withFile(World.document(first, ""));
        String token = token(first);
        World.user(authenticator, token);
        world.write(FILE, World.document(first, "  userValidationRules: [{expression: user.username != 'alice'}]\n"));
        authenticator.look();
        assertThat(World.refusal(authenticator, token)).contains("user validation failed");
    }

    @Test
    void aFileThatCannotBeUsedChangesNothing() throws IOException {
        JwtAuthenticator authenticator = world.withFile(World.document(first, "") + "anonymous: {enabled: false}\n");
        for (String broken : List.of("", "jwt: [", "{}", HEAD + "jwt: [{}]", HEAD + "nonsense: 1",
                "x".repeat(4 << 20))) {
            world.write(FILE, broken);
            authenticator.look();
            World.user(authenticator, token(first));
            assertThat(authenticator.allows("/livez")).contains(false);
        }
        assertThat(reloads(authenticator)).containsEntry("failure", 6.0).containsEntry("success", 0.0);
        Files.delete(folder.resolve(FILE));
        authenticator.look();
        World.user(authenticator, token(first));
        world.write(FILE, World.document(second, ""));
        authenticator.look();
        World.user(authenticator, token(second));
        assertThat(authenticator.allows("/livez")).isEmpty();
        assertThat(reloads(authenticator)).containsEntry("success", 1.0);
    }

    private static Map<String, Double> reloads(JwtAuthenticator authenticator) {
        var counts = new HashMap<String, Double>();
        authenticator.metrics().get(0).samples().forEach(sample ->
                counts.put(sample.labelValues().get(0), ((MetricFamily.Value) sample).value()));
        return counts;
    }

    @Test
    void noRequestIsLostWhileTheFileChanges() throws Exception {
        String one = World.document(first, "");
        String both = one + World.authenticator(second, "");
        JwtAuthenticator authenticator = world.withFile(one);
        String token = token(first);
        World.user(authenticator, token);
        var done = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                counts.add(clients.submit(() -> {
                    int asked = 0;
                    while (!done.get()) {
                        World.user(authenticator, token);
                        asked++;
                    }
                    return asked;
                }));
            }
            for (int i = 0; i < 60; i++) {
                world.write(FILE, i % 3 == 0 ? both : i % 3 == 1 ? "broken" : one);
                authenticator.look();
            }
            done.set(true);
            for (Future<Integer> count : counts) {
                assertThat(count.get(30, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void theFileSaysWhereRequestsMayBeAnonymous() {
        JwtAuthenticator authenticator = world.withFile(HEAD);
        assertThat(authenticator.allows("/livez")).isEmpty();
        world.write(FILE, HEAD + "anonymous: {enabled: true}\n");
        authenticator.look();
        assertThat(authenticator.allows("/api")).contains(true);
        world.write(FILE, HEAD + "anonymous: {enabled: true, conditions: [{path: /livez}]}\n");
        authenticator.look();
        assertThat(authenticator.allows("/livez")).contains(true);
        for (String other : List.of("/api", "/livez/ping", "/livez/", "/LIVEZ", "//livez", "")) {
            assertThat(authenticator.allows(other)).as(other).contains(false);
        }
        world.write(FILE, HEAD + "anonymous: {}\n");
        authenticator.look();
        assertThat(authenticator.allows("/livez")).contains(false);
    }

    @Test
    void aFileAndFlagsDoNotGoTogether() {
        String file = world.write(FILE, HEAD + "anonymous: {enabled: true}\n").toString();
        for (String flag : List.of("oidc.issuer.url", "oidc.client.id", "oidc.username.claim", "oidc.ca.file",
                "oidc.username.prefix", "oidc.groups.claim", "oidc.groups.prefix", "oidc.required.claim",
                "oidc.signing.algs")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.configured(Map.of("authentication.config", file, flag, "x")))
                    .withMessage("authentication-config file and oidc-* flags are mutually exclusive");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.configured(Map.of("authentication.config", file, "anonymous.auth", "true")))
                .withMessageContaining("anonymous: Forbidden: --anonymous-auth flag cannot be set");
    }

    @Test
    void anAnonymousPartThatComesLaterDoesNotOverruleTheFlag() {
        JwtAuthenticator authenticator = world.configured(Map.of("anonymous.auth", "false",
                "authentication.config", world.write(FILE, HEAD).toString()));
        world.write(FILE, HEAD + "anonymous: {enabled: true}\n");
        authenticator.look();
        assertThat(authenticator.allows("/livez")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "oidc.issuer.url=https://a | oidc-issuer-url and oidc-client-id must be specified together",
        "oidc.client.id=a          | oidc-issuer-url and oidc-client-id must be specified together",
        "oidc.groups.claim=a       | oidc-issuer-url and oidc-client-id must be specified together",
        "oidc.issuer.url=http://a;oidc.client.id=a | URL scheme must be https",
        "oidc.issuer.url=https://kubernetes.default.svc;oidc.client.id=a | must not overlap with disallowed issuers",
        "oidc.issuer.url=https://a;oidc.client.id=a;oidc.signing.algs=HS256 | unsupported signing alg: \"HS256\"",
        "oidc.issuer.url=https://a;oidc.client.id=a;oidc.signing.algs=RS256,none | unsupported signing alg: \"none\"",
        "oidc.issuer.url=https://a;oidc.client.id=a;oidc.required.claim=x | malformed pair",
        "oidc.issuer.url=https://a;oidc.client.id=a;oidc.ca.file=/no/such | there is no file /no/such",
        "authentication.config=/no/such | there is no file /no/such"})
    void badSettingsEndTheStart(String settings, String message) {
        var values = new HashMap<String, String>();
        for (String pair : settings.split(";")) {
            values.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> world.configured(values)).withMessageContaining(message);
    }

    @Test
    void withNothingConfiguredNobodyIsKnown() {
        JwtAuthenticator authenticator = world.configured(Map.of("anonymous.auth", "true"));
        authenticator.look();
        assertThat(ask(authenticator, token(first))).isEqualTo(Authentication.NOT_MINE);
        assertThat(authenticator.allows("/")).isEmpty();
    }
}
