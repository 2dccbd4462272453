package mortise.spi.authorization;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Asks the configured authorizers about what is no request, for those who review access for others. One service of the
 * core. Any thread; may block as long as authorizers do.
 */
@ProviderType
public interface AuthorizerChain {

    /**
     * Decides as the server would decide if it were a request of the user.
     *
     * @throws mortise.api.ApiException 503 when a configured mode is not plugged in
     */
    Verdict decide(AuthorizationRequest request);

    /**
     * Returns what a user may do, as far as the authorizers can tell.
     *
     * @throws mortise.api.ApiException 503 when a configured mode is not plugged in
     */
    Rules rules(RulesQuestion question);
}
