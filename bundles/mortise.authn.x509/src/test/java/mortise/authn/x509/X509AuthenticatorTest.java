package mortise.authn.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import mortise.core.pki.ClientCaBundle;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.tck.authentication.Requests;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class X509AuthenticatorTest {

    private final Pki.Holder ca = Pki.authority("CN=ca");
    private Instant now = Pki.NOW;

    @TempDir
    private Path directory;

    @Test
    void aCertificateOfATrustedAuthorityIsItsOwner() {
        assertThat(userOf(start(ca), Pki.client(ca, "O=devs,CN=alice"))).isEqualTo("alice");
    }

    @Test
    void anyOfTheAuthoritiesMayVouch() {
        Pki.Holder other = Pki.authority("CN=other");
        X509Authenticator authenticator = start(ca, other);
        assertThat(userOf(authenticator, Pki.client(ca, "CN=alice"))).isEqualTo("alice");
        assertThat(userOf(authenticator, Pki.client(other, "CN=bob"))).isEqualTo("bob");
    }

    @Test
    void anAuthorityOfTheSameNameWithAnotherKeyIsAStranger() {
        assertThat(why(start(ca), Pki.client(Pki.authority("CN=ca"), "CN=mallory")))
                .isEqualTo("client certificate: not issued by a trusted authority");
    }

    @Test
    void aClientCannotVouchForAnother() {
        Pki.Holder alice = Pki.request("CN=alice").usage(KeyPurposeId.id_kp_clientAuth).by(ca).issue();
        assertThat(why(start(ca), Pki.client(alice, "O=system:masters,CN=admin"), alice.certificate()))
                .isEqualTo("client certificate: not issued by a trusted authority");
    }

    @Test
    void theTimeOfACertificateCounts() {
        X509Authenticator authenticator = start(ca);
        assertThat(why(authenticator, issue(Pki.request("CN=a").until(now.minusSeconds(1)))))
                .isEqualTo("client certificate: expired");
        assertThat(why(authenticator, issue(Pki.request("CN=a").from(now.plusSeconds(1)))))
                .isEqualTo("client certificate: not valid yet");
    }

    @Test
    void theTimeOfTheAuthorityCountsToo() {
        Pki.Holder old = Pki.request("CN=old").authority().until(now.minusSeconds(1)).issue();
        assertThat(why(start(old), Pki.client(old, "CN=alice")))
                .isEqualTo("client certificate: no authority is valid at this time");
        assertThat(why(start(old, ca), Pki.client(old, "CN=alice")))
                .isEqualTo("client certificate: not issued by a trusted authority");
    }

    @Test
    void aNamedUsageHasToIncludeClients() {
        X509Authenticator authenticator = start(ca);
        assertThat(why(authenticator, issue(Pki.request("CN=a").usage(KeyPurposeId.id_kp_serverAuth))))
                .isEqualTo("client certificate: its extended key usage is not client authentication");
        assertThat(userOf(authenticator, issue(Pki.request("CN=a")))).isEqualTo("a");
        assertThat(userOf(authenticator, issue(Pki.request("CN=a").usage(KeyPurposeId.anyExtendedKeyUsage))))
                .isEqualTo("a");
        assertThat(userOf(authenticator, issue(Pki.request("CN=a")
                .usage(KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth)))).isEqualTo("a");
    }

    @Test
    void intermediateCertificatesAreTakenFromTheClientInAnyOrder() {
        Pki.Holder middle = Pki.request("CN=middle").authority().by(ca).issue();
        Pki.Holder lower = Pki.request("CN=lower").authority().by(middle).issue();
        X509Certificate alice = Pki.client(lower, "CN=alice");
        X509Authenticator authenticator = start(ca);
        assertThat(userOf(authenticator, alice, middle.certificate(), lower.certificate())).isEqualTo("alice");
        assertThat(why(authenticator, alice, lower.certificate())).contains("not issued by a trusted authority");
    }

    @Test
    void anIntermediateForServersOnlyCannotVouchForClients() {
        Pki.Holder middle = Pki.request("CN=middle").authority().usage(KeyPurposeId.id_kp_serverAuth).by(ca).issue();
        assertThat(why(start(ca), Pki.client(middle, "CN=alice"), middle.certificate()))
                .isEqualTo("client certificate: not issued by a trusted authority");
    }

    @Test
    void aCertificateThatIsItselfInTheFileIsTrusted() {
        Pki.Holder alice = Pki.request("CN=alice").issue();
        assertThat(userOf(start(alice), alice.certificate())).isEqualTo("alice");
    }

    @Test
    void aCertificateWithoutAUserProvesNothing() {
        assertThat(ask(start(ca), Pki.client(ca, "O=devs"))).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void aChainOfAnyLengthIsAnsweredAtOnce() {
        X509Certificate alice = Pki.client(ca, "CN=alice");
        X509Certificate[] chain = Collections.nCopies(1000, alice).toArray(X509Certificate[]::new);
        assertThat(why(start(ca), chain)).isEqualTo("client certificate: more than 10 certificates in the chain");
    }

    @Test
    void aVerdictThatIsRememberedEndsWithTheCertificate() {
        X509Authenticator authenticator = start(ca);
        X509Certificate alice = issue(Pki.request("CN=alice").until(now.plusSeconds(60)));
        assertThat(userOf(authenticator, alice)).isEqualTo("alice");
        assertThat(ask(authenticator, alice)).as("the remembered one").isSameAs(ask(authenticator, alice));
        now = now.plusSeconds(61);
        assertThat(why(authenticator, alice)).isEqualTo("client certificate: expired");
    }

    @Test
    void aCertificateThatWasTooEarlyIsGoodLater() {
        X509Authenticator authenticator = start(ca);
        X509Certificate alice = issue(Pki.request("CN=alice").from(now.plusSeconds(5)));
        assertThat(why(authenticator, alice)).isEqualTo("client certificate: not valid yet");
        now = now.plusSeconds(11);
        assertThat(userOf(authenticator, alice)).isEqualTo("alice");
    }

    @Test
    void aChangedFileIsTrustedWithinSecondsAndTheOldOneNoMore() throws IOException {
        X509Authenticator authenticator = start(ca);
        Pki.Holder next = Pki.authority("CN=next");
        X509Certificate alice = Pki.client(ca, "CN=alice");
        X509Certificate bob = Pki.client(next, "CN=bob");
        assertThat(userOf(authenticator, alice)).isEqualTo("alice");
        assertThat(why(authenticator, bob)).contains("not issued");
        replaceFile(next);
        assertThat(userOf(authenticator, alice)).as("not looked at yet").isEqualTo("alice");
        now = now.plus(ClientCaBundle.CHECK_PERIOD);
        assertThat(userOf(authenticator, bob)).isEqualTo("bob");
        assertThat(why(authenticator, alice)).contains("not issued");
    }

    @Test
    void aFileThatBreaksOrGoesAwayChangesNothingUntilItIsGoodAgain() throws IOException {
        X509Authenticator authenticator = start(ca);
        X509Certificate alice = Pki.client(ca, "CN=alice");
        Files.writeString(file(), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        now = now.plus(ClientCaBundle.CHECK_PERIOD);
        assertThat(userOf(authenticator, alice)).isEqualTo("alice");
        Files.delete(file());
        now = now.plus(ClientCaBundle.CHECK_PERIOD);
        assertThat(userOf(authenticator, alice)).isEqualTo("alice");
        Pki.Holder next = Pki.authority("CN=next");
        replaceFile(next);
        now = now.plus(ClientCaBundle.CHECK_PERIOD);
        assertThat(userOf(authenticator, Pki.client(next, "CN=bob"))).isEqualTo("bob");
    }

    @Test
    void severalFilesAreTrustedAndEachIsWatched() throws IOException {
        Pki.Holder other = Pki.authority("CN=other");
        Pki.Holder next = Pki.authority("CN=next");
        write(ca);
        Path second = file().resolveSibling("second.pem");
        Pki.write(second, other.certificate());
        var authenticator = new X509Authenticator(X509Configs.config(file() + ", " + second), () -> now);
        assertThat(userOf(authenticator, Pki.client(ca, "CN=alice"))).isEqualTo("alice");
        assertThat(userOf(authenticator, Pki.client(other, "CN=bob"))).isEqualTo("bob");

        Pki.write(second, next.certificate());
        Files.setLastModifiedTime(second, FileTime.from(Pki.TOMORROW));
        now = now.plus(ClientCaBundle.CHECK_PERIOD);

        assertThat(userOf(authenticator, Pki.client(ca, "CN=alice"))).isEqualTo("alice");
        assertThat(userOf(authenticator, Pki.client(next, "CN=carol"))).isEqualTo("carol");
        assertThat(why(authenticator, Pki.client(other, "CN=bob"))).contains("not issued");
    }

    @Test
    void aClockThatWasSetBackDoesNotKeepItFromLooking() throws IOException {
        X509Authenticator authenticator = start(ca);
        Pki.Holder next = Pki.authority("CN=next");
        replaceFile(next);
        now = now.minus(Duration.ofHours(1));
        assertThat(userOf(authenticator, Pki.client(next, "CN=bob"))).isEqualTo("bob");
    }

    @Test
    void aFileWithoutCertificatesEndsTheStartWithItsName() throws IOException {
        assertThatIllegalArgumentException().isThrownBy(() -> new X509Authenticator(X509Configs.config("")))
                .withMessage("client.ca.file: no file is named");
        assertThatIllegalArgumentException().isThrownBy(this::restart)
                .withMessage("client.ca.file: " + file() + ": there is no such file");
        Files.writeString(file(), "nothing here");
        assertThatIllegalArgumentException().isThrownBy(this::restart)
                .withMessage("client.ca.file: " + file() + ": no certificate in it");
        Files.writeString(file(), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatIllegalArgumentException().isThrownBy(this::restart)
                .withMessageStartingWith("client.ca.file: " + file() + ": certificate 1 cannot be read: ");
    }

    private X509Authenticator start(Pki.Holder... authorities) {
        write(authorities);
        return restart();
    }

    private X509Authenticator restart() {
        return new X509Authenticator(X509Configs.config(file().toString()), () -> now);
    }

    private void write(Pki.Holder... authorities) {
        Pki.write(file(), List.of(authorities).stream().map(Pki.Holder::certificate).toArray(X509Certificate[]::new));
    }

    /** Writes with another modification time, however coarse the file system's are. */
    private void replaceFile(Pki.Holder... authorities) throws IOException {
        write(authorities);
        Files.setLastModifiedTime(file(), FileTime.from(Pki.TOMORROW));
    }

    private Path file() {
        return directory.resolve("ca.pem");
    }

    private X509Certificate issue(Pki.Request request) {
        return request.by(ca).issue().certificate();
    }

    private static Authentication ask(X509Authenticator authenticator, X509Certificate... chain) {
        return authenticator.authenticate(Requests.withCertificates(List.of(chain)));
    }

    private static String userOf(X509Authenticator authenticator, X509Certificate... chain) {
        Authentication answer = ask(authenticator, chain);
        assertThat(answer).isInstanceOf(Authenticated.class);
        return ((Authenticated) answer).user().name();
    }

    private static String why(X509Authenticator authenticator, X509Certificate... chain) {
        Authentication answer = ask(authenticator, chain);
        assertThat(answer).isInstanceOf(Rejected.class);
        return ((Rejected) answer).why();
    }
}
