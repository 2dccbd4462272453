package mortise.authn.bootstraptoken;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.tck.controller.FakeObjectAccess;

/** Secrets of bootstrap tokens. */
final class Secrets {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final String ID = "07401b";
    static final String PROOF = "f395accd246ae52d";
    static final Map<String, String> GOOD = Map.of("token-id", ID, "token-secret", PROOF,
            "usage-bootstrap-authentication", "true");

    private Secrets() {
    }

    static FakeObjectAccess serving() {
        return new FakeObjectAccess().serve(V1, "secrets");
    }

    static ApiObject secret(String id, Map<String, String> data) {
        ApiObject secret = ApiObject.ofKind(V1.kind("Secret"));
        secret.metadata().setName("bootstrap-token-" + id);
        secret.metadata().setNamespace("kube-system");
        secret.tree().put("type", "bootstrap.kubernetes.io/token");
        data.forEach((key, value) -> secret.structAt("data").put(key,
                Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return secret;
    }
}
