package mortise.core.launcher;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Makes keys (EC P-256) and certificates. The only class that knows BouncyCastle; loaded when one has to be made. */
final class CertificateMaker {

    private static final int SERIAL_BITS = 127;
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    private final SecureRandom random;
    private final Instant now;

    CertificateMaker(SecureRandom random, Instant now) {
        this.random = random;
        this.now = now;
    }

    /**
     * Makes a key and its certificate.
     *
     * @param signer who signs; null when the certificate signs itself
     */
    Identity make(CertificateRequest request, @Nullable Identity signer) throws GeneralSecurityException {
        KeyPair pair = Identity.newKey(random);
        try {
            return new Identity(pair.getPrivate(), certificate(request, pair, signer));
        } catch (IOException | OperatorCreationException e) {
            throw new GeneralSecurityException("cannot make the certificate of " + request.name(), e);
        }
    }

    private X509Certificate certificate(CertificateRequest request, KeyPair pair, @Nullable Identity signer)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        X500Principal subject = new X500Principal(subject(request).getEncoded());
        X500Principal issuer = signer == null ? subject : signer.certificate().getSubjectX500Principal();
        PrivateKey signingKey = signer == null ? pair.getPrivate() : signer.key();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer,
                new BigInteger(SERIAL_BITS, random).setBit(0), Date.from(now.minus(CLOCK_SKEW)),
                Date.from(now.plus(request.validity())), subject, pair.getPublic());
        addExtensions(builder, request, pair);
        if (signer != null) {
            builder.addExtension(Extension.authorityKeyIdentifier, false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(signer.certificate()));
        }
        return new JcaX509CertificateConverter().getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signingKey)));
    }

    private static X500Name subject(CertificateRequest request) {
        X500NameBuilder name = new X500NameBuilder(BCStyle.INSTANCE);
        if (!request.organization().isEmpty()) {
            name.addRDN(BCStyle.O, request.organization());
        }
        return name.addRDN(BCStyle.CN, request.name()).build();
    }

    private static void addExtensions(X509v3CertificateBuilder builder, CertificateRequest request, KeyPair pair)
            throws GeneralSecurityException, IOException {
        boolean authority = request.use() == CertificateRequest.Use.AUTHORITY;
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(authority
                ? KeyUsage.keyCertSign | KeyUsage.cRLSign | KeyUsage.digitalSignature
                : KeyUsage.digitalSignature));
        builder.addExtension(Extension.subjectKeyIdentifier, false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
        if (!authority) {
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(request.use() == CertificateRequest.Use.SERVER
                            ? KeyPurposeId.id_kp_serverAuth : KeyPurposeId.id_kp_clientAuth));
        }
        if (!request.hosts().isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, false, alternatives(request));
        }
    }

    private static GeneralNames alternatives(CertificateRequest request) {
        List<GeneralName> names = new ArrayList<>();
        request.names().forEach(name -> names.add(new GeneralName(GeneralName.dNSName, name)));
        request.addresses().forEach(address -> names.add(new GeneralName(GeneralName.iPAddress, address)));
        return new GeneralNames(names.toArray(GeneralName[]::new));
    }
}
