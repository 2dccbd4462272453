package mortise.authn.bootstraptoken;

import java.time.InstantSource;
import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import mortise.tck.controller.FakeObjectAccess;

class BootstrapTokenAuthenticatorContractTest extends RequestAuthenticatorContract {

    @Override
    protected RequestAuthenticator authenticator() {
        FakeObjectAccess objects = Secrets.serving();
        objects.others().create(Secrets.V1, "secrets", Secrets.secret(Secrets.ID, Secrets.GOOD));
        return new BootstrapTokenAuthenticator(true, objects, InstantSource.system());
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withBearerToken(Secrets.ID + "." + Secrets.PROOF));
    }

    @Override
    protected List<AuthenticationRequest> rejectedRequests() {
        return List.of(Requests.withBearerToken(Secrets.ID + ".f395accd246ae52e"));
    }

    @Override
    protected List<String> secrets() {
        return List.of(Secrets.PROOF);
    }
}
