package mortise.core.kubeconfig;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the server is told who calls. Immutable.
 *
 * @param name what it is called in messages
 * @param certificate PEM certificates to present, there when the key is
 * @param key PEM key of the first of them
 * @param token bearer token; one in a file is read again when it changes
 * @param password basic authentication
 * @param impersonation whom to act as
 * @param plugin command that supplies a token or a certificate, when nothing above does
 */
public record User(
        String name,
        Optional<Material> certificate,
        Optional<Material> key,
        Optional<Material> token,
        Optional<Password> password,
        Optional<Impersonation> impersonation,
        Optional<PluginCommand> plugin) {

    /** One who proves nothing. */
    public static final User NOBODY = new User("", Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty());

    /** Says only the name. */
    @Override
    public String toString() {
        return "user " + name;
    }

    /**
     * Basic authentication.
     *
     * @param username may be empty
     * @param password may be empty
     */
    public record Password(String username, String password) {

        /** Says only the name. */
        @Override
        public String toString() {
            return "password of " + username;
        }
    }

    /**
     * Whom to act as.
     *
     * @param user their name, never empty
     * @param uid their id; empty for none
     * @param groups their groups
     * @param extra further attributes by key
     */
    public record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {

        /** Copies the lists. */
        public Impersonation {
            groups = List.copyOf(groups);
            extra = Map.copyOf(extra);
        }
    }
}
