package mortise.core.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PemDocumentTest {

    /** What goes before the key itself in the PKCS#8 form of an RSA key of 2048 bits. */
    private static final int PKCS8_HEAD_BYTES = 26;
    private static final int P256_BYTES = 32;

    @TempDir
    private Path folder;

    private static PrivateKey key(String algorithm) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
        return generator.generateKeyPair().getPrivate();
    }

    private static byte[] rfc5915(ECPrivateKey key, boolean namesItsCurve) {
        byte[] curve = {(byte) 0xa0, 0x0a, 0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x03, 0x01, 0x07};
        byte[] digits = key.getS().toByteArray();
        byte[] fixed = new byte[P256_BYTES];
        byte[] last = Arrays.copyOfRange(digits, Math.max(0, digits.length - P256_BYTES), digits.length);
        System.arraycopy(last, 0, fixed, P256_BYTES - last.length, last.length);
        var content = new ByteArrayOutputStream();
        content.writeBytes(new byte[] {0x02, 0x01, 0x01, 0x04, P256_BYTES});
        content.writeBytes(fixed);
        content.writeBytes(namesItsCurve ? curve : new byte[0]);
        var der = new ByteArrayOutputStream();
        der.writeBytes(new byte[] {0x30, (byte) content.size()});
        der.writeBytes(content.toByteArray());
        return der.toByteArray();
    }

    private static PemDocument document(String label, byte[] content) throws IOException {
        return PemDocument.of("x.pem", ("text before\r\n  -----BEGIN " + label + "-----  \r\n"
                + Base64.getMimeEncoder().encodeToString(content) + "\r\n-----END " + label + "-----\r\nand behind")
                .getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void bothFormsOfAnRsaKeyAreTheSameKey() throws Exception {
        byte[] pkcs8 = key("RSA").getEncoded();
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, PKCS8_HEAD_BYTES, pkcs8.length);
        assertThat(document("RSA PRIVATE KEY", pkcs1).privateKey("RSA"))
                .isEqualTo(document("PRIVATE KEY", pkcs8).privateKey("RSA"));
    }

    @Test
    void bothFormsOfAnEcKeyAreTheSameKey() throws Exception {
        var key = (ECPrivateKey) key("EC");
        var old = (ECPrivateKey) document("EC PRIVATE KEY", rfc5915(key, true)).privateKey("EC");
        var current = (ECPrivateKey) document("PRIVATE KEY", key.getEncoded()).privateKey("EC");
        assertThat(old.getS()).isEqualTo(key.getS()).isEqualTo(current.getS());
        assertThat(old.getParams().getCurve()).isEqualTo(key.getParams().getCurve());
    }

    @Test
    void anEcKeyThatDoesNotNameItsCurveIsRefused() throws Exception {
        PemDocument document = document("EC PRIVATE KEY", rfc5915((ECPrivateKey) key("EC"), false));
        assertThatThrownBy(() -> document.privateKey("EC"))
                .hasMessage("x.pem holds a broken key: the EC key does not name its curve");
    }

    @Test
    void aDamagedEcKeyIsRefusedOrWrappedAndNothingElse() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] good = rfc5915((ECPrivateKey) key("EC"), true);
        for (int round = 0; round < 20_000; round++) {
            byte[] der = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int i = random.nextInt(4); i > 0 && der.length > 0; i--) {
                der[random.nextInt(der.length)] = (byte) random.nextInt(256);
            }
            try {
                KeyForms.ecPrivateKey(der);
            } catch (InvalidKeySpecException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            } catch (RuntimeException broken) {
                throw new AssertionError("seed " + seed + ", round " + round, broken);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CERTIFICATE, AAAA, holds a broken certificate",
        "CERTIFICATE, A, holds a block that is not base64",
        "CERTIFICATE, '%%%%', holds a block that is not base64",
        "PRIVATE KEY, AAAA, holds no certificate"})
    void whatIsNoCertificateIsSaidWithTheNameOfTheFile(String label, String base64, String message)
            throws IOException {
        Path file = Files.writeString(folder.resolve("some.pem"),
                "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n");
        assertThatThrownBy(() -> PemDocument.read(file).certificates()).isInstanceOf(IOException.class)
                .hasMessageContaining("some.pem " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "ENCRYPTED PRIVATE KEY, holds an encrypted key",
        "PRIVATE KEY, holds a key that cannot be read as RSA",
        "RSA PRIVATE KEY, holds a key that cannot be read as RSA",
        "EC PRIVATE KEY, holds a broken key",
        "CERTIFICATE, holds no private key"})
    void whatIsNoKeyIsSaid(String label, String message) throws IOException {
        PemDocument document = document(label, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> document.privateKey("RSA")).hasMessageContaining("x.pem " + message);
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Path file = folder.resolve("large.pem");
        Files.write(file, new byte[PemDocument.BYTES_MAX + 1]);
        assertThatThrownBy(() -> PemDocument.read(file)).hasMessageContaining("larger than");
    }
}
