package mortise.spi.authentication;

import java.util.List;
import java.util.Optional;

/** What a token of a service account is to say. */
public sealed interface TokenOrder {

    /** Returns whose token it is to be. */
    Account account();

    /**
     * A service account.
     *
     * @param namespace namespace of the account
     * @param name name of the account
     * @param uid uid of the account
     */
    record Account(String namespace, String name, String uid) {
    }

    /**
     * An object that a token names.
     *
     * @param kind {@code Pod}, {@code Node} or {@code Secret}
     * @param name name of the object
     * @param uid uid of the object; may be empty for the node of a pod
     */
    record Reference(String kind, String name, String uid) {
    }

    /**
     * A token that expires.
     *
     * @param account whose token it is
     * @param audiences whom it is meant for; empty for this server
     * @param lifetimeSeconds how long it is to be used
     * @param boundTo the object with which it ends, if any
     * @param node the node of the pod it is bound to, if that is known
     */
    record Timed(Account account, List<String> audiences, long lifetimeSeconds, Optional<Reference> boundTo,
            Optional<Reference> node) implements TokenOrder {

        public Timed {
            audiences = List.copyOf(audiences);
        }
    }

    /**
     * A token that lasts until the secret that holds it goes: the oldest sort.
     *
     * @param account whose token it is
     * @param secret name of the secret, in the account's namespace
     */
    record Lasting(Account account, String secret) implements TokenOrder {
    }
}
