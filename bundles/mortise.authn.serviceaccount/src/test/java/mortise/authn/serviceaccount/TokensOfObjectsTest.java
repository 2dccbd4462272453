package mortise.authn.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.jwt.JwtJson;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.authentication.TokenOrder.Reference;
import mortise.spi.operations.EndpointRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tokens say, whom they prove, and with what they end. */
class TokensOfObjectsTest {

    private static final String EXTRA = "authentication.kubernetes.io/";

    @TempDir
    private Path folder;
    private Cluster cluster;

    @BeforeEach
    void makeCluster() {
        cluster = new Cluster(folder);
    }

    private UserInfo user(String token) {
        assertThat(cluster.ask(token)).isInstanceOf(Authenticated.class);
        return ((Authenticated) cluster.ask(token)).user();
    }

    @Test
    void aTokenSaysWhatKubernetesTokensSay() throws Exception {
        String pod = cluster.add("Pod", "pods", "ns", "p");
        String node = cluster.add("Node", "nodes", "", "n");
        IssuedToken issued = cluster.issue(List.of("a", "b"), 900, Optional.of(new Reference("Pod", "p", pod)),
                Optional.of(new Reference("Node", "n", node)));
        Map<String, Object> claims = new LinkedHashMap<>(JwtJson.unverifiedClaims(issued.token()));
        assertThat(String.valueOf(claims.remove("jti"))).hasSize(36);
        long now = Cluster.START.getEpochSecond();
        assertThat(claims).isEqualTo(Map.of("iss", Cluster.ISSUER, "sub", "system:serviceaccount:ns:robot",
                "aud", List.of("a", "b"), "exp", now + 900, "iat", now, "nbf", now,
                "kubernetes.io", Map.of("namespace", "ns", "pod", Map.of("name", "p", "uid", pod),
                        "node", Map.of("name", "n", "uid", node),
                        "serviceaccount", Map.of("name", "robot", "uid", cluster.account.uid()))));
        assertThat(issued.audiences()).containsExactly("a", "b");
        assertThat(issued.expires()).hasValue(Cluster.START.plusSeconds(900));
    }

    @Test
    void aTokenProvesItsAccount() {
        UserInfo user = user(cluster.token());
        assertThat(user.name()).isEqualTo("system:serviceaccount:ns:robot");
        assertThat(user.uid()).isEqualTo(cluster.account.uid());
        assertThat(user.groups()).containsExactly("system:serviceaccounts", "system:serviceaccounts:ns");
        assertThat(user.extra()).containsOnlyKeys(EXTRA + "credential-id");
        assertThat(user.extra().get(EXTRA + "credential-id").get(0)).startsWith("JTI=");
    }

    @Test
    void aTokenOfAPodNamesItAndItsNode() {
        String pod = cluster.add("Pod", "pods", "ns", "p");
        UserInfo user = user(cluster.issue(List.of(), 900, Optional.of(new Reference("Pod", "p", pod)),
                Optional.of(new Reference("Node", "gone", "u-node"))).token());
        assertThat(user.extra()).containsEntry(EXTRA + "pod-name", List.of("p"))
                .containsEntry(EXTRA + "pod-uid", List.of(pod)).containsEntry(EXTRA + "node-name", List.of("gone"))
                .containsEntry(EXTRA + "node-uid", List.of("u-node"));
    }

    @Test
    void aTokenEndsWithWhatItIsBoundTo() {
        for (String[] kind : new String[][] {
            {"Pod", "pods", "ns"}, {"Secret", "secrets", "ns"}, {"Node", "nodes", ""}}) {
            String uid = cluster.add(kind[0], kind[1], kind[2], "x");
            String token = cluster.issue(List.of(), 900, Optional.of(new Reference(kind[0], "x", uid)),
                    Optional.empty()).token();
            assertThat(cluster.ask(token)).as(kind[0]).isInstanceOf(Authenticated.class);
            cluster.remove(kind[1], kind[2], "x");
            assertThat(cluster.ask(token)).as(kind[0]).isInstanceOf(Rejected.class);
            cluster.add(kind[0], kind[1], kind[2], "x");
            assertThat(cluster.ask(token)).as("another " + kind[0] + " of that name").isInstanceOf(Rejected.class);
        }
    }

    @Test
    void aTokenEndsWithItsAccount() {
        String token = cluster.token();
        assertThat(cluster.ask(token)).isInstanceOf(Authenticated.class);
        cluster.remove("serviceaccounts", "ns", "robot");
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
        cluster.add("ServiceAccount", "serviceaccounts", "ns", "robot");
        assertThat(cluster.ask(token)).as("another account of that name").isInstanceOf(Rejected.class);
    }

    @Test
    void whatIsBeingDeletedCountsForAMinute() {
        ApiObject pod = ApiObject.ofKind(Cluster.V1.kind("Pod"));
        pod.metadata().setName("going");
        pod.metadata().setNamespace("ns");
        pod.metadata().setFinalizers(List.of("some/one"));
        String uid = cluster.objects.others().create(Cluster.V1, "pods", pod).metadata().uid();
        String token = cluster.issue(List.of(), 900, Optional.of(new Reference("Pod", "going", uid)),
                Optional.empty()).token();
        cluster.objects.others().delete(Cluster.V1, "pods", "ns", "going");
        cluster.later(60);
        assertThat(cluster.ask(token)).isInstanceOf(Authenticated.class);
        cluster.later(1);
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
    }

    @Test
    void aStoreThatFailsLetsNobodyIn() {
        String token = cluster.token();
        cluster.objects.beforeEachCall(call -> {
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the store is away"));
        });
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
    }

    @Test
    void tokensInPodsLastLongerThanTheySay() throws Exception {
        String pod = cluster.add("Pod", "pods", "ns", "p");
        Optional<Reference> bound = Optional.of(new Reference("Pod", "p", pod));
        long now = Cluster.START.getEpochSecond();
        IssuedToken extended = cluster.issue(List.of("api"), 3607, bound, Optional.empty());
        Map<String, Object> claims = JwtJson.unverifiedClaims(extended.token());
        assertThat(claims).containsEntry("exp", now + 365L * 24 * 3600);
        assertThat(new Claims(claims).struct("kubernetes.io").orElseThrow().seconds("warnafter")).hasValue(now + 3607);
        assertThat(extended.lifetimeSeconds()).isEqualTo(3607);
        for (IssuedToken plain : List.of(cluster.issue(List.of("api"), 3600, bound, Optional.empty()),
                cluster.issue(List.of("else"), 3607, bound, Optional.empty()),
                cluster.issue(List.of("api"), 3607, Optional.empty(), Optional.empty()),
                new Cluster(folder, true, 0, false).issue(List.of("api"), 3607, bound, Optional.empty()))) {
            assertThat(JwtJson.unverifiedClaims(plain.token())).containsEntry("exp", now + plain.lifetimeSeconds());
        }
    }

    @Test
    void theServerMayAllowLessThanIsAsked() {
        var strict = new Cluster(folder, true, 3600, true);
        IssuedToken issued = strict.issue(List.of(), 86_400, Optional.empty(), Optional.empty());
        assertThat(issued.lifetimeSeconds()).isEqualTo(3600);
        assertThat(issued.expires()).hasValue(Cluster.START.plusSeconds(3600));
    }

    private String lasting(Cluster in) {
        String token = in.tokens.issue(new TokenOrder.Lasting(in.account, "held")).token();
        ApiObject secret = ApiObject.ofKind(Cluster.V1.kind("Secret"));
        secret.metadata().setName("held");
        secret.metadata().setNamespace("ns");
        secret.structAt("data").put("token", Base64.getEncoder()
                .encodeToString(token.getBytes(StandardCharsets.UTF_8)));
        in.objects.others().create(Cluster.V1, "secrets", secret);
        return token;
    }

    @Test
    void aLastingTokenEndsWithItsSecret() {
        String token = lasting(cluster);
        assertThat(user(token)).isEqualTo(new UserInfo("system:serviceaccount:ns:robot", cluster.account.uid(),
                List.of("system:serviceaccounts", "system:serviceaccounts:ns"), Map.of()));
        cluster.remove("secrets", "ns", "held");
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
    }

    @Test
    void aLastingTokenEndsWithItsAccountAndByItsLabel() {
        String token = lasting(cluster);
        ApiObject secret = cluster.objects.others().get(Cluster.V1, "secrets", "ns", "held").orElseThrow();
        secret.metadata().setLabel("kubernetes.io/legacy-token-invalid-since", "2026-01-01");
        secret = cluster.objects.others().update(Cluster.V1, "secrets", secret);
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
        ((Map<?, ?>) secret.metadata().tree().get("labels")).clear();
        cluster.objects.others().update(Cluster.V1, "secrets", secret);
        cluster.later(2);
        assertThat(cluster.ask(token)).isInstanceOf(Authenticated.class);
        cluster.remove("serviceaccounts", "ns", "robot");
        assertThat(cluster.ask(token)).isInstanceOf(Rejected.class);
    }

    @Test
    void withoutLookupALastingTokenNeedsNothing() {
        var trusting = new Cluster(folder, false, 0, true);
        String token = lasting(trusting);
        trusting.remove("secrets", "ns", "held");
        trusting.remove("serviceaccounts", "ns", "robot");
        assertThat(trusting.ask(token)).isInstanceOf(Authenticated.class);
    }

    @Test
    void othersAreToldWhereTheKeysAre() throws Exception {
        var request = new EndpointRequest(IssuerDocuments.CONFIGURATION, Map.of(), Map.of());
        assertThat(new String(cluster.tokens.get(request).body(), StandardCharsets.UTF_8)).isEqualTo(
                "{\"issuer\":\"https://issuer.example\","
                + "\"jwks_uri\":\"https://kubernetes.default.svc/openid/v1/jwks\","
                + "\"response_types_supported\":[\"id_token\"],\"subject_types_supported\":[\"public\"],"
                + "\"id_token_signing_alg_values_supported\":[\"ES256\"]}");
        var keys = cluster.tokens.get(new EndpointRequest(IssuerDocuments.KEYS, Map.of(), Map.of()));
        assertThat(keys.contentType()).isEqualTo("application/jwk-set+json");
        assertThat(new String(keys.body(), StandardCharsets.UTF_8)).contains(cluster.signer.publicKey().id());
    }
}
