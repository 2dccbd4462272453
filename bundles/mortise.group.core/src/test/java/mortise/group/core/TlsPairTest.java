package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TlsPairTest {

    private static final String NO_CERTIFICATE =
            "tls: failed to find certificate PEM data in certificate input, but did find a private key;"
            + " PEM inputs may have been switched";

    private static byte[] pem(String file) {
        try (InputStream in = TlsPairTest.class.getResourceAsStream("tls/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException unreadable) {
            throw new AssertionError(file, unreadable);
        }
    }

    private static byte[] block(String type) {
        return ("-----BEGIN " + type + "-----\nAAAA\n-----END " + type + "-----\n").getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa.pkcs8.key", "rsa.pkcs1.key"})
    void pairsOfRsa(String key) {
        assertThat(TlsPair.fault(pem("rsa.crt"), pem(key))).isEmpty();
        assertThat(TlsPair.fault(pem("other.crt"), pem(key))).contains("tls: private key does not match public key");
        assertThat(TlsPair.fault(pem("ec.crt"), pem(key)))
                .contains("tls: private key type does not match public key type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec.pkcs8.key", "ec.sec1.key"})
    void pairsOfEllipticCurves(String key) {
        assertThat(TlsPair.fault(pem("ec.crt"), pem(key))).isEmpty();
    }

    @Test
    void pairsOfEdwardsCurves() {
        assertThat(TlsPair.fault(pem("ed25519.crt"), pem("ed25519.key"))).isEmpty();
    }

    @Test
    void textsWithoutBlocks() {
        assertThat(TlsPair.fault(new byte[0], new byte[0]))
                .contains("tls: failed to find any PEM data in certificate input");
        assertThat(TlsPair.fault(pem("rsa.crt"), new byte[0]))
                .contains("tls: failed to find any PEM data in key input");
    }

    @Test
    void blocksOfOtherThings() {
        assertThat(TlsPair.fault(pem("rsa.pkcs8.key"), pem("rsa.crt"))).contains(NO_CERTIFICATE);
        assertThat(TlsPair.fault(pem("rsa.crt"), pem("rsa.crt")))
                .contains("tls: found a certificate rather than a key in the PEM for the private key");
        assertThat(TlsPair.fault(block("X Y"), new byte[0])).contains("tls: failed to find \"CERTIFICATE\" PEM block in"
                + " certificate input after skipping PEM blocks of the following types: [X Y]");
        assertThat(TlsPair.fault(pem("rsa.crt"), block("X"))).contains("tls: failed to find PEM block with type ending"
                + " in \"PRIVATE KEY\" in key input after skipping PEM blocks of the following types: [X]");
    }

    @Test
    void blocksWithNothingOfUse() {
        assertThat(TlsPair.fault(pem("rsa.crt"), block("RSA PRIVATE KEY")))
                .contains("tls: failed to parse private key");
        assertThat(TlsPair.fault(block("CERTIFICATE"), pem("rsa.pkcs8.key"))).contains("x509: malformed certificate");
    }
}
