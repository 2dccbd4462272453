package mortise.itests.dynamics;

import java.math.BigInteger;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.Set;

/** A certificate that says in the handshake something else than it is. */
final class MutatedCertificate extends X509Certificate {

    private static final long serialVersionUID = 1L;

    private final transient X509Certificate real;
    private final byte[] encoded;

    MutatedCertificate(X509Certificate real, byte[] encoded) {
        this.real = real;
        this.encoded = encoded;
    }

    @Override
    public byte[] getEncoded() throws CertificateEncodingException {
        return encoded.clone();
    }

    @Override
    public void checkValidity() {
        // The server is to find out.
    }

    @Override
    public void checkValidity(Date date) {
        // The server is to find out.
    }

    @Override
    public int getVersion() {
        return real.getVersion();
    }

    @Override
    public BigInteger getSerialNumber() {
        return real.getSerialNumber();
    }

    @Override
    @SuppressWarnings("deprecation")
    public Principal getIssuerDN() {
        return real.getIssuerDN();
    }

    @Override
    @SuppressWarnings("deprecation")
    public Principal getSubjectDN() {
        return real.getSubjectDN();
    }

    @Override
    public Date getNotBefore() {
        return real.getNotBefore();
    }

    @Override
    public Date getNotAfter() {
        return real.getNotAfter();
    }

    @Override
    public byte[] getTBSCertificate() throws CertificateEncodingException {
        return real.getTBSCertificate();
    }

    @Override
    public byte[] getSignature() {
        return real.getSignature();
    }

    @Override
    public String getSigAlgName() {
        return real.getSigAlgName();
    }

    @Override
    public String getSigAlgOID() {
        return real.getSigAlgOID();
    }

    @Override
    public byte[] getSigAlgParams() {
        return real.getSigAlgParams();
    }

    @Override
    public boolean[] getIssuerUniqueID() {
        return real.getIssuerUniqueID();
    }

    @Override
    public boolean[] getSubjectUniqueID() {
        return real.getSubjectUniqueID();
    }

    @Override
    public boolean[] getKeyUsage() {
        return real.getKeyUsage();
    }

    @Override
    public int getBasicConstraints() {
        return real.getBasicConstraints();
    }

    @Override
    public void verify(PublicKey key) {
        // The server is to find out.
    }

    @Override
    public void verify(PublicKey key, String provider) {
        // The server is to find out.
    }

    @Override
    public String toString() {
        return real.toString();
    }

    @Override
    public PublicKey getPublicKey() {
        return real.getPublicKey();
    }

    @Override
    public boolean hasUnsupportedCriticalExtension() {
        return real.hasUnsupportedCriticalExtension();
    }

    @Override
    public Set<String> getCriticalExtensionOIDs() {
        return real.getCriticalExtensionOIDs();
    }

    @Override
    public Set<String> getNonCriticalExtensionOIDs() {
        return real.getNonCriticalExtensionOIDs();
    }

    @Override
    public byte[] getExtensionValue(String oid) {
        return real.getExtensionValue(oid);
    }
}
