package mortise.spi.authentication;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What an authenticator may look at.
 *
 * @param path path of the request, without the query
 * @param headers header values by lower-case name
 * @param peerCertificates certificate chain the client presented in the TLS handshake, its own first; empty without
 *     one. The handshake proves possession of the key and nothing else.
 * @param remoteAddress address of the peer
 * @param audiences whom a credential must be meant for, one of them is enough; empty for the audiences of this server
 */
public record AuthenticationRequest(
        String path,
        Map<String, List<String>> headers,
        List<X509Certificate> peerCertificates,
        String remoteAddress,
        List<String> audiences) {

    /** A request to this server, whose credential must be meant for it. */
    public AuthenticationRequest(String path, Map<String, List<String>> headers,
            List<X509Certificate> peerCertificates, String remoteAddress) {
        this(path, headers, peerCertificates, remoteAddress, List.of());
    }

    /** Returns the values of a header in the order they came; the name's case does not matter. */
    public List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /**
     * Returns the token of {@code Authorization: Bearer <token>}, if there is one. Only the first such header counts,
     * and nothing that follows the token; with more than one space before it there is none.
     */
    public Optional<String> bearerToken() {
        String[] parts = authorization();
        return parts.length > 1 && !parts[1].isEmpty() && parts[0].equalsIgnoreCase("bearer")
                ? Optional.of(parts[1]) : Optional.empty();
    }

    /** Says whether a bearer token does not count because there is more than one space before it. */
    public boolean spacedToken() {
        String[] parts = authorization();
        return parts.length > 2 && parts[1].isEmpty() && parts[0].equalsIgnoreCase("bearer");
    }

    private String[] authorization() {
        List<String> values = header("authorization");
        return values.isEmpty() ? new String[0] : values.get(0).strip().split(" ", 3);
    }
}
