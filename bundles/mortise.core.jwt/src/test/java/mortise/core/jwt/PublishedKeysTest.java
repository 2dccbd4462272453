package mortise.core.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jose4j.jws.JsonWebSignature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of others: which of them count, and for what. */
class PublishedKeysTest {

    private static final Set<String> ALL = Set.copyOf(PublishedKeys.ALGORITHMS);
    private static final KeyPair RSA = keys("RSA");

    private static KeyPair keys(String algorithm) {
        try {
            return switch (algorithm) {
                case "ES256" -> TestKeys.ec("secp256r1");
                case "ES384" -> TestKeys.ec("secp384r1");
                case "ES512" -> TestKeys.ec("secp521r1");
                default -> TestKeys.rsa(2048);
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> jwk(KeyPair keys, String id, Object... more) {
        var jwk = new HashMap<>(VerificationKey.of(keys.getPublic()).orElseThrow().toJwk());
        jwk.put("kid", id);
        jwk.remove("alg");
        for (int i = 0; i < more.length; i += 2) {
            jwk.put((String) more[i], more[i + 1]);
        }
        return jwk;
    }

    @SafeVarargs
    private static PublishedKeys set(Map<String, Object>... keys) throws JwtException {
        var list = new ArrayList<Map<String, Object>>();
        for (Map<String, Object> key : keys) {
            list.add(key);
        }
        return PublishedKeys.parse(JwtJson.write(Map.of("keys", list)));
    }

    private static String signed(KeyPair keys, String algorithm, String id) throws Exception {
        var signature = new JsonWebSignature();
        signature.setAlgorithmHeaderValue(algorithm);
        signature.setKeyIdHeaderValue(id);
        signature.setPayload("{\"sub\":\"alice\"}");
        signature.setKey(keys.getPrivate());
        return signature.getCompactSerialization();
    }

    private static void refused(PublishedKeys keys, String token, Set<String> algorithms) {
        assertThatThrownBy(() -> keys.verify(token, algorithms)).isInstanceOf(JwtException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"})
    void eachOfTheNineAlgorithmsIsKnownAndOnlyWhenAccepted(String algorithm) throws Exception {
        KeyPair pair = keys(algorithm);
        String token = signed(pair, algorithm, "k");
        for (PublishedKeys keys : List.of(set(jwk(pair, "k")), set(jwk(pair, "k", "alg", algorithm)))) {
            assertThat(keys.verify(token, ALL)).isEqualTo(Map.of("sub", "alice"));
            assertThat(keys.verify(token, Set.of(algorithm))).isEqualTo(Map.of("sub", "alice"));
            var others = new HashSet<>(ALL);
            others.remove(algorithm);
            refused(keys, token, others);
        }
    }

    @ParameterizedTest
    @CsvSource({"use,enc", "use,7", "alg,RS512", "alg,ES256", "alg,none", "kid,other"})
    void aKeyForSomethingElseIsNotUsed(String field, String value) throws Exception {
        assertThat(set(jwk(RSA, "k")).verify(signed(RSA, "RS256", "k"), ALL)).isNotEmpty();
        refused(set(jwk(RSA, "k", field, value)), signed(RSA, "RS256", "k"), ALL);
    }

    @Test
    void operationsOfAKeyHaveToAllowVerifying() throws Exception {
        String token = signed(RSA, "RS256", "k");
        assertThat(set(jwk(RSA, "k", "key_ops", List.of("verify"))).verify(token, ALL)).isNotEmpty();
        refused(set(jwk(RSA, "k", "key_ops", List.of("encrypt"))), token, ALL);
    }

    @Test
    void ofSeveralKeysWithOneNameAnyMayHaveSigned() throws Exception {
        KeyPair other = keys("RSA");
        assertThat(set(jwk(other, "k"), jwk(RSA, "k")).verify(signed(RSA, "PS384", "k"), ALL)).isNotEmpty();
    }

    @Test
    void secretsAndBrokenKeysAreSkipped() throws Exception {
        byte[] secret = RSA.getPublic().getEncoded();
        Map<String, Object> oct = Map.of("kty", "oct", "kid", "k", "k",
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
        assertThat(set(oct, Map.of("kty", "RSA", "kid", "k", "n", "!", "e", "AQAB"), Map.of(), Map.of("kty", "what"),
                jwk(RSA, "good")).size()).isEqualTo(1);
    }

    @Test
    void onlySoManyKeysCount() throws Exception {
        var many = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 200; i++) {
            many.add(jwk(RSA, "k" + i));
        }
        assertThat(PublishedKeys.parse(JwtJson.write(Map.of("keys", many))).size()).isEqualTo(64);
    }

    @Test
    void whatIsNoKeySetIsRefused() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (String text : List.of("", "[]", "{}", "{\"keys\":{}}", "{\"keys\":7}", "x", "{\"keys\":[],\"keys\":[]}",
                "[".repeat(100_000))) {
            assertThatThrownBy(() -> PublishedKeys.parse(text.getBytes(StandardCharsets.UTF_8))).as(text)
                    .isInstanceOf(JwtException.class);
        }
        byte[] good = JwtJson.write(Map.of("keys", List.of(jwk(RSA, "k"))));
        for (int i = 0; i < 2000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            try {
                assertThat(PublishedKeys.parse(bad).size()).as("seed " + seed).isBetween(0, 1);
            } catch (JwtException refused) {
                assertThat(refused).as("seed " + seed).hasMessageContaining("it ");
            }
        }
    }
}
