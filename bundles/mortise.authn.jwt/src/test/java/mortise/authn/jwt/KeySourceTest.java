package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When keys are fetched, from whom, and what holds while they cannot be. */
class KeySourceTest {

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    @TempDir
    private Path folder;
    private World world;
    private Provider provider;

    @BeforeEach
    void start() {
        world = new World(folder);
        provider = new Provider();
        provider.publish("one", Provider.ec("secp256r1"));
    }

    @AfterEach
    void stop() {
        provider.close();
    }

    private String token(String key) {
        return provider.token(key, "ES256", provider.claims(world.instant()));
    }

    private JwtAuthenticator started() {
        return world.withFile(World.document(provider, ""));
    }

    @Test
    void noRequestGoesToTheProviderOnceItsKeysAreKnown() {
        JwtAuthenticator authenticator = started();
        for (int i = 0; i < 20; i++) {
            World.user(authenticator, token("one"));
            world.later(Duration.ofSeconds(30));
            authenticator.look();
        }
        assertThat(provider.requests()).isEqualTo(2);
    }

    @Test
    void aNewKeyIsFetchedWithTheFirstTokenThatItSigned() {
        JwtAuthenticator authenticator = started();
        World.user(authenticator, token("one"));
        provider.publish("two", Provider.ec("secp256r1"));
        assertThat(World.refusal(authenticator, token("two"))).contains("none of the known keys");
        assertThat(provider.requests()).isEqualTo(2);
        world.later(KeySource.PAUSE);
        World.user(authenticator, token("two"));
        World.user(authenticator, token("one"));
        assertThat(provider.requests()).isEqualTo(4);
    }

    @Test
    void aKeyThatWasReplacedUnderItsNameIsFetchedToo() {
        JwtAuthenticator authenticator = started();
        World.user(authenticator, token("one"));
        String old = token("one");
        provider.publish("one", Provider.ec("secp256r1"));
        world.later(KeySource.PAUSE);
        World.user(authenticator, token("one"));
        assertThat(World.refusal(authenticator, old)).contains("none of the known keys");
    }

    @Test
    void withdrawnKeysEndWithinTheHour() {
        JwtAuthenticator authenticator = started();
        World.user(authenticator, token("one"));
        provider.publish("two", Provider.ec("secp256r1"));
        provider.withdraw("one");
        world.later(KeySource.AGE_MAX.plusSeconds(1));
        authenticator.look();
        World.user(authenticator, token("two"));
        assertThat(World.refusal(authenticator, token("one"))).contains("none of the known keys");
    }

    @Test
    void aProviderThatIsDownAtTheStartIsFoundLater() {
        provider.down();
        JwtAuthenticator authenticator = started();
        assertThat(World.refusal(authenticator, token("one"))).contains("could not be fetched yet");
        provider.answerAsUsual();
        assertThat(World.refusal(authenticator, token("one"))).contains("could not be fetched yet");
        world.later(KeySource.PAUSE);
        authenticator.look();
        World.user(authenticator, token("one"));
    }

    @Test
    void nobodyListeningIsNoMoreThanThat() {
        String url = provider.url();
        String token = token("one");
        JwtAuthenticator authenticator = world.withFile(World.document(provider, ""));
        assertThat(World.user(authenticator, token).name()).isEqualTo("alice");
        provider.close();
        JwtAuthenticator other = world.configured(Map.of("oidc.issuer.url", url, "oidc.client.id", "mortise",
                "oidc.signing.algs", "ES256", "oidc.ca.file",
                world.write("ca.pem", Provider.authority()).toString()));
        assertThat(World.refusal(other, token)).contains("could not be fetched yet");
        provider = new Provider();
    }

    @Test
    void keysStayKnownWhileTheProviderIsDown() {
        JwtAuthenticator authenticator = started();
        World.user(authenticator, token("one"));
        provider.down();
        for (int i = 0; i < 3; i++) {
            world.later(KeySource.AGE_MAX.plusSeconds(1));
            authenticator.look();
            World.user(authenticator, token("one"));
        }
    }

    @Test
    void aDiscoveryDocumentOfAnotherIssuerIsNotUsed() {
        for (String document : List.of("{\"issuer\":\"https://other\",\"jwks_uri\":\"URL/keys\"}",
                "{\"jwks_uri\":\"URL/keys\"}", "[]", "<html>", "{\"issuer\":\"URL\"}",
                "{\"issuer\":\"URL\",\"jwks_uri\":\"file:///etc/passwd\"}",
                "{\"issuer\":\"URL\",\"jwks_uri\":\"http://127.0.0.1/keys\"}",
                "{\"issuer\":\"URL/\",\"jwks_uri\":\"URL/keys\"}", "{\"issuer\":\"URL\",\"jwks_uri\":\":\"}")) {
            provider.answer(DISCOVERY, document.replace("URL", provider.url()));
            assertThat(World.refusal(started(), token("one"))).as(document).contains("could not be fetched yet");
        }
    }

    @Test
    void keySetsThatAreNoneOrTooLargeAreNotUsed() {
        for (String document : List.of("{}", "[]", "x", "{\"keys\":7}",
                "{\"keys\":[],\"x\":\"" + "x".repeat(Documents.BYTES_MAX) + "\"}")) {
            provider.answer("/keys", document);
            assertThat(World.refusal(started(), token("one"))).contains("could not be fetched yet");
        }
    }

    @Test
    void aServerThatTheAuthorityDoesNotVouchForIsNotBelieved() {
        String document = World.document(provider, "").replace(
                Provider.authority().indent(6), Provider.stranger().indent(6));
        assertThat(World.refusal(world.withFile(document), token("one"))).contains("could not be fetched yet");
        assertThat(provider.requests()).isZero();
    }

    @Test
    void aDiscoveryUrlIsUsedAsItIs() {
        provider.answer(DISCOVERY, "");
        String elsewhere = World.document(provider, "").replace("    audiences:",
                "    discoveryURL: " + provider.url() + "/elsewhere\n    audiences:");
        World.user(world.withFile(elsewhere), token("one"));
        provider.answer("/elsewhere", "{\"issuer\":\"" + provider.url() + "/elsewhere\",\"jwks_uri\":\""
                + provider.url() + "/keys\"}");
        assertThat(World.refusal(world.withFile(elsewhere), token("one"))).contains("could not be fetched yet");
    }
}
