package mortise.authn.x509;

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
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates. Times are around {@link #NOW}. */
final class Pki {

    static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
    static final Instant YESTERDAY = NOW.minusSeconds(86_400);
    static final Instant TOMORROW = NOW.plusSeconds(86_400);

    private static final AtomicLong SERIAL = new AtomicLong(1);

    private Pki() {
    }

    /** A key with its certificate, which can sign other certificates. */
    record Holder(X509Certificate certificate, KeyPair keys) {
    }

    static Holder authority(String subject) {
        return new Request(subject).authority().issue();
    }

    static Request request(String subject) {
        return new Request(subject);
    }

    static X509Certificate client(Holder issuer, String subject) {
        return new Request(subject).usage(KeyPurposeId.id_kp_clientAuth).by(issuer).issue().certificate();
    }

    static void write(Path file, X509Certificate... certificates) {
        StringBuilder pem = new StringBuilder("Certificates of the test.\n");
        try {
            for (X509Certificate certificate : certificates) {
                pem.append("-----BEGIN CERTIFICATE-----\n")
                        .append(Base64.getMimeEncoder().encodeToString(certificate.getEncoded()))
                        .append("\n-----END CERTIFICATE-----\n");
            }
            Files.writeString(file, pem);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a certificate should say. */
    static final class Request {
        private final X500Name subject;
        private boolean authority;
        private KeyPurposeId[] usages = {};
        private Instant from = YESTERDAY;
        private Instant until = TOMORROW;
        private Holder issuer;

        private Request(String subject) {
            this.subject = new X500Name(BCStyle.INSTANCE, subject);
        }

        Request(X500Name subject) {
            this.subject = subject;
        }

        Request authority() {
            authority = true;
            return this;
        }

        Request usage(KeyPurposeId... purposes) {
            usages = purposes;
            return this;
        }

        Request from(Instant start) {
            from = start;
            return this;
        }

        Request until(Instant end) {
            until = end;
            return this;
        }

        Request by(Holder signer) {
            issuer = signer;
            return this;
        }

        Holder issue() {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(256);
                return sign(generator.generateKeyPair());
            } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
                throw new IllegalStateException(e);
            }
        }

        private Holder sign(KeyPair keys) throws IOException, GeneralSecurityException, OperatorCreationException {
            X500Name by = issuer == null ? subject
                    : X500Name.getInstance(issuer.certificate().getSubjectX500Principal().getEncoded());
            BigInteger serial = BigInteger.valueOf(SERIAL.getAndIncrement());
            var builder = new X509v3CertificateBuilder(by, serial, Date.from(from), Date.from(until), subject,
                    SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()));
            if (authority) {
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            }
            if (usages.length > 0) {
                builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(usages));
            }
            var signer = new JcaContentSignerBuilder("SHA256withECDSA")
                    .build((issuer == null ? keys : issuer.keys()).getPrivate());
            byte[] der = builder.build(signer).getEncoded();
            return new Holder((X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der)), keys);
        }
    }
}
