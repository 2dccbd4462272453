package mortise.admission.noderestriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.x500.X500Principal;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;
import mortise.tck.controller.FakeObjectAccess;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRestrictionAdmissionTest {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final FakeObjectAccess objects = Nodes.access();
    private final AtomicReference<AuthorizationRequest> asked = new AtomicReference<>();
    private final AuthorizerChain chain = new AuthorizerChain() {
        @Override
        public Verdict decide(AuthorizationRequest request) {
            asked.set(request);
            boolean may = request.resource().equals("granted");
            return new Verdict(may ? new Decision.Allow("") : new Decision.NoOpinion(""), List.of());
        }

        @Override
        public Rules rules(RulesQuestion question) {
            return Rules.NONE;
        }
    };
    private final NodeRestrictionAdmission plugin =
            new NodeRestrictionAdmission(Nodes.NAMES, LateService.given(() -> objects), LateService.given(() -> chain));

    private void admitted(AdmissionRequest request) {
        assertThat(plugin.validate(request)).isEqualTo(AdmissionDecision.ADMITTED);
    }

    private void refused(AdmissionRequest request, String why) {
        assertThat(plugin.validate(request)).isInstanceOfSatisfying(Refused.class,
                refused -> assertThat(refused.status().message()).endsWith(why));
    }

    private String put(String resource, String namespace, String name, Map<String, ?> spec) {
        ApiObject object = Nodes.object(Map.of("metadata", Map.of("name", name, "namespace", namespace), "spec", spec));
        return objects.others().create(Nodes.CORE, resource, object).metadata().uid();
    }

    @Test
    void othersAreNotLookedAt() {
        for (UserInfo user : List.of(UserInfo.of("bob"), UserInfo.of("system:node:n1"),
                UserInfo.of("node", "system:nodes"), UserInfo.of("system:nodes:n1", "system:nodes"))) {
            AdmissionRequest request = Nodes.create("", "nodes", "", "", Nodes.named("n2", Map.of()));
            admitted(new AdmissionRequest(request.operation(), user, request.kind(), request.resource(), "", "", "",
                    request.object(), Optional.empty(), false));
        }
        AdmissionRequest request = Nodes.create("", "configmaps", "", "", Nodes.named("c", Map.of()));
        admitted(request);
        refused(new AdmissionRequest(request.operation(), UserInfo.of("system:node:", "system:nodes"), request.kind(),
                request.resource(), "", "", "", request.object(), Optional.empty(), false),
                "could not determine node from user \"system:node:\"");
    }

    @Test
    void aNodeChangesItselfOnly() {
        Map<String, Object> self = Nodes.named("n1", Map.of());
        admitted(Nodes.create("", "nodes", "", "", self));
        admitted(Nodes.update("", "nodes", "", "n1", self, self));
        admitted(Nodes.update("", "nodes", "status", "n1", self, self));
        admitted(Nodes.delete("", "nodes", "n1", self));
        String other = "node \"n1\" is not allowed to modify node \"n2\"";
        Map<String, Object> neighbour = Nodes.named("n2", Map.of());
        refused(Nodes.create("", "nodes", "", "", neighbour), "nodes is forbidden: " + other);
        refused(Nodes.update("", "nodes", "status", "n2", neighbour, neighbour), "nodes \"n2\" is forbidden: " + other);
        refused(Nodes.delete("", "nodes", "n2", neighbour), other);
    }

    @Test
    void taintsOwnersAndSourcesStay() {
        Map<String, Object> plain = Nodes.named("n1", Map.of());
        Map<String, Object> tainted = Nodes.named("n1", Map.of("taints", List.of(Map.of("key", "k"))));
        Map<String, Object> sourced = Nodes.named("n1", Map.of("configSource", Map.of("configMap", Map.of())));
        admitted(Nodes.create("", "nodes", "", "", tainted));
        refused(Nodes.update("", "nodes", "", "n1", plain, tainted), "node \"n1\" is not allowed to modify taints");
        refused(Nodes.update("", "nodes", "status", "n1", tainted, plain),
                "node \"n1\" is not allowed to modify taints");
        admitted(Nodes.update("", "nodes", "", "n1", plain, Nodes.named("n1", Map.of("taints", List.of()))));
        refused(Nodes.create("", "nodes", "", "", sourced),
                "node \"n1\" is not allowed to create pods with a non-nil configSource");
        refused(Nodes.update("", "nodes", "", "n1", plain, sourced),
                "node \"n1\" is not allowed to update configSource to a new non-nil configSource");
        admitted(Nodes.update("", "nodes", "", "n1", sourced, plain));
        refused(Nodes.update("", "nodes", "", "n1", plain, Map.of("metadata", Map.of("name", "n1", "ownerReferences",
                List.of(Map.of("name", "x"))))), "node \"n1\" is not allowed to modify ownerReferences");
    }

    @ParameterizedTest
    @CsvSource({"example.com/a, true", "plain, true", "kubernetes.io/hostname, true", "kubernetes.io/arch, true",
        "kubernetes.io/os, true", "topology.kubernetes.io/zone, true", "node.kubernetes.io/anything, true",
        "a.node.kubernetes.io/b, true", "kubelet.kubernetes.io/x, true", "beta.kubernetes.io/instance-type, true",
        "node-role.kubernetes.io/control-plane, false", "kubernetes.io/x, false", "k8s.io/x, false",
        "a.b.k8s.io/x, false", "node-restriction.kubernetes.io/x, false", "a.node-restriction.kubernetes.io/x, false",
        "xkubernetes.io/x, true", "topology.kubernetes.io/rack, false"})
    void labelsOfTheSystemAreNotForNodes(String label, boolean may) {
        Map<String, Object> plain = Nodes.named("n1", Map.of());
        Map<String, Object> labelled = Map.of("metadata", Map.of("name", "n1", "labels", Map.of(label, "v")));
        if (may) {
            admitted(Nodes.create("", "nodes", "", "", labelled));
            admitted(Nodes.update("", "nodes", "", "n1", plain, labelled));
        } else {
            refused(Nodes.create("", "nodes", "", "", labelled),
                    "node \"n1\" is not allowed to set the following labels: " + label);
            refused(Nodes.update("", "nodes", "", "n1", plain, labelled), "is not allowed to modify labels: " + label);
            refused(Nodes.update("", "nodes", "status", "n1", labelled, plain),
                    "is not allowed to modify labels: " + label);
        }
        admitted(Nodes.update("", "nodes", "", "n1", labelled, labelled));
    }

    private static Map<String, Object> mirror(Map<String, ?> owner, Map<String, Object> spec) {
        var fields = new HashMap<>(spec);
        fields.put("nodeName", "n1");
        return Map.of("metadata", Map.of("name", "p", "annotations", Map.of(MIRROR, "x"),
                "ownerReferences", owner.isEmpty() ? List.of() : List.of(owner)), "spec", fields);
    }

    private static Map<String, Object> owner(String uid) {
        return Map.of("apiVersion", "v1", "kind", "Node", "name", "n1", "uid", uid, "controller", true);
    }

    @Test
    void onlyMirrorPodsAreCreated() {
        String uid = put("nodes", "", "n1", Map.of());
        admitted(Nodes.create("", "pods", "", "", mirror(owner(uid), Map.of())));
        String only = "node \"n1\" can only create pods with ";
        refused(Nodes.create("", "pods", "", "", Nodes.named("p", Map.of("nodeName", "n1"))),
                "pod does not have \"kubernetes.io/config.mirror\" annotation, node \"n1\" can only create mirror"
                        + " pods");
        refused(Nodes.create("", "pods", "", "", Map.of("metadata", Map.of("annotations", Map.of(MIRROR, "x")), "spec",
                Map.of("nodeName", "n2"))), only + "spec.nodeName set to itself");
        refused(Nodes.create("", "pods", "", "", mirror(Map.of(), Map.of())),
                only + "an owner reference set to itself");
        refused(Nodes.create("", "pods", "", "", mirror(Map.of("apiVersion", "v1", "kind", "Node", "name", "n2"),
                Map.of())), only + "an owner reference set to itself");
        refused(Nodes.create("", "pods", "", "", mirror(Map.of("apiVersion", "v1", "kind", "Node", "name", "n1"),
                Map.of())), only + "a controller owner reference set to itself");
        refused(Nodes.create("", "pods", "", "", mirror(Map.of("apiVersion", "v1", "kind", "Node", "name", "n1",
                "controller", true, "blockOwnerDeletion", true), Map.of())),
                "node \"n1\" must not set blockOwnerDeletion on an owner reference");
        refused(Nodes.create("", "pods", "", "", mirror(owner("other"), Map.of())),
                "node n1 UID mismatch: expected other got " + uid);
    }

    @Test
    void mirrorPodsReferToNothing() {
        Map<String, Object> owner = owner(put("nodes", "", "n1", Map.of()));
        Map<Map<String, Object>, String> bad = Map.ofEntries(
                Map.entry(Map.of("serviceAccountName", "default"), "a service account"),
                Map.entry(volume("secret", Map.of("secretName", "s")), "secrets"),
                Map.entry(volume("projected", Map.of("sources", List.of(Map.of("secret", Map.of())))), "secrets"),
                Map.entry(volume("csi", Map.of("nodePublishSecretRef", Map.of("name", "s"))), "secrets"),
                Map.entry(Map.of("imagePullSecrets", List.of(Map.of("name", "s"))), "secrets"),
                Map.entry(Map.of("containers", List.of(Map.of("env", List.of(Map.of("valueFrom",
                        Map.of("secretKeyRef", Map.of())))))), "secrets"),
                Map.entry(Map.of("initContainers", List.of(Map.of("envFrom", List.of(Map.of("configMapRef",
                        Map.of()))))), "configmaps"),
                Map.entry(volume("configMap", Map.of("name", "c")), "configmaps"),
                Map.entry(volume("projected", Map.of("sources", List.of(Map.of("clusterTrustBundle", Map.of())))),
                        "clustertrustbundles"),
                Map.entry(volume("persistentVolumeClaim", Map.of("claimName", "c")), "persistentvolumeclaims"),
                Map.entry(Map.of("resourceClaims", List.of(Map.of("name", "r"))), "resourceclaims"));
        bad.forEach((spec, what) -> refused(Nodes.create("", "pods", "", "", mirror(owner, spec)),
                "node \"n1\" can not create pods that reference " + what));
        admitted(Nodes.create("", "pods", "", "", mirror(owner, volume("hostPath", Map.of("path", "/")))));
    }

    private static Map<String, Object> volume(String type, Map<String, ?> source) {
        return Map.of("volumes", List.of(Map.of("name", "v", type, source)));
    }

    @Test
    void podsOfOtherNodesAreNotTouched() {
        put("pods", "ns", "mine", Map.of("nodeName", "n1"));
        put("pods", "ns", "theirs", Map.of("nodeName", "n2"));
        Map<String, Object> mine = Nodes.named("mine", Map.of("nodeName", "n1"));
        Map<String, Object> theirs = Nodes.named("theirs", Map.of("nodeName", "n2"));
        admitted(Nodes.delete("", "pods", "mine", mine));
        refused(Nodes.delete("", "pods", "theirs", theirs),
                "node \"n1\" can only delete pods with spec.nodeName set to itself");
        admitted(Nodes.create("", "pods", "eviction", "mine", Map.of()));
        refused(Nodes.create("", "pods", "eviction", "theirs", Map.of()),
                "node n1 can only evict pods with spec.nodeName set to itself");
        refused(Nodes.create("", "pods", "eviction", "absent", Map.of()), "pods \"absent\" not found");
        refused(Nodes.create("", "pods", "eviction", "", Map.of()), "could not determine pod from request data");
        refused(Nodes.create("", "pods", "binding", "mine", Map.of()),
                "unexpected pod subresource \"binding\", only 'status' and 'eviction' are allowed");
        refused(Nodes.update("", "pods", "", "mine", mine, mine),
                "unexpected operation \"UPDATE\", node \"n1\" can only create and delete mirror pods");
    }

    @Test
    void statusOfPodsIsWrittenAndNothingElse() {
        Map<String, Object> pod = Nodes.named("p", Map.of("nodeName", "n1"));
        admitted(Nodes.update("", "pods", "status", "p", pod,
                Map.of("metadata", Map.of("name", "p", "labels", Map.of()), "status", Map.of("phase", "Running"))));
        refused(Nodes.update("", "pods", "status", "p", Nodes.named("p", Map.of("nodeName", "n2")), pod),
                "node \"n1\" can only update pod status for pods with spec.nodeName set to itself");
        refused(Nodes.update("", "pods", "status", "p", pod, Map.of("metadata", Map.of("labels", Map.of("a", "b")))),
                "node \"n1\" cannot update labels through pod status");
        refused(Nodes.update("", "pods", "status", "p", pod, Map.of("status", Map.of("resourceClaimStatuses",
                List.of(Map.of("name", "r", "resourceClaimName", "x"))))),
                "node \"n1\" cannot update resource claim statues");
        Map<String, Object> extended = Map.of("extendedResourceClaimStatus", Map.of("resourceClaimName", "x"));
        refused(Nodes.update("", "pods", "status", "p", pod, Map.of("status", extended)),
                "node \"n1\" cannot update extended resource claim status");
        admitted(Nodes.update("", "pods", "status", "p",
                Map.of("spec", Map.of("nodeName", "n1"), "status", extended), Map.of("status", extended)));
        refused(Nodes.request(Operation.CONNECT, "", "pods", "status", "p", null, pod),
                "unexpected operation \"CONNECT\"");
    }

    @Test
    void claimsGrow() {
        Map<String, Object> before = Map.of("metadata", Map.of("name", "c", "resourceVersion", "1"),
                "status", Map.of("phase", "Bound", "capacity", Map.of("storage", "1Gi")));
        admitted(Nodes.update("", "persistentvolumeclaims", "status", "c", before, Map.of("metadata",
                Map.of("name", "c", "managedFields", List.of()), "status", Map.of("phase", "Bound", "capacity",
                        Map.of("storage", "2Gi"), "conditions", List.of(), "allocatedResources", Map.of()))));
        refused(Nodes.update("", "persistentvolumeclaims", "status", "c", before,
                Map.of("metadata", Map.of("name", "c"), "status", Map.of("phase", "Lost"))),
                "node \"n1\" is not allowed to update fields other than status.quantity and status.conditions");
        refused(Nodes.update("", "persistentvolumeclaims", "status", "c", before, Map.of("metadata",
                Map.of("name", "c", "labels", Map.of("a", "b")), "status", Map.of("phase", "Bound"))),
                "node \"n1\" is not allowed to update fields other than status.quantity and status.conditions");
        refused(Nodes.update("", "persistentvolumeclaims", "", "c", before, before), "may only update PVC status");
    }

    @Test
    void leasesNodesAndSlicesAreItsOwn() {
        admitted(Nodes.create("coordination.k8s.io", "leases", "", "", Nodes.named("n1", Map.of())));
        refused(Nodes.update("coordination.k8s.io", "leases", "", "n2", Map.of(), Map.of()),
                "can only access node lease with the same name as the requesting node");
        AdmissionRequest elsewhere = Nodes.create("coordination.k8s.io", "leases", "", "", Nodes.named("n1", Map.of()));
        refused(new AdmissionRequest(elsewhere.operation(), Nodes.N1, elsewhere.kind(), elsewhere.resource(), "", "ns",
                "", elsewhere.object(), Optional.empty(), false),
                "can only access leases in the \"kube-node-lease\" system namespace");
        admitted(Nodes.delete("storage.k8s.io", "csinodes", "n1", Map.of()));
        refused(Nodes.create("storage.k8s.io", "csinodes", "", "", Nodes.named("n2", Map.of())),
                "can only access CSINode with the same name as the requesting node");
        Map<String, Object> own = Nodes.named("s", Map.of("nodeName", "n1"));
        Map<String, Object> other = Nodes.named("s", Map.of("nodeName", "n2"));
        admitted(Nodes.create("resource.k8s.io", "resourceslices", "", "", own));
        admitted(Nodes.delete("resource.k8s.io", "resourceslices", "s", own));
        refused(Nodes.create("resource.k8s.io", "resourceslices", "", "", other),
                "can only create ResourceSlice with the same NodeName as the requesting node");
        refused(Nodes.delete("resource.k8s.io", "resourceslices", "s", other),
                "can only delete ResourceSlice with the same NodeName as the requesting node");
    }

    private static AdmissionRequest token(Map<String, Object> spec) {
        return Nodes.create("", "serviceaccounts", "token", "robot", Map.of("spec", spec));
    }

    private static Map<String, Object> bound(String uid, String... audiences) {
        return Map.of("boundObjectRef", Map.of("apiVersion", "v1", "kind", "Pod", "name", "p", "uid", uid),
                "audiences", List.of(audiences));
    }

    @Test
    void tokensAreForPodsOfTheNode() {
        String uid = put("pods", "ns", "p", Map.of("nodeName", "n1", "volumes", List.of(Map.of("name", "t", "projected",
                Map.of("sources", List.of(Map.of("serviceAccountToken", Map.of("path", "t"))))))));
        admitted(token(bound(uid)));
        refused(token(Map.of()), "node requested token not bound to a pod");
        refused(token(Map.of("boundObjectRef", Map.of("apiVersion", "v1", "kind", "Secret", "name", "p", "uid", uid))),
                "node requested token not bound to a pod");
        refused(token(bound("")), "node requested token with a pod binding without a uid");
        refused(token(bound("old")), "the UID in the bound object reference (old) does not match the UID in record."
                + " The object might have been deleted and then recreated");
        refused(token(bound(uid, "a", "b")), "node may only request 0 or 1 audiences");
        objects.others().delete(Nodes.CORE, "pods", "ns", "p");
        refused(token(bound(uid)), "pods \"p\" not found");
        String other = put("pods", "ns", "p", Map.of("nodeName", "n2"));
        refused(token(bound(other)), "node requested token bound to a pod scheduled on a different node");
    }

    @Test
    void tokensAreForAudiencesOfThePodOrGrantedOnes() {
        objects.others().create(Nodes.STORAGE, "csidrivers", Nodes.object(Map.of("metadata", Map.of("name", "d"),
                "spec", Map.of("tokenRequests", List.of(Map.of("audience", "driver"))))));
        put("persistentvolumes", "", "v", Map.of("csi", Map.of("driver", "d")));
        put("persistentvolumeclaims", "ns", "c", Map.of("volumeName", "v"));
        String uid = put("pods", "ns", "p", Map.of("nodeName", "n1", "volumes", List.of(
                Map.of("name", "t", "projected", Map.of("sources", List.of(
                        Map.of("serviceAccountToken", Map.of("audience", "vault"))))),
                Map.of("name", "c", "persistentVolumeClaim", Map.of("claimName", "c")))));
        admitted(token(bound(uid, "vault")));
        admitted(token(bound(uid, "driver")));
        assertThat(asked.get()).isNull();
        admitted(token(bound(uid, "granted")));
        refused(token(bound(uid, "else")), "serviceaccounts \"robot\" is forbidden: audience \"else\" not found in pod"
                + " spec volume, system:node:n1 is not authorized to request tokens for this audience");
        assertThat(asked.get().verb()).isEqualTo("request-serviceaccounts-token-audience");
        assertThat(asked.get().name()).isEqualTo("robot");
        assertThat(asked.get().namespace()).isEqualTo("ns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet"})
    void certificatesAreInItsOwnName(String signer) throws Exception {
        admitted(request(signer, "CN=system:node:n1, O=system:nodes"));
        refused(request(signer, "CN=system:node:n2, O=system:nodes"),
                "can only create a node CSR with CN=system:node:n1");
        refused(request(signer, "O=system:nodes"), "can only create a node CSR with CN=system:node:n1");
        admitted(request("example.com/mine", "CN=anybody"));
        assertThat(plugin.validate(Nodes.create("certificates.k8s.io", "certificatesigningrequests", "", "",
                Nodes.named("r", Map.of("signerName", signer, "request", "AAAA"))))).isInstanceOf(Refused.class);
    }

    private static AdmissionRequest request(String signer, String subject) throws Exception {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        var keys = generator.generateKeyPair();
        byte[] der = new JcaPKCS10CertificationRequestBuilder(
                new X500Principal(subject), keys.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA")
                        .build(keys.getPrivate())).getEncoded();
        String pem = "-----BEGIN CERTIFICATE REQUEST-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END CERTIFICATE REQUEST-----\n";
        return Nodes.create("certificates.k8s.io", "certificatesigningrequests", "", "", Nodes.named("r",
                Map.of("signerName", signer, "request",
                        Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))));
    }
}
