package mortise.core.kubeconfig;

import java.io.IOException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import mortise.core.pki.PemDocument;

/**
 * A certificate to present, and its key. Immutable.
 *
 * @param chain certificates, its own first
 * @param key its private key
 * @param digest stands for the bytes that both were read from
 */
record ClientIdentity(List<X509Certificate> chain, PrivateKey key, String digest) {

    static ClientIdentity read(String certificateName, byte[] certificate, String keyName, byte[] key)
            throws KubeconfigException {
        try {
            List<X509Certificate> chain = PemDocument.of(certificateName, certificate).certificates();
            PrivateKey privateKey = PemDocument.of(keyName, key)
                    .privateKey(chain.get(0).getPublicKey().getAlgorithm());
            return new ClientIdentity(List.copyOf(chain), privateKey, Digests.of(certificate, key));
        } catch (IOException broken) {
            throw new KubeconfigException(String.valueOf(broken.getMessage()));
        }
    }

    @Override
    public String toString() {
        return "a client certificate";
    }
}
