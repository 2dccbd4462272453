package mortise.core.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is believed, and above all what is not. */
class JwtVerifierTest {

    private static final Map<String, Object> CLAIMS = Map.of("iss", "me", "sub", "somebody");

    @TempDir
    private Path folder;
    private KeyPair rsaKeys;
    private JwtSigner rsa;
    private JwtSigner ec;
    private JwtVerifier verifier;

    @BeforeEach
    void makeKeys() throws Exception {
        rsaKeys = TestKeys.rsa(2048);
        rsa = TestKeys.signer(folder, rsaKeys);
        ec = TestKeys.signer(folder, TestKeys.ec("secp256r1"));
        verifier = new JwtVerifier(List.of(rsa.publicKey(), ec.publicKey()));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    private void refused(String token) {
        assertThatThrownBy(() -> verifier.verify(token)).as(token).isInstanceOf(JwtException.class)
                .satisfies(refusal -> assertThat(token.length() < 8 || !refusal.getMessage().contains(token)).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void whatAnEcKeySignedIsBelieved(String curve) throws Exception {
        JwtSigner signer = TestKeys.signer(folder, TestKeys.ec(curve));
        assertThat(new JwtVerifier(List.of(signer.publicKey())).verify(signer.sign(CLAIMS))).isEqualTo(CLAIMS);
    }

    @Test
    void whatOneOfTheKeysSignedIsBelieved() throws Exception {
        assertThat(verifier.verify(rsa.sign(CLAIMS))).isEqualTo(CLAIMS);
        assertThat(verifier.verify(ec.sign(CLAIMS))).isEqualTo(CLAIMS);
    }

    @Test
    void whatAStrangerSignedIsNot() throws Exception {
        refused(TestKeys.signer(folder, TestKeys.rsa(2048)).sign(CLAIMS));
        refused(TestKeys.signer(folder, TestKeys.ec("secp256r1")).sign(CLAIMS));
    }

    @Test
    void aKeyThatASignatureNamesAndThatDidNotMakeItIsNoHelp() throws Exception {
        String[] parts = TestKeys.signer(folder, TestKeys.rsa(2048)).sign(CLAIMS).split("\\.");
        refused(encoded("{\"alg\":\"RS256\",\"kid\":\"" + rsa.publicKey().id() + "\"}") + "." + parts[1] + "."
                + parts[2]);
    }

    @Test
    void aNameThatNoKeyHasIsOnlyAHint() throws Exception {
        var signature = Signature.getInstance("SHA256withRSA");
        String signed = encoded("{\"alg\":\"RS256\",\"kid\":\"unheard-of\"}") + "." + encoded("{\"a\":1}");
        signature.initSign(rsaKeys.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        assertThat(verifier.verify(signed + "." + encoded(signature.sign()))).isEqualTo(Map.of("a", 1L));
    }

    @Test
    void withoutASignatureNothingIsBelieved() {
        for (String algorithm : List.of("none", "None", "NONE", "nOnE", "")) {
            String head = encoded("{\"alg\":\"" + algorithm + "\",\"kid\":\"" + rsa.publicKey().id() + "\"}");
            refused(head + "." + encoded("{\"iss\":\"me\"}") + ".");
            refused(head + "." + encoded("{\"iss\":\"me\"}"));
        }
        String[] parts = rsa.sign(CLAIMS).split("\\.");
        refused(parts[0] + "." + parts[1] + ".");
        refused(encoded("{}") + "." + parts[1] + "." + parts[2]);
    }

    @Test
    void aPublicKeyIsNoSecret() throws Exception {
        byte[] encodedKey = rsa.publicKey().key().getEncoded();
        for (byte[] secret : List.of(encodedKey,
                TestKeys.pem("PUBLIC KEY", encodedKey).getBytes(StandardCharsets.US_ASCII))) {
            for (String id : List.of(rsa.publicKey().id(), "")) {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(secret, "HmacSHA256"));
                String signed = encoded("{\"alg\":\"HS256\",\"kid\":\"" + id + "\"}") + "."
                        + encoded("{\"iss\":\"me\"}");
                refused(signed + "." + encoded(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))));
            }
        }
    }

    @Test
    void anotherAlgorithmThanTheKeysIsRefused() throws Exception {
        var signature = Signature.getInstance("SHA512withRSA");
        String signed = encoded("{\"alg\":\"RS512\"}") + "." + encoded("{\"a\":1}");
        signature.initSign(rsaKeys.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        refused(signed + "." + encoded(signature.sign()));
        for (String algorithm : List.of("ES256", "PS256", "RS384", "HS256", "EdDSA", "dir", "RSA-OAEP")) {
            String[] parts = rsa.sign(CLAIMS).split("\\.");
            refused(encoded("{\"alg\":\"" + algorithm + "\"}") + "." + parts[1] + "." + parts[2]);
        }
        String[] parts = ec.sign(CLAIMS).split("\\.");
        refused(encoded("{\"alg\":\"RS256\"}") + "." + parts[1] + "." + parts[2]);
    }

    @Test
    void aTokenThatAsksForAnExtensionIsRefused() throws Exception {
        String claims = encoded("{\"a\":1}");
        assertThat(verifier.verify(signed("\"typ\":\"JWT\"", claims))).isEqualTo(Map.of("a", 1L));
        for (String header : List.of("\"crit\":[\"b64\"],\"b64\":false", "\"crit\":[\"b64\"],\"b64\":true",
                "\"crit\":[\"b64\"]", "\"b64\":false", "\"crit\":[\"exp\"],\"exp\":1", "\"crit\":[\"x\"],\"x\":1",
                "\"crit\":[\"x\"]", "\"crit\":[]", "\"crit\":\"x\"", "\"crit\":{}", "\"crit\":[\"alg\"]",
                "\"crit\":7")) {
            refused(signed(header, claims));
        }
    }

    private String signed(String header, String claims) throws Exception {
        var signature = Signature.getInstance("SHA256withRSA");
        String signed = encoded("{\"alg\":\"RS256\"," + header + "}") + "." + claims;
        signature.initSign(rsaKeys.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + encoded(signature.sign());
    }

    @Test
    void anEmptySignatureOfAnEcKeyIsRefused() {
        String[] parts = ec.sign(CLAIMS).split("\\.");
        refused(parts[0] + "." + parts[1] + "." + encoded(new byte[64]));
    }

    @Test
    void aKeyThatTheTokenBringsAlongIsNotUsed() throws Exception {
        KeyPair own = TestKeys.rsa(2048);
        var signature = Signature.getInstance("SHA256withRSA");
        String jwk = JwtJson.text(VerificationKey.of(own.getPublic()).orElseThrow().toJwk());
        String signed = encoded("{\"alg\":\"RS256\",\"jwk\":" + jwk + "}") + "." + encoded("{\"a\":1}");
        signature.initSign(own.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        refused(signed + "." + encoded(signature.sign()));
    }

    @Test
    void shortRsaKeysVerifyNothing() throws Exception {
        KeyPair weak = TestKeys.rsa(1024);
        var signature = Signature.getInstance("SHA256withRSA");
        String signed = encoded("{\"alg\":\"RS256\"}") + "." + encoded("{\"a\":1}");
        signature.initSign(weak.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        String token = signed + "." + encoded(signature.sign());
        var trusting = new JwtVerifier(List.of(VerificationKey.of(weak.getPublic()).orElseThrow()));
        assertThatThrownBy(() -> trusting.verify(token)).isInstanceOf(JwtException.class);
    }

    @Test
    void garbageIsRefused() {
        String good = rsa.sign(CLAIMS);
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (String text : List.of("", ".", "..", "...", "a.b.c", "a.b.c.d.e", "\u0000.\uFFFF.x", good + ".",
                good + "x", "." + good, "x".repeat(100_000), ".".repeat(100_000),
                encoded("[]") + "." + encoded("[]") + ".x",
                encoded("[".repeat(50_000)) + "." + encoded("{}") + ".AA",
                encoded("{\"alg\":\"RS256\",\"kid\":7}") + "." + encoded("{}") + ".AA",
                encoded("{\"alg\":[\"RS256\"]}") + "." + encoded("{}") + ".AA")) {
            refused(text);
        }
        for (int i = 0; i < 500; i++) {
            char[] changed = good.toCharArray();
            // The last letter of each part may hold bits that mean nothing.
            int at = random.nextInt(changed.length - 2);
            if (changed[at] == '.' || changed[at + 1] == '.') {
                continue;
            }
            changed[at] = changed[at] == 'A' ? 'Q' : 'A';
            String broken = new String(changed);
            assertThatThrownBy(() -> verifier.verify(broken)).as("seed " + seed + ": " + broken)
                    .isInstanceOf(JwtException.class);
        }
    }
}
