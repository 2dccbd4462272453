package mortise.authn.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.UserInfo;
import mortise.core.pki.SubjectReader;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateIdentityTest {

    private static final ASN1ObjectIdentifier UID = new ASN1ObjectIdentifier("1.3.6.1.4.1.57683.2");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "O=devs,CN=alice                                 | alice     | devs",
        "CN=alice,O=devs,O=qa                            | alice     | devs;qa",
        "O=system:masters,OU=ops,L=Oslo,C=NO,CN=admin    | admin     | system:masters",
        "CN=system:node:n1,O=system:nodes                | system:node:n1 | system:nodes",
        "CN=bob                                          | bob       | ''",
        "CN=first,CN=last                                | last      | ''",
        "CN=alice+O=one,O=two                            | alice     | one;two",
        "O=Doe\\, John & Sons,CN=John \\\"Jo\\\" Doe     | John \"Jo\" Doe | Doe, John & Sons",
        "O=groupé,CN=ålice                               | ålice     | groupé"})
    void theSubjectSaysUserAndGroups(String subject, String user, String groups) throws Exception {
        X509Certificate certificate = Pki.request(subject).issue().certificate();
        UserInfo identity = CertificateIdentity.of(certificate).orElseThrow();
        assertThat(identity.name()).isEqualTo(user);
        assertThat(identity.groups()).isEqualTo(groups.isEmpty() ? List.of() : Arrays.asList(groups.split(";")));
        assertThat(identity.uid()).isEmpty();
    }

    @Test
    void aCertificateWithoutACommonNameIsNobody() throws Exception {
        assertThat(CertificateIdentity.of(Pki.request("O=devs").issue().certificate())).isEmpty();
        X509Certificate nameless = subject(BCStyle.O, new DERUTF8String("devs"), BCStyle.CN, new DERUTF8String(""));
        assertThat(CertificateIdentity.of(nameless)).isEmpty();
    }

    @Test
    void theCertificateItselfIsNamedInTheExtraAttributes() throws Exception {
        X509Certificate certificate = Pki.request("CN=alice").issue().certificate();
        String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        assertThat(CertificateIdentity.of(certificate).orElseThrow().extra()).isEqualTo(
                Map.of("authentication.kubernetes.io/credential-id", List.of("X509SHA256=" + digest)));
    }

    @Test
    void theUidIsAnAttributeOfItsOwn() throws Exception {
        UserInfo identity = CertificateIdentity.of(
                subject(BCStyle.CN, new DERPrintableString("alice"), UID, new DERUTF8String("u-7"))).orElseThrow();
        assertThat(identity.uid()).isEqualTo("u-7");
    }

    @Test
    void aUidThatIsNotOneTextSpoilsTheCertificate() {
        assertThatThrownBy(() -> CertificateIdentity.of(
                subject(BCStyle.CN, new DERUTF8String("a"), UID, new DERUTF8String("1"), UID, new DERUTF8String("2"))))
                .isInstanceOf(CertificateException.class).hasMessage("more than one uid in its subject");
        assertThatThrownBy(() -> CertificateIdentity.of(
                subject(BCStyle.CN, new DERUTF8String("a"), UID, new ASN1Integer(7))))
                .isInstanceOf(CertificateException.class).hasMessage("a uid that is not a text in its subject");
        assertThatThrownBy(() -> CertificateIdentity.of(
                subject(BCStyle.CN, new DERUTF8String("a"), UID, new DERUTF8String(""))))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void oldStringTypesAreReadToo() throws Exception {
        UserInfo identity = CertificateIdentity.of(
                subject(BCStyle.CN, new DERBMPString("ålice"), BCStyle.O, new DERPrintableString("devs")))
                .orElseThrow();
        assertThat(identity.name()).isEqualTo("ålice");
        assertThat(identity.groups()).containsExactly("devs");
    }

    @Test
    void aDamagedSubjectIsRefusedAndNeverRunsAway() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] good = Pki.request("O=devs,CN=alice").issue().certificate().getSubjectX500Principal().getEncoded();
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int j = random.nextInt(4); j > 0 && bad.length > 0; j--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(SubjectReader.read(bad)).as("seed %d", seed).hasSizeLessThanOrEqualTo(good.length);
            } catch (CertificateException e) {
                assertThat(e).as("seed %d", seed).hasMessage("its subject cannot be read");
            }
        }
    }

    private static X509Certificate subject(Object... typesAndValues) {
        X500NameBuilder name = new X500NameBuilder();
        for (int i = 0; i < typesAndValues.length; i += 2) {
            name.addRDN((ASN1ObjectIdentifier) typesAndValues[i], (ASN1Encodable) typesAndValues[i + 1]);
        }
        X500Name subject = name.build();
        return new Pki.Request(subject).issue().certificate();
    }
}
