package mortise.spi.authentication;

import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Finds out who sends a request. A bundle registers one as a service; the core asks all of them in the order of their
 * {@code service.ranking} until one is certain, so the order of two methods is not guaranteed.
 *
 * <p>Called on the thread of the request, from many at once. May block for I/O, and must return promptly when the
 * thread is interrupted. Whatever it throws is an internal error of that request and is blamed on its bundle.
 */
@ConsumerType
public interface RequestAuthenticator {

    /**
     * Service property, a boolean: asked only when no other authenticator knew or rejected the request and it carries
     * no bearer token.
     */
    String FALLBACK = "mortise.authentication.fallback";

    /** Says who sends the request. Never returns {@code null} and never throws for what a client sent. */
    Authentication authenticate(AuthenticationRequest request);

    /**
     * Returns which headers carry credentials for this authenticator alone, in lower case; one that ends in {@code *}
     * stands for all that begin so. Once it is known who sends a request nobody sees them any more, whoever sent them.
     * Asked once, when the service comes.
     */
    default Set<String> credentialHeaders() {
        return Set.of();
    }
}
