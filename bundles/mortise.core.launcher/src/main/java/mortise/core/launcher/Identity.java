package mortise.core.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    private static final int DER_INTEGER = 0x02;
    private static final int DER_OCTETS = 0x04;
    private static final int DER_SEQUENCE = 0x30;
    private static final int DER_BITS = 0x03;
    /** Tags of the parameters and the public key in the structure of RFC 5915. */
    private static final int DER_CURVE = 0xa0;
    private static final int DER_PUBLIC = 0xa1;
    /** A length from 128 to 255 stands behind this; keys of all curves are shorter. */
    private static final int DER_LONG = 0x81;

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
        return keyPem(key);
    }

    /** Makes a key (EC P-256). */
    static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** Returns a private key as a PEM text. */
    static String keyPem(PrivateKey key) {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /** Returns the key in the older form of RFC 5915, which every client library reads without being told. */
    String clientKeyPem() {
        ECPrivateKey own = (ECPrivateKey) key;
        try {
            // By hand, since every start does it and the classes of a signed library take a tenth of a second to load.
            AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
            curve.init(own.getParams());
            int bytes = (own.getParams().getOrder().bitLength() + Byte.SIZE - 1) / Byte.SIZE;
            return pem("EC PRIVATE KEY", der(DER_SEQUENCE, der(DER_INTEGER, new byte[] {1}),
                    der(DER_OCTETS, unsigned(own.getS(), bytes)), der(DER_CURVE, curve.getEncoded()),
                    der(DER_PUBLIC, der(DER_BITS, new byte[1], point(bytes)))));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key has an encoding", e);
        }
    }

    /** Returns the point of the public key, with which its encoding ends; some libraries do not compute it. */
    private byte[] point(int bytes) {
        byte[] encoded = certificate.getPublicKey().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - 1 - 2 * bytes, encoded.length);
    }

    private static byte[] unsigned(BigInteger number, int bytes) {
        byte[] signed = number.toByteArray();
        byte[] fixed = new byte[bytes];
        int kept = Math.min(signed.length, bytes);
        System.arraycopy(signed, signed.length - kept, fixed, bytes - kept, kept);
        return fixed;
    }

    /** Returns a value with its tag and length. */
    private static byte[] der(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var value = new ByteArrayOutputStream();
        value.write(tag);
        if (content.size() > Byte.MAX_VALUE) {
            value.write(DER_LONG);
        }
        value.write(content.size());
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
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
