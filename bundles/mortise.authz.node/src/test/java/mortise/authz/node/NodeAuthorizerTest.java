package mortise.authz.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.GroupVersion;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.operations.ServerNames;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAuthorizerTest {

    static final UserInfo NODE = UserInfo.of("system:node:n1", "system:nodes", UserInfo.AUTHENTICATED);

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupVersion STORAGE = new GroupVersion("storage.k8s.io", "v1");

    private final FakeObjectAccess objects = access();
    private final NodeAuthorizer authorizer = loaded(objects);

    static FakeObjectAccess access() {
        var objects = new FakeObjectAccess().serve(CORE, "pods", "Pod", true)
                .serve(CORE, "persistentvolumes", "PersistentVolume", false)
                .serve(STORAGE, "volumeattachments", "VolumeAttachment", false);
        objects.others().create(CORE, "pods", pod("p1", "n1", "used"));
        return objects;
    }

    static NodeAuthorizer loaded(FakeObjectAccess objects) {
        var authorizer = new NodeAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), objects);
        authorizer.authorize(AuthorizationRequests.path(NODE, "get", "/"));
        await(authorizer::isComplete);
        return authorizer;
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it takes too long").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /** Returns a pod that uses a secret, a config map, a claim and a service account of the same name. */
    private static ApiObject pod(String name, String node, String used) {
        ApiObject pod = ApiObject.ofKind(CORE.kind("Pod"));
        pod.metadata().setNamespace("ns");
        pod.metadata().setName(name);
        Map<String, @Nullable Object> spec = pod.structAt("spec");
        spec.put("nodeName", node);
        spec.put("serviceAccountName", used);
        var volumes = new ArrayList<@Nullable Object>();
        volumes.add(Map.of("name", "s", "secret", Map.of("secretName", used)));
        volumes.add(Map.of("name", "c", "persistentVolumeClaim", Map.of("claimName", used)));
        volumes.add(Map.of("name", "e", "ephemeral", Map.of()));
        volumes.add(Map.of("name", "p", "projected", Map.of("sources", List.of(
                Map.of("configMap", Map.of("name", used)), Map.of("secret", Map.of("name", used + "-projected"))))));
        spec.put("volumes", volumes);
        spec.put("imagePullSecrets", List.of(Map.of("name", used + "-pull")));
        spec.put("containers", List.of(Map.of("env", List.of(Map.of("valueFrom",
                Map.of("secretKeyRef", Map.of("name", used + "-env")))), "envFrom", List.of(
                        Map.of("configMapRef", Map.of("name", used + "-envfrom"))))));
        return pod;
    }

    @AfterEach
    void end() throws InterruptedException {
        authorizer.deactivate();
    }

    private boolean allows(String verb, String group, String resource, String subresource, String namespace,
            String name, String fields) {
        return authorizer.authorize(new AuthorizationRequest(NODE, verb, "", true, group, "v1", resource, subresource,
                namespace, name, LabelSelector.EVERYTHING, FieldSelector.parse(fields))) instanceof Decision.Allow;
    }

    private boolean reads(String resource, String name) {
        return allows("get", "", resource, "", resource.equals("persistentvolumes") ? "" : "ns", name, "");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", emptyValue = "", value = {
        "get, '', secrets, '', ns, used, '', true", "list, '', secrets, '', ns, used, '', true",
        "get, '', secrets, '', ns, used-pull, '', true", "get, '', secrets, '', ns, used-env, '', true",
        "get, '', secrets, '', ns, used-projected, '', true", "get, '', configmaps, '', ns, used-envfrom, '', true",
        "get, '', configmaps, '', ns, used, '', true", "get, '', persistentvolumeclaims, '', ns, p1-e, '', true",
        "get, '', secrets, '', other, used, '', false", "get, '', secrets, '', ns, else, '', false",
        "list, '', secrets, '', ns, '', '', false", "list, '', secrets, '', '', '', '', false",
        "update, '', secrets, '', ns, used, '', false", "get, '', secrets, x, ns, used, '', false",
        "patch, '', persistentvolumeclaims, status, ns, used, '', true",
        "patch, '', persistentvolumeclaims, '', ns, used, '', false",
        "create, '', serviceaccounts, token, ns, used, '', true",
        "create, '', serviceaccounts, token, ns, default, '', false",
        "create, '', serviceaccounts, '', ns, '', '', false",
        "get, '', nodes, '', '', n1, '', true", "get, '', nodes, '', '', n2, '', false",
        "list, '', nodes, '', '', '', '', false", "list, '', nodes, '', '', n1, '', true",
        "patch, '', nodes, status, '', n1, '', true", "patch, '', nodes, status, '', n2, '', false",
        "create, '', nodes, '', '', '', '', true", "delete, '', nodes, '', '', n1, '', false",
        "list, '', pods, '', '', '', spec.nodeName=n1, true", "list, '', pods, '', '', '', spec.nodeName=n2, false",
        "watch, '', pods, '', '', '', '', false", "watch, '', pods, '', ns, p1, '', true",
        "list, '', pods, '', ns, p1, '', true", "list, '', pods, '', ns, p2, '', false",
        "list, '', pods, '', '', p1, '', false", "get, '', pods, '', ns, p1, '', true",
        "get, '', pods, '', ns, p2, '', false", "patch, '', pods, status, ns, p1, '', true",
        "patch, '', pods, status, ns, p2, '', false", "create, '', pods, '', ns, '', '', true",
        "delete, '', pods, '', ns, p1, '', true", "create, '', pods, eviction, ns, p1, '', true",
        "create, '', pods, exec, ns, p1, '', false", "patch, '', pods, '', ns, p1, '', false",
        "get, coordination.k8s.io, leases, '', kube-node-lease, n1, '', true",
        "create, coordination.k8s.io, leases, '', kube-node-lease, '', '', true",
        "get, coordination.k8s.io, leases, '', kube-node-lease, n2, '', false",
        "get, coordination.k8s.io, leases, '', ns, n1, '', false",
        "update, storage.k8s.io, csinodes, '', '', n1, '', true",
        "update, storage.k8s.io, csinodes, '', '', n2, '', false",
        "list, storage.k8s.io, csinodes, '', '', n1, '', false",
        "watch, node.k8s.io, runtimeclasses, '', '', '', '', true",
        "watch, resource.k8s.io, resourceslices, '', '', '', spec.nodeName=n1, true",
        "watch, resource.k8s.io, resourceslices, '', '', '', '', false",
        "get, resource.k8s.io, resourceslices, '', '', s, '', false",
        "get, kit.io, secrets, '', ns, used, '', false", "get, kit.io, nodes, '', '', n1, '', false"})
    void aNodeMayWhatBelongsToIt(String verb, String group, String resource, String subresource, String namespace,
            String name, String fields, boolean allowed) {
        assertThat(allows(verb, group, resource, subresource, namespace, name, fields)).isEqualTo(allowed);
    }

    @Test
    void othersAreNobodysNode() {
        for (UserInfo user : List.of(UserInfo.of("system:node:n1"), UserInfo.of("n1", "system:nodes"),
                UserInfo.of("system:node:", "system:nodes"))) {
            assertThat(authorizer.authorize(AuthorizationRequests.resource(user, "get", "", "nodes", "", "n1")))
                    .as("%s", user).isInstanceOf(Decision.NoOpinion.class);
        }
        assertThat(authorizer.rules(new RulesQuestion(UserInfo.of("pat"), "ns")).incomplete()).isFalse();
        assertThat(authorizer.rules(new RulesQuestion(NODE, "ns")).incomplete()).isTrue();
    }

    @Test
    void theReasonIsTheOneThatPeopleKnow() {
        assertThat(authorizer.authorize(AuthorizationRequests.resource(NODE, "get", "", "secrets", "ns", "x")))
                .isEqualTo(new Decision.NoOpinion("no relationship found between node 'n1' and this object"));
    }

    @Test
    void whatAPodUsesGoesWithTheLastPodThatUsesIt() {
        objects.others().create(CORE, "pods", pod("p2", "n1", "used"));
        await(() -> reads("pods", "p2"));
        objects.others().delete(CORE, "pods", "ns", "p1");
        await(() -> !reads("pods", "p1"));
        assertThat(reads("secrets", "used")).isTrue();
        objects.others().delete(CORE, "pods", "ns", "p2");
        await(() -> !reads("secrets", "used") && !reads("configmaps", "used"));
    }

    @Test
    void aPodThatIsBoundLaterCountsFromThenOnAndAMirroredOneNever() {
        objects.others().create(CORE, "pods", pod("late", "", "late"));
        ApiObject mirror = pod("mirror", "n1", "mirrored");
        mirror.metadata().setAnnotation("kubernetes.io/config.mirror", "x");
        objects.others().create(CORE, "pods", mirror);
        await(() -> reads("pods", "mirror"));
        assertThat(reads("secrets", "mirrored")).isFalse();
        assertThat(reads("secrets", "late")).isFalse();
        ApiObject late = objects.others().get(CORE, "pods", "ns", "late").orElseThrow();
        late.structAt("spec").put("nodeName", "n1");
        objects.others().update(CORE, "pods", late);
        await(() -> reads("secrets", "late"));
    }

    @Test
    void claimsThatWereMadeForAPodAreNamedInItsStatus() {
        ApiObject pod = objects.others().get(CORE, "pods", "ns", "p1").orElseThrow();
        Map<String, @Nullable Object> status = pod.structAt("status");
        status.put("resourceClaimStatuses", List.of(Map.of("name", "c", "resourceClaimName", "made")));
        status.put("extendedResourceClaimStatus", Map.of("resourceClaimName", "extended"));
        objects.others().update(CORE, "pods", pod);
        for (String claim : List.of("made", "extended")) {
            await(() -> allows("get", "resource.k8s.io", "resourceclaims", "", "ns", claim, ""));
        }
        assertThat(allows("get", "resource.k8s.io", "resourceclaims", "", "ns", "else", "")).isFalse();
    }

    @Test
    void aVolumeAndItsSecretsGoWithTheClaimItIsBoundTo() {
        ApiObject volume = ApiObject.ofKind(CORE.kind("PersistentVolume"));
        volume.metadata().setName("v");
        volume.structAt("spec").put("claimRef", new LinkedHashMap<>(Map.of("namespace", "ns", "name", "used")));
        volume.structAt("spec").put("csi", new LinkedHashMap<>(Map.of(
                "nodePublishSecretRef", Map.of("namespace", "ns", "name", "of-volume"),
                "controllerPublishSecretRef", Map.of("namespace", "ns", "name", "of-controller"),
                "controllerExpandSecretRef", Map.of("namespace", "ns", "name", "of-controller"))));
        objects.others().create(CORE, "persistentvolumes", volume);
        await(() -> reads("persistentvolumes", "v") && reads("secrets", "of-volume"));
        assertThat(reads("secrets", "of-controller")).as("a secret that only controllers use").isFalse();
        objects.others().delete(CORE, "persistentvolumes", "", "v");
        await(() -> !reads("secrets", "of-volume") && !reads("persistentvolumes", "v"));
    }

    @Test
    void whenPodsAreNotServedAnyMoreNoRelationIsKnown() {
        objects.stopServing(CORE, "pods");
        await(() -> !authorizer.isComplete());
        assertThat(reads("secrets", "used")).isFalse();
    }
}
