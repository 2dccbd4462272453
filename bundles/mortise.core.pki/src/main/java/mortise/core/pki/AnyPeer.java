package mortise.core.pki;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Lets every peer on the other side through the handshake, which proves that it has its key; nobody on this one. */
public final class AnyPeer extends X509ExtendedTrustManager {

    private enum Side { SERVERS, CLIENTS }

    private final Side believed;
    private final List<X509Certificate> authorities;

    private AnyPeer(Side believed, List<X509Certificate> authorities) {
        this.believed = believed;
        this.authorities = List.copyOf(authorities);
    }

    /**
     * Returns what believes every server: for whoever was told so ({@code insecure-skip-tls-verify}), and for what runs
     * in pods and behind services, with certificates that nobody knows.
     */
    public static AnyPeer server() {
        return new AnyPeer(Side.SERVERS, List.of());
    }

    /**
     * Returns what believes every client. Whether a certificate means anything is decided for each request by the
     * authenticators; one that none of them believes is a 401, not a broken connection.
     *
     * @param authorities whose names clients are told, to choose a certificate by
     */
    public static AnyPeer client(List<X509Certificate> authorities) {
        return new AnyPeer(Side.CLIENTS, authorities);
    }

    private void check(Side side) throws CertificateException {
        if (side != believed) {
            throw new CertificateException("only " + believed + " are on the other side");
        }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.toArray(X509Certificate[]::new);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(Side.SERVERS);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(Side.SERVERS);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(Side.SERVERS);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(Side.CLIENTS);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(Side.CLIENTS);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(Side.CLIENTS);
    }
}
