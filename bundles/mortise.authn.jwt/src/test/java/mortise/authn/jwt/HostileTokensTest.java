package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mortise.api.UserInfo;
import mortise.core.jwt.JwtJson;
import mortise.core.jwt.VerificationKey;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that somebody made to get in, or that are good and only look strange. */
class HostileTokensTest {

    private static Provider provider;
    private static KeyPair rsa;

    @TempDir
    private Path folder;
    private World world;
    private JwtAuthenticator authenticator;

    @BeforeAll
    static void start() {
        provider = new Provider();
        rsa = provider.publish("rsa", Provider.rsa());
        provider.publish("ES256", Provider.ec("secp256r1"));
        provider.publish("ES384", Provider.ec("secp384r1"));
        provider.publish("ES512", Provider.ec("secp521r1"));
        provider.publish("enc", Provider.rsa(), Map.of("use", "enc"));
        provider.publish("only512", Provider.rsa(), Map.of("alg", "RS512"));
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @BeforeEach
    void configure() {
        world = new World(folder);
        authenticator = world.withFile(World.document(provider, ""));
    }

    private Map<String, Object> claims(Object... changes) {
        Map<String, Object> claims = provider.claims(world.instant());
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1].equals("absent")) {
                claims.remove((String) changes[i]);
            } else {
                claims.put((String) changes[i], changes[i + 1]);
            }
        }
        return claims;
    }

    private void refused(String token) {
        Authentication answer = authenticator.authenticate(Requests.withBearerToken(token));
        assertThat(answer).as(token).isNotInstanceOf(Authenticated.class);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"})
    void eachOfTheNineAlgorithmsIsGood(String algorithm) {
        String key = algorithm.startsWith("ES") ? algorithm : "rsa";
        assertThat(World.user(authenticator, provider.token(key, algorithm, claims())))
                .isEqualTo(UserInfo.of("alice"));
    }

    @Test
    void withoutASignatureNothingCounts() {
        String payload = encoded(JwtJson.write(claims()));
        for (String algorithm : List.of("none", "None", "NONE", "")) {
            String head = encoded("{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}");
            refused(head + "." + payload + ".");
            refused(head + "." + payload);
            refused(head + "." + payload + "." + encoded("x"));
        }
        String[] parts = provider.token("rsa", "RS256", claims()).split("\\.");
        refused(parts[0] + "." + parts[1] + ".");
    }

    @Test
    void thePublicKeyIsNoSecret() throws Exception {
        for (String algorithm : List.of("HS256", "HS384", "HS512")) {
            String name = "Hmac" + algorithm.replace("HS", "SHA");
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(rsa.getPublic().getEncoded(), name));
            String signed = encoded("{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}") + "."
                    + encoded(JwtJson.write(claims()));
            refused(signed + "." + encoded(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))));
        }
    }

    @Test
    void aKeyForSomethingElseAndASwappedAlgorithmAreRefused() {
        refused(provider.token("enc", "RS256", claims()));
        refused(provider.token("only512", "RS256", claims()));
        assertThat(World.user(authenticator, provider.token("only512", "RS512", claims())).name()).isEqualTo("alice");
        String[] parts = provider.token("rsa", "RS256", claims()).split("\\.");
        for (String algorithm : List.of("ES256", "PS256", "RS512", "EdDSA", "RSA-OAEP", "dir")) {
            refused(encoded("{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}") + "." + parts[1] + "." + parts[2]);
        }
        refused(Provider.token(Provider.rsa(), "rsa", "RS256", claims()));
        refused(Provider.token(rsa, "ES256", "RS256", claims()));
    }

    @Test
    void changedClaimsAreRefused() {
        String[] parts = provider.token("ES256", "ES256", claims()).split("\\.");
        refused(parts[0] + "." + encoded(JwtJson.write(claims("sub", "admin"))) + "." + parts[2]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exp | absent | it does not expire",
        "exp | soon   | its claim exp is not a time",
        "sub | absent | claim sub is not a string",
        "sub | ''     | the user name is empty",
        "aud | other  | it is meant for other audiences",
        "aud | absent | it is meant for other audiences",
        "aud | ''     | it is meant for other audiences"})
    void aClaimThatIsMissingOrWrongIsTold(String claim, String value, String why) {
        assertThat(World.refusal(authenticator, provider.token("ES256", "ES256", claims(claim, value))))
                .isEqualTo("oidc: " + why);
    }

    @Test
    void timesCountWithALittleLeeway() {
        long now = world.instant().getEpochSecond();
        assertThat(World.refusal(authenticator, provider.token("ES256", "ES256", claims("exp", now - 10))))
                .isEqualTo("oidc: it has expired");
        World.user(authenticator, provider.token("ES256", "ES256", claims("exp", now - 9)));
        for (String claim : List.of("nbf", "iat")) {
            assertThat(World.refusal(authenticator, provider.token("ES256", "ES256", claims(claim, now + 301))))
                    .isEqualTo("oidc: it is not valid yet");
            World.user(authenticator, provider.token("ES256", "ES256", claims(claim, now + 300)));
        }
        for (Object odd : List.of(1e300, -1e300, List.of(), true, Map.of())) {
            refused(provider.token("ES256", "ES256", claims("exp", odd)));
        }
    }

    @Test
    void aTokenThatIsKnownStillExpires() {
        long now = world.instant().getEpochSecond();
        String token = provider.token("ES256", "ES256", claims("exp", now - 8));
        World.user(authenticator, token);
        world.later(Duration.ofSeconds(3));
        assertThat(World.refusal(authenticator, token)).isEqualTo("oidc: it has expired");
    }

    @Test
    void anotherIssuerIsSomebodyElses() {
        for (Object issuer : List.of("https://other.example", provider.url() + "/", "", 7, List.of(provider.url()))) {
            String token = provider.token("ES256", "ES256", claims("iss", issuer));
            assertThat(authenticator.authenticate(Requests.withBearerToken(token))).isEqualTo(Authentication.NOT_MINE);
        }
    }

    @Test
    void oneOfTheAudiencesIsEnough() {
        World.user(authenticator, provider.token("ES256", "ES256", claims("aud", List.of("x", "mortise"))));
        refused(provider.token("ES256", "ES256", claims("aud", List.of("x", List.of("mortise")))));
        refused(provider.token("ES256", "ES256", claims("aud", Map.of("mortise", "mortise"))));
    }

    @Test
    void oversizedTokensAreNotLookedAt() {
        String token = provider.token("ES256", "ES256", claims("padding", "x".repeat(60_000)));
        assertThat(authenticator.authenticate(Requests.withBearerToken(token))).isEqualTo(Authentication.NOT_MINE);
        World.user(authenticator, provider.token("ES256", "ES256", claims("padding", "x".repeat(40_000))));
    }

    @Test
    void deepAndRepeatedClaimsBreakNothing() {
        String deep = "[".repeat(20_000) + "]".repeat(20_000);
        for (String payload : List.of("{\"iss\":\"" + provider.url() + "\",\"x\":" + deep + "}",
                "{\"iss\":\"" + provider.url() + "\",\"iss\":\"b\"}", "[]", "7", "null", "")) {
            refused(encoded("{\"alg\":\"ES256\",\"kid\":\"ES256\"}") + "." + encoded(payload) + "." + encoded("s"));
        }
    }

    @Test
    void aFloodOfBadTokensLeavesTheProviderAlone() {
        refused(provider.token("rsa", "RS256", claims("exp", 1)));
        int before = provider.requests();
        var strangers = new ArrayList<String>();
        for (int i = 0; i < 50; i++) {
            strangers.add(Provider.token(Provider.ec("secp256r1"), "unknown-" + i, "ES256", claims("sub", "n" + i)));
        }
        strangers.forEach(this::refused);
        assertThat(provider.requests()).isEqualTo(before);
    }

    @Test
    void headersThatBringKeysAlongAreIgnored() throws Exception {
        KeyPair own = Provider.rsa();
        var jwk = new HashMap<String, Object>(VerificationKey.of(own.getPublic()).orElseThrow()
                .toJwk());
        var head = Map.of("alg", "RS256", "kid", "rsa", "jwk", jwk, "jku", "https://127.0.0.1:1/keys");
        String signed = encoded(JwtJson.write(head)) + "." + encoded(JwtJson.write(claims()));
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(own.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        refused(signed + "." + encoded(signature.sign()));
    }
}
