package mortise.spi.authentication;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Asks the authenticators about a token that did not come with a request, for those who review tokens for others. One
 * service of the core. Any thread; may block as long as authenticators do.
 */
@ProviderType
public interface TokenAuthentication {

    /** Says whose token it is. Never throws for what the token is. */
    TokenFindings authenticate(TokenQuestion question);
}
