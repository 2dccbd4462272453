package mortise.spi.authentication;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Says which requests may be anonymous, for a bundle that reads it from elsewhere than the anonymous authenticator. At
 * most one service counts, the one with the highest ranking. Called for every request without a credential, from many
 * threads at once; does not block.
 */
@ConsumerType
public interface AnonymousAccess {

    /**
     * Says whether a request may be anonymous.
     *
     * @param path path of the request, without the query
     * @return nothing when the anonymous authenticator is to follow its own setting
     */
    Optional<Boolean> allows(String path);
}
