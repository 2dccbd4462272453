package mortise.core.pki;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The certificates whose signatures count. Immutable; two of them are the same only when they are one object. */
public final class TrustedAuthorities {

    private static final Pattern PEM_CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----([^-]*+)-----END CERTIFICATE-----");

    private final Set<X509Certificate> certificates;

    private TrustedAuthorities(Set<X509Certificate> certificates) {
        this.certificates = certificates;
    }

    /**
     * Reads the certificates of a PEM text; whatever is between them is skipped.
     *
     * @throws CertificateException when there is none, or one that cannot be read
     */
    public static TrustedAuthorities parse(String pem) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        Set<X509Certificate> certificates = new LinkedHashSet<>();
        Matcher block = PEM_CERTIFICATE.matcher(pem);
        for (int number = 1; block.find(); number++) {
            try {
                byte[] der = Base64.getMimeDecoder().decode(block.group(1));
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
            } catch (CertificateException | IllegalArgumentException e) {
                throw new CertificateException("certificate " + number + " cannot be read: " + e.getMessage(), e);
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("no certificate in it");
        }
        return new TrustedAuthorities(certificates);
    }

    /** Returns the authorities of all the parts. */
    static TrustedAuthorities union(List<TrustedAuthorities> parts) {
        Set<X509Certificate> certificates = new LinkedHashSet<>();
        parts.forEach(part -> certificates.addAll(part.certificates));
        return new TrustedAuthorities(certificates);
    }

    /** Says whether this very certificate is trusted. */
    boolean contains(X509Certificate certificate) {
        return certificates.contains(certificate);
    }

    /** Returns those that may vouch for a client at that time. */
    Set<TrustAnchor> anchors(Instant now) {
        return certificates.stream()
                .filter(certificate -> CertificateVerifier.usable(certificate, now))
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
    }

    /** Says whether a certificate is in both. */
    public boolean overlaps(TrustedAuthorities others) {
        return certificates.stream().anyMatch(others.certificates::contains);
    }

    /** Returns how many there are. */
    public int size() {
        return certificates.size();
    }
}
