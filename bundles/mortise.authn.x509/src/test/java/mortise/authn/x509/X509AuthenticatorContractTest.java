package mortise.authn.x509;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.io.TempDir;

class X509AuthenticatorContractTest extends RequestAuthenticatorContract {

    private final Pki.Holder ca = Pki.authority("CN=ca");

    @TempDir
    private Path directory;

    @Override
    protected RequestAuthenticator authenticator() {
        Path file = directory.resolve("ca.pem");
        Pki.write(file, ca.certificate());
        return new X509Authenticator(X509Configs.config(file.toString()), InstantSource.fixed(Pki.NOW));
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withCertificates(List.of(Pki.client(ca, "O=devs,CN=alice"))));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        Pki.Request server = Pki.request("CN=alice").usage(KeyPurposeId.id_kp_serverAuth).by(ca);
        return List.of(
                Requests.withCertificates(List.of(Pki.client(Pki.authority("CN=ca"), "O=system:masters,CN=mallory"))),
                Requests.withCertificates(List.of(server.issue().certificate())));
    }
}
