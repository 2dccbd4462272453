package mortise.tck.authentication;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** A certificate with nothing in it, which cannot even be encoded. */
final class BrokenCertificate extends X509Certificate {

    private static final long serialVersionUID = 1L;

    @Override
    public void checkValidity() throws CertificateExpiredException {
        throw new CertificateExpiredException("broken");
    }

    @Override
    public void checkValidity(Date date) throws CertificateExpiredException {
        checkValidity();
    }

    @Override
    public int getVersion() {
        return 1;
    }

    @Override
    public BigInteger getSerialNumber() {
        return BigInteger.ZERO;
    }

    @Override
    @Deprecated
    public Principal getIssuerDN() {
        return getIssuerX500Principal();
    }

    @Override
    @Deprecated
    public Principal getSubjectDN() {
        return getSubjectX500Principal();
    }

    @Override
    public X500Principal getIssuerX500Principal() {
        return new X500Principal("");
    }

    @Override
    public X500Principal getSubjectX500Principal() {
        return new X500Principal("");
    }

    @Override
    public Date getNotBefore() {
        return new Date(0);
    }

    @Override
    public Date getNotAfter() {
        return new Date(0);
    }

    @Override
    public byte[] getTBSCertificate() throws CertificateEncodingException {
        throw new CertificateEncodingException("broken");
    }

    @Override
    public byte[] getSignature() {
        return new byte[0];
    }

    @Override
    public String getSigAlgName() {
        return "none";
    }

    @Override
    public String getSigAlgOID() {
        return "0.0";
    }

    @Override
    public byte @Nullable [] getSigAlgParams() {
        return null;
    }

    @Override
    public boolean @Nullable [] getIssuerUniqueID() {
        return null;
    }

    @Override
    public boolean @Nullable [] getSubjectUniqueID() {
        return null;
    }

    @Override
    public boolean @Nullable [] getKeyUsage() {
        return null;
    }

    @Override
    public int getBasicConstraints() {
        return -1;
    }

    @Override
    public byte[] getEncoded() throws CertificateEncodingException {
        throw new CertificateEncodingException("broken");
    }

    @Override
    public void verify(PublicKey key) throws InvalidKeyException {
        throw new InvalidKeyException("broken");
    }

    @Override
    public void verify(PublicKey key, String provider) throws InvalidKeyException {
        verify(key);
    }

    @Override
    public String toString() {
        return "a broken certificate";
    }

    @Override
    public PublicKey getPublicKey() {
        throw new IllegalStateException("a broken certificate has no key");
    }

    @Override
    public boolean hasUnsupportedCriticalExtension() {
        return true;
    }

    @Override
    public @Nullable Set<String> getCriticalExtensionOIDs() {
        return null;
    }

    @Override
    public @Nullable Set<String> getNonCriticalExtensionOIDs() {
        return null;
    }

    @Override
    public byte @Nullable [] getExtensionValue(String oid) {
        return null;
    }
}
