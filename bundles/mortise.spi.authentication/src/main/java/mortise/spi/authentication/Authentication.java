package mortise.spi.authentication;

import java.util.List;
import mortise.api.UserInfo;

/** What an authenticator found out. */
public sealed interface Authentication {

    /**
     * The request proves this identity. The core adds the group {@code system:authenticated} to it unless it is
     * {@code system:anonymous} or in {@code system:unauthenticated}.
     *
     * @param user who it is
     * @param audiences those of the asked audiences that the credential is meant for; empty for a credential that
     *     names none and so is meant for this server
     */
    record Authenticated(UserInfo user, List<String> audiences) implements Authentication {

        public Authenticated {
            audiences = List.copyOf(audiences);
        }

        /** An identity by a credential that names no audiences. */
        public Authenticated(UserInfo user) {
            this(user, List.of());
        }
    }

    /** The request carries nothing that this authenticator knows. */
    record NotMine() implements Authentication {
    }

    /**
     * The request carries a credential of this authenticator's kind that is not valid. Another authenticator may still
     * know the request; if none does, it is answered with 401.
     *
     * @param why for the log; the client is never told
     */
    record Rejected(String why) implements Authentication {
    }

    /** The one value of {@link NotMine}. */
    Authentication NOT_MINE = new NotMine();
}
