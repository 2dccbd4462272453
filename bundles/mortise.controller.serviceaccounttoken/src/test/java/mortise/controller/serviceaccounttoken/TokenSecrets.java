package mortise.controller.serviceaccounttoken;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;

/** Objects for the tests of this bundle. */
final class TokenSecrets {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final TokenIssuer ISSUER = order -> new IssuedToken("signed for " + order.account().uid() + " in "
            + ((TokenOrder.Lasting) order).secret(), List.of(), 0, Optional.empty());

    private TokenSecrets() {
    }

    static ApiObject account(String namespace, String name) {
        ApiObject account = ApiObject.ofKind(V1.kind("ServiceAccount"));
        account.metadata().setName(name);
        account.metadata().setNamespace(namespace);
        return account;
    }

    static ApiObject secret(String namespace, String name, String account) {
        ApiObject secret = ApiObject.ofKind(V1.kind("Secret"));
        secret.metadata().setName(name);
        secret.metadata().setNamespace(namespace);
        secret.metadata().setAnnotation("kubernetes.io/service-account.name", account);
        secret.tree().put("type", TokenSecret.TYPE);
        return secret;
    }
}
