package mortise.group.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class CertificatesTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new CertificatesGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String REQUESTS = "certificatesigningrequests";
    private static final String BUNDLES = "clustertrustbundles";
    private static final RequestRules RULES = new RequestRules("kubernetes.io");
    private static final X500Name SUBJECT = new X500Name("CN=a");
    private static final KeyPair KEYS = keys();
    private static final String REQUEST = request(KEYS);
    private static final String AUTHORITY = certificate(true);

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static String pem(Object value) {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(value);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
        return text.toString();
    }

    private static ContentSigner signer(KeyPair keys) {
        try {
            return new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
        } catch (OperatorCreationException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static String request(KeyPair signedWith) {
        return pem(new JcaPKCS10CertificationRequestBuilder(SUBJECT, KEYS.getPublic()).build(signer(signedWith)));
    }

    private static String certificate(boolean authority) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    SUBJECT, BigInteger.ONE, new Date(0), new Date(1_000_000_000L), SUBJECT, KEYS.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            return pem(builder.build(signer(KEYS)));
        } catch (CertIOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a request in which the given fields take the place of good ones. */
    private static ApiObject signingRequest(String fields) {
        return SAMPLES.object(REQUESTS, "{'spec': {'request': '" + base64(REQUEST) + "', 'signerName': 'a.b/c',"
                + " 'usages': ['client auth']" + (fields.isEmpty() ? "" : ", " + fields) + "}}");
    }

    private static List<String> plain(List<String> faults) {
        return faults.stream().map(fault -> fault.replace('"', '\'').replaceAll(" \\(e\\.g\\..*", "")).toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aRequestNamesItsSignerAndItsUsages.csv", delimiter = '|', quoteCharacter = '~')
    void aRequestNamesItsSignerAndItsUsages(String field, String fault) {
        assertThat(plain(SAMPLES.faults(REQUESTS, signingRequest(field))))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void aRequestIsSignedByItsOwnKey() {
        assertThat(Pem.requestFault(REQUEST)).isEmpty();
        assertThat(Pem.requestFault("around\n" + REQUEST + "it")).isEmpty();
        assertThat(Pem.requestFault(AUTHORITY)).contains("PEM block type must be CERTIFICATE REQUEST");
        assertThat(Pem.requestFault("")).contains("PEM block type must be CERTIFICATE REQUEST");
        assertThat(Pem.requestFault(request(keys()))).contains("x509: verification failure");
        assertThat(Pem.requestFault(REQUEST.replaceAll("(?m)^[A-Za-z0-9+/=]+$", "AAAA"))).isPresent();
        assertThat(SAMPLES.faults(REQUESTS, signingRequest("'request': 'YWJj'")))
                .containsExactly("spec.request: Invalid value: \"YWJj\": PEM block type must be CERTIFICATE REQUEST");
        assertThat(plain(SAMPLES.faults(REQUESTS, signingRequest("'usages': ['fly']")))).singleElement().asString()
                .startsWith("spec.usages[0]: Unsupported value: 'fly': supported values: 'any', 'cert sign', 'client");
    }

    @Test
    void theServerWritesWhoAsked() {
        ApiObject request = signingRequest("'username': 'root', 'uid': '0', 'groups': ['system:masters'], 'extra': {}");
        var user = new UserInfo("alice", "7", List.of("g"), Map.of("k", List.of("v")));
        SAMPLES.resource(REQUESTS).strategy().prepareForCreate(request, user);
        assertThat(request.textAt("spec", "username")).isEqualTo("alice");
        assertThat(request.textAt("spec", "uid")).isEqualTo("7");
        assertThat(request.at("spec", "groups")).isEqualTo(List.of("g"));
        assertThat(request.at("spec", "extra")).isEqualTo(Map.of("k", List.of("v")));
        SAMPLES.resource(REQUESTS).strategy().prepareForCreate(request);
        assertThat(request.at("spec").toString()).doesNotContain("alice").contains("a.b/c");
    }

    @Test
    void whatIsAskedForStays() {
        ApiObject old = signingRequest("");
        ApiObject other = signingRequest("'signerName': 'x.y/z'");
        assertThat(SAMPLES.faults(REQUESTS, other, old)).isEmpty();
        assertThat(other.at("spec")).isEqualTo(old.at("spec"));
    }

    private static ApiObject with(ApiObject request, String conditions, String certificate) {
        ApiObject changed = request.deepCopy();
        changed.tree().put("status", SAMPLES.object(REQUESTS, "{'status': {'conditions': [" + conditions + "]"
                + (certificate.isEmpty() ? "" : ", 'certificate': '" + base64(certificate) + "'") + "}}").at("status"));
        return changed;
    }

    private static List<String> written(String part, ApiObject object, ApiObject old) {
        var strategy = SAMPLES.resource(REQUESTS).subresources().stream()
                .filter(subresource -> subresource.name().equals(part)).findFirst().orElseThrow().strategy();
        strategy.prepareForUpdate(object, old.deepCopy());
        return plain(GroupSamples.texts(strategy.validate(object, Optional.of(old))));
    }

    private static final String APPROVED = "{'type': 'Approved', 'status': 'True', 'lastUpdateTime':"
            + " '2026-01-01T00:00:00Z', 'lastTransitionTime': '2026-01-01T00:00:00Z'}";
    private static final String DENIED = APPROVED.replace("Approved", "Denied");

    @Test
    void approvalChangesConditionsAndNothingElse() {
        ApiObject old = signingRequest("");
        ApiObject approved = with(old, "{'type': 'Approved', 'status': 'True'}", AUTHORITY);
        var strategy = RequestPartStrategy.approval(RULES, InstantSource.fixed(Instant.parse("2026-05-01T00:00:00.5Z")))
                .strategy();
        strategy.prepareForUpdate(approved, old);
        assertThat(approved.at("status")).isEqualTo(Map.of("conditions", List.of(Map.of("type", "Approved", "status",
                "True", "lastUpdateTime", "2026-05-01T00:00:00Z", "lastTransitionTime", "2026-05-01T00:00:00Z"))));
        assertThat(strategy.validate(approved, Optional.of(old))).isEmpty();
    }

    @Test
    void decisionsAreFinalAndMadeThroughApproval() {
        ApiObject open = signingRequest("");
        ApiObject approved = with(open, APPROVED, "");
        assertThat(written("approval", with(open, APPROVED, ""), open)).isEmpty();
        assertThat(written("status", with(open, APPROVED, ""), open))
                .containsExactly("status.conditions: Forbidden: updates may not add a condition of type 'Approved'");
        assertThat(written("approval", with(open, "", ""), approved))
                .containsExactly("status.conditions: Forbidden: updates may not remove a condition of type 'Approved'");
        assertThat(written("approval", with(open, APPROVED + ", " + DENIED, ""), approved)).containsExactly(
                "status.conditions: Invalid value: 'Denied': Approved and Denied conditions are mutually exclusive");
        assertThat(written("approval", with(open, APPROVED + ", " + APPROVED, ""), open))
                .containsExactly("status.conditions[1].type: Duplicate value: 'Approved'");
        assertThat(written("approval", with(open, APPROVED.replace("'True'", "'False'"), ""), open)).containsExactly(
                "status.conditions[0].status: Unsupported value: 'False': supported values: 'True'");
        assertThat(written("approval", with(open, "{'status': 'True'}", ""), open))
                .containsExactly("status.conditions[0].type: Required value");
    }

    @Test
    void theCertificateIsWrittenOnceAndIsOnlyCertificates() {
        ApiObject approved = with(signingRequest(""), APPROVED, "");
        ApiObject issued = with(approved, APPROVED, AUTHORITY);
        assertThat(written("status", issued.deepCopy(), approved)).isEmpty();
        assertThat(written("status", with(approved, APPROVED, REQUEST), approved)).containsExactly(
                "status.certificate: Invalid value: '<certificate data>': only CERTIFICATE PEM blocks are allowed,"
                        + " found"
                        + " 'CERTIFICATE REQUEST'");
        assertThat(written("status", with(approved, APPROVED, "nothing"), approved)).containsExactly(
                "status.certificate: Invalid value: '<certificate data>': must contain at least one CERTIFICATE PEM"
                        + " block");
        assertThat(written("status", with(approved, APPROVED, certificate(false)), issued)).containsExactly(
                "status.certificate: Forbidden: updates may not modify existing certificate content");
    }

    @Test
    void tablesShowHowFarARequestHasCome() {
        ApiObject open = signingRequest("");
        assertThat(RequestCells.condition(open)).isEqualTo("Pending");
        assertThat(RequestCells.condition(with(open, APPROVED, AUTHORITY))).isEqualTo("Approved,Issued");
        assertThat(RequestCells.condition(with(open, APPROVED + ", " + DENIED.replace("Denied", "Failed"), "")))
                .isEqualTo("Approved,Failed");
        assertThat(RequestCells.condition(with(open, APPROVED + ", " + DENIED, ""))).isEqualTo("Denied");
    }

    private static ApiObject bundle(String name, String signer, String pem) {
        ApiObject bundle = SAMPLES.named(BUNDLES, name, "{'spec': {'signerName': '" + signer + "'}}");
        bundle.structAt("spec").put("trustBundle", pem);
        return bundle;
    }

    @Test
    void bundlesHoldAuthoritiesEachOnce() {
        assertThat(SAMPLES.faults(BUNDLES, bundle("a", "", AUTHORITY))).isEmpty();
        String omitted = "spec.trustBundle: Invalid value: \"<value omitted>\": ";
        assertThat(SAMPLES.faults(BUNDLES, bundle("a", "", "")))
                .containsExactly(omitted + "at least one trust anchor must be provided");
        assertThat(SAMPLES.faults(BUNDLES, bundle("a", "", certificate(false) + REQUEST))).containsExactly(
                omitted + "entry 0 does not have the CA bit set",
                omitted + "entry 1 has bad block type: CERTIFICATE REQUEST");
        assertThat(SAMPLES.faults(BUNDLES, bundle("a", "", AUTHORITY + AUTHORITY)))
                .containsExactly(omitted + "duplicate trust anchor (indices [0 1])");
    }

    @Test
    void aBundleIsNamedAfterItsSigner() {
        ApiObject bundle = bundle("x.y:z:one", "x.y/z", AUTHORITY);
        assertThat(SAMPLES.faults(BUNDLES, bundle)).isEmpty();
        assertThat(SAMPLES.faults(BUNDLES, bundle("one", "x.y/z", AUTHORITY))).containsExactly("metadata.name: Invalid"
                + " value: \"one\": ClusterTrustBundle for signerName x.y/z must be named with prefix x.y:z:");
        assertThat(plain(SAMPLES.faults(BUNDLES, bundle("a:b", "", AUTHORITY)))).containsExactly("metadata.name:"
                + " Invalid"
                + " value: 'a:b': ClusterTrustBundle without signer name must not have ':' in its name");
        assertThat(plain(SAMPLES.faults(BUNDLES, bundle("x.y:w:one", "x.y/w", AUTHORITY), bundle)))
                .containsExactly("spec.signerName: Invalid value: 'x.y/w': field is immutable");
    }

    @Test
    void podsAskForCertificatesWithAKeyOfTheirs() {
        String plural = "podcertificaterequests";
        String owners = "'podName': 'p', 'podUID': '1', 'serviceAccountName': 's', 'serviceAccountUID': '2',"
                + " 'nodeName': 'n', 'nodeUID': '3', 'signerName': 'x.y/z'";
        ApiObject request = SAMPLES.object(plural, "{'spec': {" + owners + "}}");
        assertThat(SAMPLES.faults(plural, request)).containsExactly("spec.pkixPublicKey: Required value: must not be"
                + " empty", "spec.proofOfPossession: Required value: must not be empty");
        assertThat(request.at("spec", "maxExpirationSeconds")).isEqualTo(86400L);
        assertThat(plain(SAMPLES.faults(plural, "{'spec': {'maxExpirationSeconds': 60, " + owners.replace("'1'", "''")
                + ", 'pkixPublicKey': 'YQ==', 'proofOfPossession': 'YQ=='}}"))).containsExactly(
                "spec.podUID: Required value: must not be empty",
                "spec.maxExpirationSeconds: Invalid value: 60: must be between 3600 and 7862400, inclusive");
        assertThat(SAMPLES.faults(plural, SAMPLES.object(plural, "{}"), request)).singleElement().asString()
                .endsWith("field is immutable");
    }

    @Test
    void onlyRequestsAreServedUnlessSwitchedOn() {
        assertThat(SAMPLES.resources()).filteredOn(resource -> resource.versions().get(0).servedByDefault())
                .extracting(resource -> resource.plural()).containsExactly(REQUESTS);
        assertThat(SAMPLES.resource(REQUESTS).nameRule().check("node-csr-A_b")).isEmpty();
    }
}
