package mortise.authn.anonymous;

import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;

class AnonymousAuthenticatorContractTest extends RequestAuthenticatorContract {

    @Override
    protected RequestAuthenticator authenticator() {
        return new AnonymousAuthenticator(AnonymousConfigs.enabled(true));
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of();
    }

    @Override
    protected boolean fallback() {
        return true;
    }
}
