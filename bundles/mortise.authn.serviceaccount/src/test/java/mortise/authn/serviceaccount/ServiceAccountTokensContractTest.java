package mortise.authn.serviceaccount;

import java.nio.file.Path;
import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class ServiceAccountTokensContractTest extends RequestAuthenticatorContract {

    @TempDir
    private Path folder;
    private Cluster cluster;
    private String good;
    private String expired;

    @BeforeEach
    void issue() {
        cluster = new Cluster(folder);
        expired = cluster.token();
        cluster.later(7200);
        good = cluster.token();
    }

    @Override
    protected RequestAuthenticator authenticator() {
        return cluster.tokens;
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withBearerToken(good));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        return List.of(Requests.withBearerToken(expired),
                Requests.withBearerToken(good.substring(0, good.length() - 10) + "AAAAAAAAAA"));
    }
}
