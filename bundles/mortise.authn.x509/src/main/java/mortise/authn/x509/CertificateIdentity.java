package mortise.authn.x509;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.Sha256;
import mortise.api.UserInfo;
import mortise.core.pki.SubjectReader;
import mortise.core.pki.SubjectReader.Attribute;

/**
 * Who a certificate says its owner is: the common name is the user, each organization a group, the attribute
 * 1.3.6.1.4.1.57683.2 the uid. {@code CN=alice,O=devs,O=qa} is user alice in the groups devs and qa. Pure functions.
 */
final class CertificateIdentity {

    /** Key under which {@link UserInfo#extra()} tells which certificate was shown. */
    static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    /** Object identifiers as their encodings, in hexadecimal. */
    private static final String ORGANIZATION = "55040a";
    private static final String UID = "2b0601040183c25302";

    private CertificateIdentity() {
    }

    /**
     * Returns the identity; nothing when the certificate names no user. Of several common names the last one in the
     * order of the encoding counts.
     *
     * @throws CertificateException when the subject cannot be read, or its uid is not one text
     */
    static Optional<UserInfo> of(X509Certificate certificate) throws CertificateException {
        String user = "";
        List<String> groups = new ArrayList<>();
        List<Attribute> uids = new ArrayList<>();
        for (Attribute attribute : SubjectReader.read(certificate.getSubjectX500Principal().getEncoded())) {
            switch (attribute.type()) {
                case SubjectReader.COMMON_NAME -> user = attribute.text().orElse(user);
                case ORGANIZATION -> attribute.text().ifPresent(groups::add);
                case UID -> uids.add(attribute);
                default -> { }
            }
        }
        if (user.isEmpty()) {
            return Optional.empty();
        }
        String digest = HexFormat.of().formatHex(Sha256.of(certificate.getEncoded()));
        Map<String, List<String>> extra = Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + digest));
        return Optional.of(new UserInfo(user, uid(uids), groups, extra));
    }

    private static String uid(List<Attribute> uids) throws CertificateException {
        if (uids.isEmpty()) {
            return "";
        }
        if (uids.size() > 1) {
            throw new CertificateException("more than one uid in its subject");
        }
        return uids.get(0).text().filter(text -> !text.isEmpty())
                .orElseThrow(() -> new CertificateException("a uid that is not a text in its subject"));
    }
}
