package mortise.authn.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mortise.core.jwt.JwtJson;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that somebody made up, changed, stole or kept for too long. */
class HostileTokensTest {

    @TempDir
    private Path folder;
    private Cluster cluster;

    @BeforeEach
    void makeCluster() {
        cluster = new Cluster(folder);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encoded(Map<String, Object> json) {
        return encoded(JwtJson.write(json));
    }

    /** Signs the claims of a good token after a test has spoilt them. */
    private String signed(Consumer<Map<String, Object>> spoil) {
        Map<String, Object> claims = cluster.claims();
        spoil.accept(claims);
        return cluster.signer.sign(claims);
    }

    private void rejected(String token) {
        assertThat(cluster.ask(token)).as(token).isInstanceOf(Rejected.class);
    }

    @Test
    void theClaimsThatAreSpoiltBelowAreGood() {
        assertThat(cluster.ask(signed(claims -> { }))).isInstanceOf(Authenticated.class);
    }

    @Test
    void withoutASignature() {
        for (String algorithm : List.of("none", "None", "NONE")) {
            String token = encoded(Map.of("alg", algorithm)) + "." + encoded(cluster.claims()) + ".";
            rejected(token);
        }
    }

    @Test
    void thePublicKeyAsASecret() throws Exception {
        String signed = encoded(Map.of("alg", "HS256", "kid", cluster.signer.publicKey().id())) + "."
                + encoded(cluster.claims());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(cluster.signer.publicKey().key().getEncoded(), "HmacSHA256"));
        rejected(signed + "." + encoded(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void anotherAlgorithmInTheHeader() {
        String[] parts = cluster.token().split("\\.");
        for (String algorithm : List.of("RS256", "ES384", "ES512", "PS256", "HS256", "EdDSA")) {
            rejected(encoded(Map.of("alg", algorithm)) + "." + parts[1] + "." + parts[2]);
        }
    }

    @Test
    void claimsThatWereChangedAfterSigning() {
        String[] parts = cluster.token().split("\\.");
        Map<String, Object> claims = cluster.claims();
        claims.put("sub", "system:serviceaccount:kube-system:admin");
        rejected(parts[0] + "." + encoded(claims) + "." + parts[2]);
    }

    @Test
    void aKeyThatNobodyKnows() {
        rejected(Cluster.signer(folder).sign(cluster.claims()));
    }

    @Test
    void expiredOrNotValidYet() {
        long now = cluster.now.getEpochSecond();
        assertThat(cluster.ask(signed(claims -> claims.put("exp", now - 60)))).isInstanceOf(Authenticated.class);
        rejected(signed(claims -> claims.put("exp", now - 61)));
        assertThat(cluster.ask(signed(claims -> claims.put("nbf", now + 60)))).isInstanceOf(Authenticated.class);
        rejected(signed(claims -> claims.put("nbf", now + 61)));
        rejected(signed(claims -> claims.put("iat", now + 61)));
        rejected(signed(claims -> claims.remove("exp")));
        rejected(signed(claims -> claims.put("exp", "never")));
        rejected(signed(claims -> claims.put("exp", Long.MIN_VALUE)));
    }

    @Test
    void aTokenExpiresAlsoWhenItWasSeenBefore() {
        String token = cluster.token();
        assertThat(cluster.ask(token)).isInstanceOf(Authenticated.class);
        cluster.later(600 + 61);
        rejected(token);
    }

    @Test
    void meantForOthers() {
        rejected(signed(claims -> claims.put("aud", List.of("else"))));
        rejected(signed(claims -> claims.put("aud", "else")));
        String token = signed(claims -> claims.put("aud", List.of("else", "api2")));
        assertThat(cluster.ask(token)).isEqualTo(new Authenticated(
                ((Authenticated) cluster.ask(token)).user(), List.of("api2")));
        assertThat(ask(token, "else", "third")).isInstanceOfSatisfying(Authenticated.class, found ->
                assertThat(found.audiences()).containsExactly("else"));
        assertThat(ask(token, "third")).isInstanceOf(Rejected.class);
    }

    private Authentication ask(String token, String... audiences) {
        AuthenticationRequest request = Requests.withBearerToken(token);
        return cluster.tokens.authenticate(new AuthenticationRequest(request.path(), request.headers(),
                request.peerCertificates(), request.remoteAddress(), List.of(audiences)));
    }

    @Test
    void ofAnotherIssuer() {
        assertThat(cluster.ask(signed(claims -> claims.put("iss", "https://else.example"))))
                .isEqualTo(Authentication.NOT_MINE);
        assertThat(cluster.ask(signed(claims -> claims.remove("iss")))).isEqualTo(Authentication.NOT_MINE);
        assertThat(cluster.ask(signed(claims -> claims.put("iss", List.of(Cluster.ISSUER)))))
                .isEqualTo(Authentication.NOT_MINE);
        assertThat(cluster.ask(signed(claims -> claims.put("iss", "https://older.example"))))
                .isInstanceOf(Authenticated.class);
    }

    @Test
    void tooLongToBeLookedAt() {
        String long1 = signed(claims -> claims.put("x", "x".repeat(TokenAuthenticator.TOKEN_CHARS_MAX)));
        assertThat(cluster.ask(long1)).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void aSubjectThatIsNotTheAccount() {
        rejected(signed(claims -> claims.put("sub", "system:admin")));
        rejected(signed(claims -> claims.put("sub", "system:serviceaccount:ns:other")));
        rejected(signed(claims -> claims.remove("sub")));
    }

    @Test
    void claimsAboutObjectsOfAnotherShape() {
        for (Object nonsense : List.of("text", 7L, List.of(), Map.of(), Map.of("serviceaccount", "robot"),
                Map.of("namespace", "ns", "serviceaccount", Map.of("name", "robot")),
                Map.of("namespace", "ns", "serviceaccount", Map.of("name", 7L, "uid", true)))) {
            rejected(signed(claims -> claims.put("kubernetes.io", nonsense)));
        }
        rejected(signed(claims -> claims.remove("kubernetes.io")));
        var bound = new LinkedHashMap<String, Object>();
        bound.put("namespace", "ns");
        bound.put("serviceaccount", Map.of("name", "robot", "uid", cluster.account.uid()));
        bound.put("pod", Map.of("name", "p"));
        rejected(signed(claims -> claims.put("kubernetes.io", bound)));
    }

    @Test
    void aLastingTokenOfATimedIssuersKeyWithoutItsSecret() {
        rejected(signed(claims -> claims.put("iss", Claims.LEGACY_ISSUER)));
    }
}
