package mortise.authn.requestheader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates that are valid for a day around {@link #NOW}. */
final class Pki {

    static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

    private static final int HALF_A_DAY_SECONDS = 43_200;
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final X500Name name;
    private final KeyPair keys = keys();
    private final X509Certificate certificate;

    /** Makes an authority. */
    Pki(String subject) {
        name = new X500Name(subject);
        certificate = sign(name, keys, true);
    }

    /** Makes a certificate of a client. */
    X509Certificate client(String subject) {
        return sign(new X500Name(subject), keys(), false);
    }

    Path write(Path file) throws IOException, GeneralSecurityException {
        return Files.writeString(file, "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n");
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509Certificate sign(X500Name subject, KeyPair owner, boolean authority) {
        try {
            var builder = new X509v3CertificateBuilder(name, BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(NOW.minusSeconds(HALF_A_DAY_SECONDS)), Date.from(NOW.plusSeconds(HALF_A_DAY_SECONDS)),
                    subject, SubjectPublicKeyInfo.getInstance(owner.getPublic().getEncoded()));
            if (authority) {
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            }
            byte[] der = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
                    .getEncoded();
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }
}
