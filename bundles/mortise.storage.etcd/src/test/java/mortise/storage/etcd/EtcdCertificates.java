package mortise.storage.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority and what it signs, as files. */
final class EtcdCertificates {

    private final Path directory;
    private final String name;
    private final KeyPair pair = pair();
    private long serial = 1;

    EtcdCertificates(Path directory, String name) {
        this.directory = directory;
        this.name = name;
        write("", certificate(name, pair, true, Duration.ofDays(1)), pair);
    }

    /** Returns the file of the authority's certificate. */
    String authority() {
        return certificate("");
    }

    /** Makes a certificate and its key that end so long from now. */
    EtcdCertificates sign(String whose, Duration left) {
        KeyPair own = pair();
        write(whose, certificate(whose, own, false, left), own);
        return this;
    }

    String certificate(String whose) {
        return directory.resolve(name + whose + ".pem").toString();
    }

    String key(String whose) {
        return directory.resolve(name + whose + ".key").toString();
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509Certificate certificate(String whose, KeyPair own, boolean authority, Duration left) {
        try {
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(new X500Name("CN=" + name), BigInteger.valueOf(serial++),
                    Date.from(now.minus(Duration.ofDays(1))), Date.from(now.plus(left)), new X500Name("CN=" + whose),
                    own.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
            return new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(String whose, X509Certificate certificate, KeyPair own) {
        try {
            Files.writeString(Path.of(certificate(whose)), pem("CERTIFICATE", certificate.getEncoded()));
            Files.writeString(Path.of(key(whose)), pem("PRIVATE KEY", own.getPrivate().getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String type, byte[] bytes) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + type + "-----\n";
    }
}
