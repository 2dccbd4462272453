package mortise.tck.peer;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** An authority of tests and what it signs, valid for a day. Immutable. */
public final class Pki {

    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final Identity authority;

    /** A certificate and its keys. */
    public record Identity(KeyPair keys, X509Certificate certificate) {

        /** Returns the certificate in PEM. */
        public String certificatePem() {
            return pem(certificate);
        }

        /** Returns the key in the older form of its kind: PKCS#1 or RFC 5915. */
        public String keyPem() {
            return keys.getPrivate() instanceof ECPrivateKey key ? block("EC PRIVATE KEY", rfc5915(key))
                    : pem(keys.getPrivate());
        }

        /** Returns the key in PKCS#8, in PEM. */
        public String pkcs8Pem() {
            return block("PRIVATE KEY", keys.getPrivate().getEncoded());
        }
    }

    /** Makes an authority with an EC key. */
    public Pki() {
        KeyPair keys = keys("EC");
        authority = new Identity(keys, certificate("CN=authority", keys, null, true));
    }

    /** Returns the certificate of the authority in PEM. */
    public String authorityPem() {
        return pem(authority.certificate());
    }

    /** Returns the certificate of the authority. */
    public X509Certificate authority() {
        return authority.certificate();
    }

    /**
     * Returns a certificate for these names, which may be addresses.
     *
     * @param algorithm {@code EC} or {@code RSA}
     */
    public Identity issue(String commonName, String algorithm, String... names) {
        KeyPair keys = keys(algorithm);
        return new Identity(keys, certificate("CN=" + commonName, keys, authority, false, names));
    }

    private static KeyPair keys(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(String subject, KeyPair keys,
            @Nullable Identity issuer, boolean signs, String... names) {
        try {
            Instant now = Instant.now();
            X500Name by = issuer == null ? new X500Name(subject)
                    : new X500Name(issuer.certificate().getSubjectX500Principal().getName());
            var builder = new JcaX509v3CertificateBuilder(by, BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(now.minusSeconds(3600)), Date.from(now.plusSeconds(86_400)), new X500Name(subject),
                    keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(signs));
            if (names.length > 0) {
                var general = new GeneralName[names.length];
                for (int i = 0; i < names.length; i++) {
                    general[i] = new GeneralName(Character.isDigit(names[i].charAt(0))
                            ? GeneralName.iPAddress : GeneralName.dNSName, names[i]);
                }
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(general));
            }
            return new JcaX509CertificateConverter().getCertificate(builder.build(
                    new JcaContentSignerBuilder("SHA256withECDSA")
                            .build((issuer == null ? keys : issuer.keys()).getPrivate())));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] rfc5915(ECPrivateKey key) {
        try {
            return new org.bouncycastle.asn1.sec.ECPrivateKey(
                    256, key.getS(), SECObjectIdentifiers.secp256r1).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String block(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(content) + "\n-----END " + label + "-----\n";
    }

    private static String pem(Object object) {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
