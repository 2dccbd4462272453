package mortise.core.launcher;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a certificate is to say.
 *
 * @param name common name of the subject
 * @param organization organization of the subject, in Kubernetes a group; empty for none
 * @param use what the key is for
 * @param hosts DNS names and IP addresses it is valid for
 * @param validity how long it is valid from now
 */
record CertificateRequest(String name, String organization, Use use, Set<String> hosts, Duration validity) {

    private static final Duration DECADE = Duration.ofDays(3652);
    private static final Duration YEAR = Duration.ofDays(365);

    /** What a key is for. */
    enum Use { AUTHORITY, SERVER, CLIENT }

    static CertificateRequest authority() {
        return new CertificateRequest("mortise-ca", "", Use.AUTHORITY, Set.of(), DECADE);
    }

    static CertificateRequest server(Set<String> hosts) {
        return new CertificateRequest("mortise", "", Use.SERVER, hosts, YEAR);
    }

    static CertificateRequest administrator() {
        return new CertificateRequest("admin", "system:masters", Use.CLIENT, Set.of(), YEAR);
    }

    /** Returns the hosts that are written as IP addresses; the others are DNS names. */
    List<String> addresses() {
        return hosts.stream().filter(CertificateRequest::isAddress).sorted().toList();
    }

    List<String> names() {
        return hosts.stream().filter(host -> !isAddress(host)).sorted().toList();
    }

    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    }
}
