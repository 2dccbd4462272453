package mortise.core.kubeconfig;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import mortise.core.pki.AnyPeer;
import mortise.core.pki.OneIdentity;
import mortise.core.pki.PemDocument;
import mortise.core.pki.Trust;
import org.jspecify.annotations.Nullable;

/**
 * All that connections depend on: with other settings they have to be made anew. Immutable.
 *
 * @param cluster where the server is
 * @param authorities PEM certificates that vouch for it
 * @param identity what to present
 */
record TransportSettings(Cluster cluster, Optional<byte[]> authorities, Optional<ClientIdentity> identity) {

    private static final int HTTP_PORT = 80;

    /** Says whether connections with these settings are as good as with others. */
    boolean same(TransportSettings other) {
        return cluster.server().equals(other.cluster.server())
                && cluster.insecure() == other.cluster.insecure()
                && cluster.tlsServerName().equals(other.cluster.tlsServerName())
                && cluster.proxy().equals(other.cluster.proxy())
                && Arrays.equals(authorities.orElse(new byte[0]), other.authorities.orElse(new byte[0]))
                && identity.map(ClientIdentity::digest).equals(other.identity.map(ClientIdentity::digest));
    }

    /**
     * Finds out whether connections can be made with these settings.
     *
     * @throws KubeconfigException when a certificate or key cannot be used
     */
    void check() throws KubeconfigException {
        context();
        proxies();
    }

    HttpClient client(Duration connectMax) throws KubeconfigException {
        boolean secure = "https".equalsIgnoreCase(cluster.server().getScheme());
        // Without TLS, version 2 begins with an attempt to switch protocols that not every server understands.
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(connectMax);
        if (secure) {
            builder.sslContext(context());
        }
        proxies().ifPresent(builder::proxy);
        return builder.build();
    }

    /** Returns nothing for those that the JVM is set to. */
    private Optional<? extends ProxySelector> proxies() throws KubeconfigException {
        if (cluster.proxy().isPresent()) {
            URI proxy = cluster.proxy().get();
            return Optional.of(ProxySelector.of(
                    new InetSocketAddress(proxy.getHost(), proxy.getPort() < 0 ? HTTP_PORT : proxy.getPort())));
        }
        try {
            return EnvironmentProxies.of(System.getenv());
        } catch (IllegalArgumentException unsupported) {
            throw new KubeconfigException(String.valueOf(unsupported.getMessage()));
        }
    }

    private SSLContext context() throws KubeconfigException {
        KeyManager @Nullable [] keys = identity.isEmpty() ? null
                : new KeyManager[] {new OneIdentity(identity.get().key(), identity.get().chain())};
        try {
            TrustManager @Nullable [] trust = cluster.insecure() ? new TrustManager[] {AnyPeer.server()}
                    : authorities.isPresent() ? trusting(authorities.get()) : null;
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return cluster.tlsServerName().isEmpty() ? context
                    : new RenamedContext(context, cluster.tlsServerName());
        } catch (GeneralSecurityException | IOException unfit) {
            throw new KubeconfigException("cluster \"" + cluster.name() + "\": " + unfit.getMessage());
        }
    }

    private TrustManager[] trusting(byte[] pem) throws GeneralSecurityException, IOException {
        String name = cluster.authority().map(Material::name).orElse("the authorities");
        return Trust.in(PemDocument.of(name, pem).certificates());
    }
}
