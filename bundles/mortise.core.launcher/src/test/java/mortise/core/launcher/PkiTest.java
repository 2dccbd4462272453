package mortise.core.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PkiTest {

    private static final Instant NOW = Instant.now();
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

    @TempDir
    private Path data;

    @Test
    void theCertificatesFormAChainThatTheJdkAccepts() throws Exception {
        Pki.Material material = prepare(NOW, "127.0.0.1");
        Identity server = load(Pki.SERVER);

        validate(server.certificate(), material.authority().certificate());
        validate(material.administrator().certificate(), material.authority().certificate());
        assertThat(material.authority().certificate().getBasicConstraints()).isNotNegative();
        assertThat(server.certificate().getBasicConstraints()).isNegative();
        assertThat(server.certificate().getExtendedKeyUsage()).containsExactly(SERVER_AUTHENTICATION);
        assertThat(material.administrator().certificate().getExtendedKeyUsage())
                .containsExactly(CLIENT_AUTHENTICATION);
        assertThat(material.administrator().certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=admin,O=system:masters");
    }

    @Test
    void theServingCertificateIsForTheUsualNamesAndTheBindAddress() throws Exception {
        prepare(NOW, "10.1.2.3");

        assertThat(load(Pki.SERVER).isFor(Set.of("localhost", "kubernetes", "kubernetes.default",
                "kubernetes.default.svc", "127.0.0.1", "::1", "10.1.2.3"))).isTrue();
        assertThat(load(Pki.SERVER).isFor(Set.of("10.1.2.4"))).isFalse();
    }

    @Test
    void everyKeyBelongsToItsCertificate() throws Exception {
        prepare(NOW, "127.0.0.1");

        for (String name : List.of(Pki.AUTHORITY, Pki.SERVER, Pki.ADMINISTRATOR)) {
            Identity identity = load(name);
            Signature signing = Signature.getInstance("SHA256withECDSA");
            signing.initSign(identity.key());
            signing.update(new byte[] {1});
            byte[] signature = signing.sign();
            signing.initVerify(identity.certificate());
            signing.update(new byte[] {1});
            assertThat(signing.verify(signature)).as(name).isTrue();
        }
    }

    @Test
    void theKeyForTokensIsMadeOnceAndOnlyTheOwnerMayReadIt() throws Exception {
        Pki pki = new Pki(data.resolve("pki"), NOW);
        pki.prepareTokenKey();
        String made = Files.readString(pki.tokenKey());
        assertThat(made).startsWith("-----BEGIN PRIVATE KEY-----\n");
        assertThat(permissions(pki.tokenKey())).isEqualTo("rw-------");
        pki.prepareTokenKey();
        assertThat(pki.tokenKey()).hasContent(made);
    }

    @Test
    void onlyTheOwnerMayReadWhatIsWritten() throws Exception {
        prepare(NOW, "127.0.0.1");

        assertThat(permissions(data.resolve("pki"))).isEqualTo("rwx------");
        try (var files = Files.list(data.resolve("pki"))) {
            assertThat(files.toList()).hasSize(7).allSatisfy(file ->
                    assertThat(permissions(file)).as(file.toString()).isEqualTo("rw-------"));
        }
    }

    @Test
    void aSecondStartKeepsEverything() throws Exception {
        Pki.Material first = prepare(NOW, "127.0.0.1");
        X509Certificate server = load(Pki.SERVER).certificate();

        Pki.Material second = prepare(NOW.plusSeconds(1), "127.0.0.1");

        assertThat(second).isEqualTo(first);
        assertThat(load(Pki.SERVER).certificate()).isEqualTo(server);
    }

    @Test
    void certificatesAreRenewedWhenTheySoonExpireOrDoNotFit() throws Exception {
        Pki.Material first = prepare(NOW, "127.0.0.1");
        X509Certificate server = load(Pki.SERVER).certificate();

        prepare(NOW, "10.0.0.1");
        X509Certificate other = load(Pki.SERVER).certificate();
        Pki.Material late = prepare(NOW.plus(Duration.ofDays(340)), "10.0.0.1");

        assertThat(other).isNotEqualTo(server);
        assertThat(load(Pki.SERVER).certificate()).isNotEqualTo(other);
        assertThat(late.authority()).isEqualTo(first.authority());
        assertThat(late.administrator()).isNotEqualTo(first.administrator());
    }

    @Test
    void aKillBetweenKeyAndCertificateIsMended() throws Exception {
        prepare(NOW, "127.0.0.1");
        Files.delete(data.resolve("pki/ca.crt"));
        Files.writeString(data.resolve("pki/server.crt.tmp"), "-----BEGIN CERT");

        Pki.Material mended = prepare(NOW, "127.0.0.1");

        validate(load(Pki.SERVER).certificate(), mended.authority().certificate());
        validate(mended.administrator().certificate(), mended.authority().certificate());
    }

    @Test
    void theAdministratorStaysTrustedBesideTheUsersAuthority() throws Exception {
        Path own = Files.writeString(data.resolve("own.pem"),
                "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----");
        Pki pki = new Pki(data.resolve("pki"), NOW);

        Pki.Material material = pki.prepare("127.0.0.1", List.of(own));

        assertThat(Files.readString(pki.clientAuthorities()))
                .isEqualTo(Files.readString(own) + "\n" + material.authority().certificatePem());
    }

    @Test
    void theKubeconfigNamesServerAuthorityAndAdministrator() throws Exception {
        Pki.Material material = prepare(NOW, "127.0.0.1");
        Path file = data.resolve("admin.kubeconfig");

        Kubeconfig.write(file, "https://127.0.0.1:7443", material.authority().certificatePem(),
                material.administrator());

        assertThat(Files.readString(file)).contains("server: https://127.0.0.1:7443\n", "current-context: mortise\n",
                "client-key-data: LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0t");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    private Pki.Material prepare(Instant now, String bindAddress) throws IOException, GeneralSecurityException {
        return new Pki(data.resolve("pki"), now).prepare(bindAddress, List.of());
    }

    private Identity load(String name) throws IOException {
        return Identity.load(data.resolve("pki"), name).orElseThrow();
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void validate(X509Certificate leaf, X509Certificate authority) throws GeneralSecurityException {
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX").validate(
                CertificateFactory.getInstance("X.509").generateCertPath(List.of(leaf)), parameters);
    }
}
