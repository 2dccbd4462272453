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

    /** Returns the token of {@code Authorization: Bearer <token>}, if there is one. */
    public Optional<String> bearerToken() {
        for (String value : header("authorization")) {
            if (value.regionMatches(true, 0, "bearer ", 0, 7)) {
                String token = value.substring(7).trim();
                return token.isEmpty() ? Optional.empty() : Optional.of(token);
            }
        }
        return Optional.empty();
    }
}
