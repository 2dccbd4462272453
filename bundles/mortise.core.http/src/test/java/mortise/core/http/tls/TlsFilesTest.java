package mortise.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.util.List;
import mortise.core.pki.PemDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsFilesTest {

    private static final Path PKI = Path.of("src/test/resources/pki");

    @TempDir
    Path directory;

    @Test
    void bothFormsOfAnRsaKeyAreTheSameKey() throws IOException {
        assertThat(PemDocument.read(PKI.resolve("server-pkcs1.key")).privateKey("RSA"))
                .isEqualTo(PemDocument.read(PKI.resolve("server.key")).privateKey("RSA"));
    }

    @Test
    void bothFormsOfAnEcKeyAreTheSameKey() throws IOException {
        var old = (ECPrivateKey) PemDocument.read(PKI.resolve("ec-sec1.key")).privateKey("EC");
        var current = (ECPrivateKey) PemDocument.read(PKI.resolve("ec-pkcs8.key")).privateKey("EC");
        assertThat(old.getS()).isEqualTo(current.getS());
        assertThat(old.getParams().getCurve()).isEqualTo(current.getParams().getCurve());
    }

    @Test
    void everyCertificateOfAFileIsRead() throws IOException {
        Path both = directory.resolve("both.crt");
        Files.writeString(both, "text before\n" + Files.readString(PKI.resolve("server.crt"))
                + Files.readString(PKI.resolve("ca.crt")));
        assertThat(PemDocument.read(both).certificates()).hasSize(2);
    }

    @Test
    void anEcIdentityServesTls() throws IOException {
        TlsIdentity identity = TlsIdentity.load(
                PKI.resolve("ec.crt"), PKI.resolve("ec-sec1.key"), List.of(), "VersionTLS13");
        assertThat(identity.protocols()).containsExactly("TLSv1.3");
        assertThat(identity.asksForCertificate()).isFalse();
    }

    @Test
    void whatIsWrongIsSaidWithTheNameOfTheFile() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path broken = Files.writeString(directory.resolve("broken.pem"),
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> PemDocument.read(empty).certificates())
                .hasMessageContaining("empty.pem holds no certificate");
        assertThatThrownBy(() -> PemDocument.read(broken).certificates())
                .hasMessageContaining("broken.pem holds a broken");
        assertThatThrownBy(() -> PemDocument.read(empty).privateKey("RSA"))
                .hasMessageContaining("holds no private key");
        assertThatThrownBy(() -> PemDocument.read(PKI.resolve("encrypted.key")).privateKey("RSA"))
                .hasMessageContaining("encrypted");
        assertThatThrownBy(() -> TlsIdentity.load(
                PKI.resolve("ec.crt"), PKI.resolve("ec-sec1.key"), List.of(), "TLSv1"))
                .hasMessageContaining("tls.min.version");
    }
}
