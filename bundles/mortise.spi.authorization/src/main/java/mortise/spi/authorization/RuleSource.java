package mortise.spi.authorization;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * What an {@link Authorizer} implements as well when it can list what somebody may do. Of one that cannot, callers are
 * told that the list is incomplete. Called as {@link Authorizer#authorize} is.
 */
@ConsumerType
public interface RuleSource {

    /** Returns what somebody may do. Never returns {@code null}. */
    Rules rules(RulesQuestion question);
}
