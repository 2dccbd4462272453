package mortise.core.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import mortise.core.pki.AnyPeer;
import mortise.core.pki.OneIdentity;
import mortise.core.pki.PemDocument;

/**
 * The server's key and certificate, and which certificates it asks clients for.
 *
 * @param context for TLS connections
 * @param protocols versions of TLS that are spoken
 * @param asksForCertificate whether clients are asked for a certificate
 */
public record TlsIdentity(SSLContext context, List<String> protocols, boolean asksForCertificate) {

    /**
     * Reads the files.
     *
     * @param certificate PEM file with the server's chain, its own certificate first
     * @param key PEM file with the private key
     * @param clientCas PEM files with the authorities that clients are told about; none to ask for no certificate
     * @param oldest oldest version of TLS, {@code VersionTLS12} or {@code VersionTLS13}
     * @throws IOException when a file cannot be read or does not hold what it should; the message names it
     */
    public static TlsIdentity load(Path certificate, Path key, List<Path> clientCas, String oldest)
            throws IOException {
        List<String> protocols = switch (oldest) {
            case "VersionTLS12" -> List.of("TLSv1.3", "TLSv1.2");
            case "VersionTLS13" -> List.of("TLSv1.3");
            default -> throw new IOException(
                    "tls.min.version is \"" + oldest + "\": must be VersionTLS12 or VersionTLS13");
        };
        List<X509Certificate> chain = PemDocument.read(certificate).certificates();
        PrivateKey privateKey = PemDocument.read(key).privateKey(chain.get(0).getPublicKey().getAlgorithm());
        var authorities = new ArrayList<X509Certificate>();
        for (Path file : clientCas) {
            authorities.addAll(PemDocument.read(file).certificates());
        }
        try {
            return new TlsIdentity(context(chain, privateKey, authorities), protocols, !clientCas.isEmpty());
        } catch (GeneralSecurityException unfit) {
            throw new IOException(certificate + " and " + key + " cannot be used: " + unfit.getMessage(), unfit);
        }
    }

    private static SSLContext context(
            List<X509Certificate> chain, PrivateKey key, List<X509Certificate> authorities)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {new OneIdentity(key, chain)},
                new TrustManager[] {AnyPeer.client(authorities)}, null);
        return context;
    }
}
