package mortise.core.pki;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * Checks that a trusted authority vouches for a client certificate, directly or through the intermediate certificates
 * that the client presented. Revocation is not looked at. Pure functions.
 */
final class CertificateVerifier {

    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USAGE = "2.5.29.37.0";
    /** Nobody needs more; each one could cost another search for a path. */
    private static final int CHAIN_CERTIFICATES_MAX = 10;
    private static final int INTERMEDIATES_MAX = 5;

    private CertificateVerifier() {
    }

    /**
     * Checks a chain, the client's own certificate first.
     *
     * @return when the first certificate of the path expires
     * @throws CertificateException when the client's certificate is not to be trusted; the message quotes nothing of it
     */
    static Instant verify(List<X509Certificate> chain, TrustedAuthorities trusted, Instant now)
            throws CertificateException {
        if (chain.size() > CHAIN_CERTIFICATES_MAX) {
            throw new CertificateException("more than " + CHAIN_CERTIFICATES_MAX + " certificates in the chain");
        }
        X509Certificate own = chain.get(0);
        checkPeriod(own, now);
        if (!mayAuthenticateClients(own)) {
            throw new CertificateException("its extended key usage is not client authentication");
        }
        Instant until = end(own);
        if (!trusted.contains(own)) {
            PKIXCertPathBuilderResult path = findPath(chain, trusted.anchors(now), now);
            until = earlier(until, end(path.getTrustAnchor().getTrustedCert()));
            for (var certificate : path.getCertPath().getCertificates()) {
                until = earlier(until, end((X509Certificate) certificate));
            }
        }
        return until;
    }

    /** Says whether a certificate may stand in a path to a client's certificate at that time. */
    static boolean usable(X509Certificate certificate, Instant now) {
        try {
            checkPeriod(certificate, now);
            return mayAuthenticateClients(certificate);
        } catch (CertificateException e) {
            return false;
        }
    }

    private static PKIXCertPathBuilderResult findPath(
            List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) throws CertificateException {
        if (anchors.isEmpty()) {
            throw new CertificateException("no authority is valid at this time");
        }
        try {
            X509CertSelector target = new X509CertSelector();
            target.setCertificate(chain.get(0));
            List<X509Certificate> candidates = chain.stream().filter(candidate -> usable(candidate, now)).toList();
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
            parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(candidates)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            parameters.setMaxPathLength(INTERMEDIATES_MAX);
            return (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
        } catch (GeneralSecurityException e) {
            throw new CertificateException("not issued by a trusted authority", e);
        } catch (RuntimeException e) {
            // Providers throw unchecked exceptions for some malformed keys, and the client chose the key.
            throw new CertificateException("cannot be checked (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private static void checkPeriod(X509Certificate certificate, Instant now) throws CertificateException {
        try {
            certificate.checkValidity(Date.from(now));
        } catch (CertificateExpiredException e) {
            throw new CertificateException("expired", e);
        } catch (CertificateException e) {
            throw new CertificateException("not valid yet", e);
        }
    }

    /** A certificate that names no usage is good for all. */
    private static boolean mayAuthenticateClients(X509Certificate certificate) throws CertificateParsingException {
        List<String> usages = certificate.getExtendedKeyUsage();
        return usages == null || usages.contains(CLIENT_AUTHENTICATION) || usages.contains(ANY_USAGE);
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
