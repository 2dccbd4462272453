package mortise.authn.requestheader;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.io.TempDir;

class RequestHeaderAuthenticatorContractTest extends RequestAuthenticatorContract {

    private final Pki ca = new Pki("CN=proxies");

    @TempDir
    private Path directory;

    @Override
    protected RequestAuthenticator authenticator() {
        try {
            String file = ca.write(directory.resolve("ca.pem")).toString();
            return new RequestHeaderAuthenticator(
                    RequestHeaderConfigs.usual(file, "front-proxy"), InstantSource.fixed(Pki.NOW));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(new AuthenticationRequest("/", Map.of("x-remote-user", List.of("pat")),
                List.of(ca.client("CN=front-proxy")), "192.0.2.7"));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        return List.of(Requests.withCertificates(List.of(ca.client("CN=other-proxy"))),
                Requests.withCertificates(List.of(new Pki("CN=proxies").client("CN=front-proxy"))));
    }
}
