package mortise.core.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "key", ".pem"), text);
    }

    /** Takes the older form out of PKCS#8, of which it is the end. */
    private static byte[] older(KeyPair keys, int headerBytes) {
        byte[] pkcs8 = keys.getPrivate().getEncoded();
        return Arrays.copyOfRange(pkcs8, headerBytes, pkcs8.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void thePublicKeyFollowsFromAnEcKey(String curve) throws Exception {
        KeyPair keys = TestKeys.ec(curve);
        assertThat(KeyFile.publicKeys(file(TestKeys.pem("PRIVATE KEY", keys.getPrivate().getEncoded()))))
                .containsExactly(VerificationKey.of(keys.getPublic()).orElseThrow());
    }

    @Test
    void everyFormOfAnRsaKeyGivesTheSameKey() throws Exception {
        KeyPair keys = TestKeys.rsa(2048);
        byte[] spki = keys.getPublic().getEncoded();
        VerificationKey expected = VerificationKey.of(keys.getPublic()).orElseThrow();
        String all = "some words\n" + TestKeys.pem("PUBLIC KEY", spki)
                + TestKeys.pem("RSA PUBLIC KEY", Arrays.copyOfRange(spki, 24, spki.length))
                + TestKeys.pem("PRIVATE KEY", keys.getPrivate().getEncoded())
                + TestKeys.pem("RSA PRIVATE KEY", older(keys, 26)) + TestKeys.pem("EC PARAMETERS", new byte[] {5, 0});
        assertThat(KeyFile.publicKeys(file(all))).hasSize(4).containsOnly(expected);
    }

    @Test
    void theOlderFormOfAnEcKeyMustNameItsCurve() throws Exception {
        Path file = file(TestKeys.pem("EC PRIVATE KEY", older(TestKeys.ec("secp256r1"), 26)));
        assertThatThrownBy(() -> KeyFile.signer(file))
                .isInstanceOf(IOException.class).hasMessageContaining("does not name its curve");
    }

    @Test
    void aKeySetSaysWhatOthersNeed() throws Exception {
        Map<String, Object> rsa = VerificationKey.of(TestKeys.rsa(2048).getPublic()).orElseThrow().toJwk();
        assertThat(rsa).containsEntry("kty", "RSA").containsEntry("alg", "RS256").containsEntry("e", "AQAB")
                .containsOnlyKeys("use", "kty", "kid", "alg", "n", "e");
        assertThat(String.valueOf(rsa.get("n"))).hasSize(342);
        Map<String, Object> ec = VerificationKey.of(TestKeys.ec("secp521r1").getPublic()).orElseThrow().toJwk();
        assertThat(ec).containsEntry("kty", "EC").containsEntry("alg", "ES512").containsEntry("crv", "P-521");
        assertThat(String.valueOf(ec.get("x"))).hasSize(88);
    }

    @Test
    void whatHoldsNoKeyIsRefused() throws Exception {
        for (String text : List.of("", "hello", TestKeys.pem("CERTIFICATE REQUEST", new byte[] {1}))) {
            Path file = file(text);
            assertThatThrownBy(() -> KeyFile.publicKeys(file)).isInstanceOf(IOException.class)
                    .hasMessageContaining("holds no key");
            assertThatThrownBy(() -> KeyFile.signer(file)).hasMessageContaining("holds no private key");
        }
        for (String label : List.of("PUBLIC KEY", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "CERTIFICATE")) {
            Path file = file(TestKeys.pem(label, new byte[] {1, 2, 3}));
            assertThatThrownBy(() -> KeyFile.publicKeys(file)).as(label).isInstanceOf(IOException.class)
                    .hasMessageContaining("broken");
        }
        Path publicOnly = file(TestKeys.pem("PUBLIC KEY", TestKeys.rsa(2048).getPublic().getEncoded()));
        assertThatThrownBy(() -> KeyFile.signer(publicOnly)).isInstanceOf(IOException.class);
    }
}
