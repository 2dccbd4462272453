package mortise.core.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import mortise.core.pki.AnyPeer;
import mortise.core.pki.OneIdentity;
import mortise.core.pki.PemDocument;
import mortise.core.pki.Trust;
import org.jspecify.annotations.Nullable;

/** Makes what this server needs to be a client of other servers. */
public final class ClientTls {

    /**
     * Where the keys are.
     *
     * @param authority PEM file of who signs the certificates of other servers; without it they are not verified
     * @param certificate PEM file of this server's certificate as a client
     * @param key PEM file of its key; there when the certificate is
     */
    public record Files(Optional<Path> authority, Optional<Path> certificate, Optional<Path> key) {
    }

    private ClientTls() {
    }

    /**
     * Reads the files.
     *
     * @throws IOException when one cannot be read or does not hold what it should; the message names it
     */
    public static SSLContext context(Files files) throws IOException {
        KeyManager @Nullable [] keys = null;
        if (files.certificate().isPresent() && files.key().isPresent()) {
            List<X509Certificate> chain = PemDocument.read(files.certificate().get()).certificates();
            PrivateKey key = PemDocument.read(files.key().get())
                    .privateKey(chain.get(0).getPublicKey().getAlgorithm());
            keys = new KeyManager[] {new OneIdentity(key, chain)};
        }
        try {
            TrustManager[] trust = files.authority().isPresent()
                    ? Trust.in(PemDocument.read(files.authority().get()).certificates())
                    : new TrustManager[] {AnyPeer.server()};
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException unfit) {
            throw new IOException("the keys for connections to nodes cannot be used: " + unfit.getMessage(), unfit);
        }
    }
}
