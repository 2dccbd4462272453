package mortise.core.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;

/**
 * A private key with its certificate, and how both are kept in a folder: {@code name.key} and {@code name.crt}.
 *
 * <p>The certificate is written last and deleted first, so wherever a process is killed, a certificate that is there
 * belongs to the key that is there.
 *
 * @param key EC private key
 * @param certificate its certificate
 */
record Identity(PrivateKey key, X509Certificate certificate) {

    private static final int LINE = 64;

    /** Reads what {@link #save} wrote; empty when it is not there or damaged. */
    static Optional<Identity> load(Path folder, String name) throws IOException {
        try (InputStream in = Files.newInputStream(folder.resolve(name + ".crt"))) {
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            String pem = Files.readString(folder.resolve(name + ".key"));
            byte[] encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
            PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
            return Optional.of(new Identity(key, certificate));
        } catch (NoSuchFileException | GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    void save(Path folder, String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name + ".crt"));
        PrivateFiles.write(folder.resolve(name + ".key"), keyPem());
        PrivateFiles.write(folder.resolve(name + ".crt"), certificatePem());
    }

    String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /** Returns the key in the older form of RFC 5915, the one form that every client library reads without being told. */
    String clientKeyPem() {
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(key.getEncoded());
        BigInteger secret = ((ECPrivateKey) key).getS();
        int bits = ((ECPrivateKey) key).getParams().getOrder().bitLength();
        try {
            return pem("EC PRIVATE KEY", new org.bouncycastle.asn1.sec.ECPrivateKey(
                    bits, secret, info.getPrivateKeyAlgorithm().getParameters()).getEncoded());
        } catch (IOException e) {
            throw new IllegalStateException("a key has an encoding", e);
        }
    }

    String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a parsed certificate has an encoding", e);
        }
    }

    boolean expiresWithin(Duration time, Instant now) {
        return certificate.getNotAfter().toInstant().isBefore(now.plus(time));
    }

    boolean isSignedBy(Identity authority) {
        try {
            certificate.verify(authority.certificate.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Says whether the certificate is valid for all of the hosts, given as DNS names and IP addresses. */
    boolean isFor(Set<String> hosts) {
        Set<Object> own = new HashSet<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> alternative : alternatives == null ? List.<List<?>>of() : alternatives) {
                own.add(canonical(String.valueOf(alternative.get(1))));
            }
            for (String host : hosts) {
                if (!own.contains(canonical(host))) {
                    return false;
                }
            }
            return true;
        } catch (GeneralSecurityException | IOException e) {
            return false;
        }
    }

    /** An IPv6 address has many spellings. A DNS name is not looked up: only what looks like an address is parsed. */
    private static Object canonical(String host) throws IOException {
        return host.indexOf(':') >= 0 ? InetAddress.getByName(host) : host;
    }

    private static String pem(String label, byte[] encoded) {
        Base64.Encoder encoder = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + label + "-----\n" + encoder.encodeToString(encoded) + "\n-----END " + label + "-----\n";
    }
}
