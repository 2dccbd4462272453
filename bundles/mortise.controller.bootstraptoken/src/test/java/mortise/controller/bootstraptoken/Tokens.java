package mortise.controller.bootstraptoken;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.tck.controller.FakeObjectAccess;

/** Objects for the tests of this bundle. */
final class Tokens {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
    static final String PROOF = "f395accd246ae52d";

    private Tokens() {
    }

    static FakeObjectAccess serving() {
        return new FakeObjectAccess().serve(V1, "secrets").serve(V1, "configmaps");
    }

    /** Returns a token that is for signing; {@code more} are keys and values in turns. */
    static ApiObject token(String id, String... more) {
        Map<String, String> data = new HashMap<>(
                Map.of("token-id", id, "token-secret", PROOF, "usage-bootstrap-signing", "true"));
        for (int i = 0; i < more.length; i += 2) {
            data.put(more[i], more[i + 1]);
        }
        ApiObject secret = ApiObject.ofKind(V1.kind("Secret"));
        secret.metadata().setName("bootstrap-token-" + id);
        secret.metadata().setNamespace("kube-system");
        secret.tree().put("type", "bootstrap.kubernetes.io/token");
        data.forEach((key, value) -> secret.structAt("data").put(key,
                Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return secret;
    }

    static ApiObject info(String kubeconfig) {
        ApiObject info = ApiObject.ofKind(V1.kind("ConfigMap"));
        info.metadata().setName("cluster-info");
        info.metadata().setNamespace("kube-public");
        info.structAt("data").put("kubeconfig", kubeconfig);
        return info;
    }
}
