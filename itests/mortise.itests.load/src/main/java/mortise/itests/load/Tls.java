package mortise.itests.load;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Turns the PEM texts of a kubeconfig into what a TLS connection needs. */
final class Tls {

    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN (EC )?PRIVATE KEY-----(.*?)-----END (?:EC )?PRIVATE KEY-----", Pattern.DOTALL);
    /** What PKCS #8 puts before a key of the curve P-256 in the form of RFC 5915, the lengths apart. */
    private static final byte[] P256 = HexFormat.of().parseHex("020100301306072a8648ce3d020106082a8648ce3d030107");
    private static final char[] NO_PASSWORD = new char[0];

    private Tls() { }

    static SSLContext context(Kubeconfig config) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManager[] identity = config.certificate().isPresent() && config.key().isPresent()
                ? identity(config.certificate().get(), config.key().get()) : new KeyManager[0];
        context.init(identity, trust(config.authority()).getTrustManagers(), null);
        return context;
    }

    private static TrustManagerFactory trust(String authority) throws Exception {
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate certificate : certificates(authority)) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust;
    }

    private static KeyManager[] identity(String certificate, String key) throws Exception {
        KeyStore store = emptyStore();
        Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
        store.setKeyEntry("client", privateKey(key), NO_PASSWORD, chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, NO_PASSWORD);
        return keys.getKeyManagers();
    }

    private static KeyStore emptyStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static List<Certificate> certificates(String pem) throws GeneralSecurityException {
        byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        return List.copyOf(factory.generateCertificates(new ByteArrayInputStream(bytes)));
    }

    private static byte[] wrapped(byte[] key) throws InvalidKeySpecException {
        if (key.length > Byte.MAX_VALUE) {
            throw new InvalidKeySpecException("an EC key must be of the curve P-256");
        }
        int length = P256.length + 2 + key.length;
        ByteBuffer all = ByteBuffer.allocate(3 + length);
        all.put((byte) 0x30).put((byte) 0x81).put((byte) length);
        return all.put(P256).put((byte) 0x04).put((byte) key.length).put(key).array();
    }

    static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        Matcher matcher = KEY.matcher(pem);
        if (!matcher.find()) {
            throw new InvalidKeySpecException("the client's key must be PKCS #8 or an EC key");
        }
        byte[] key = Base64.getMimeDecoder().decode(matcher.group(2));
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(matcher.group(1) == null ? key : wrapped(key));
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                continue; // the key is of another algorithm
            }
        }
        throw new InvalidKeySpecException("the client's key is neither EC nor RSA nor EdDSA");
    }
}
