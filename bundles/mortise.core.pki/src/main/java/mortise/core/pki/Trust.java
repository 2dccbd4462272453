package mortise.core.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Whom connections of TLS believe. */
public final class Trust {

    private Trust() {
    }

    /**
     * Returns what believes a peer for whom one of these authorities vouches, and nobody else.
     *
     * @throws GeneralSecurityException when one of them cannot be used
     */
    public static TrustManager[] in(List<? extends Certificate> authorities) throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException impossible) {
            throw new GeneralSecurityException("an empty key store cannot be made", impossible);
        }
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
