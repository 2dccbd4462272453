package mortise.core.http.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets every client certificate through the handshake, which proves possession of the key. Whether a certificate means
 * anything is decided for each request by the authenticators; a certificate that none of them believes is a 401, not a
 * broken connection. Only the names of the authorities are told to clients.
 */
final class AnyClient extends X509ExtendedTrustManager {

    private final List<X509Certificate> authorities;

    AnyClient(List<X509Certificate> authorities) {
        this.authorities = List.copyOf(authorities);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.toArray(X509Certificate[]::new);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        // See above.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        // See above.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        // See above.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this is a server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("this is a server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("this is a server");
    }
}
