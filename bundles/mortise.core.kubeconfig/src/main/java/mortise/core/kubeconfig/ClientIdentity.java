package mortise.core.kubeconfig;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import mortise.core.pki.PemDocument;

/**
 * A certificate to present, and its key. Immutable.
 *
 * @param chain certificates, its own first
 * @param key its private key
 * @param digest stands for the bytes that both were read from
 */
record ClientIdentity(List<X509Certificate> chain, PrivateKey key, String digest) {

    private static final Map<String, String> SIGNATURES = Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");
    private static final byte[] PROBE = {1, 2, 3};

    static ClientIdentity read(String certificateName, byte[] certificate, String keyName, byte[] key)
            throws KubeconfigException {
        try {
            List<X509Certificate> chain = PemDocument.of(certificateName, certificate).certificates();
            PrivateKey privateKey = PemDocument.of(keyName, key)
                    .privateKey(chain.get(0).getPublicKey().getAlgorithm());
            // Files that are being replaced one after the other do not match for a moment.
            if (!matches(privateKey, chain.get(0).getPublicKey())) {
                throw new KubeconfigException(certificateName + " and " + keyName + " do not belong together");
            }
            return new ClientIdentity(List.copyOf(chain), privateKey, Digests.of(certificate, key));
        } catch (IOException broken) {
            throw new KubeconfigException(String.valueOf(broken.getMessage()));
        }
    }

    private static boolean matches(PrivateKey key, PublicKey certified) {
        String algorithm = key.getAlgorithm();
        try {
            Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(algorithm, algorithm));
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException unfit) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "a client certificate";
    }
}
