package mortise.spi.authentication;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Signs tokens of service accounts. A bundle registers one as a service; without any, nobody gets such tokens. What is
 * asked for was checked: the account and what the token is bound to exist. Called from many threads; does not block.
 */
@ConsumerType
public interface TokenIssuer {

    /** Issues a token. Never returns {@code null}. */
    IssuedToken issue(TokenOrder order);
}
