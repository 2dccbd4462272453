package mortise.core.http.plugin;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import mortise.spi.authentication.RequestAuthenticator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The headers that are for authenticators alone. Immutable.
 *
 * @param names names in lower case
 * @param beginnings what such names begin with, in lower case
 */
record CredentialHeaders(Set<String> names, List<String> beginnings) implements Predicate<String> {

    private static final Logger LOG = LoggerFactory.getLogger(CredentialHeaders.class);

    /** Asks the authenticators; one that fails has none. */
    static CredentialHeaders of(List<Plugin<RequestAuthenticator>> authenticators) {
        var all = new HashSet<String>();
        for (Plugin<RequestAuthenticator> authenticator : authenticators) {
            try {
                all.addAll(authenticator.service().credentialHeaders());
            } catch (RuntimeException | LinkageError failed) {
                LOG.error("{} failed to say which headers are its own", authenticator, failed);
            }
        }
        List<String> beginnings = all.stream().filter(name -> name.endsWith("*"))
                .map(name -> name.substring(0, name.length() - 1)).toList();
        all.removeIf(name -> name.endsWith("*"));
        return new CredentialHeaders(Set.copyOf(all), beginnings);
    }

    @Override
    public boolean test(String name) {
        return names.contains(name) || beginnings.stream().anyMatch(name::startsWith);
    }
}
