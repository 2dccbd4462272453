package mortise.controller.serviceaccounttoken;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** A secret that holds, or is to hold, the token of a service account. A view; changes go to the object. */
final class TokenSecret {

    static final String TYPE = "kubernetes.io/service-account-token";

    private static final String TOKEN = "token";
    private static final String AUTHORITY = "ca.crt";
    private static final String NAMESPACE = "namespace";

    private final ApiObject secret;
    private final String nameKey;
    private final String uidKey;

    /** @param labelDomain suffix of annotation keys */
    TokenSecret(ApiObject secret, String labelDomain) {
        this.secret = secret;
        this.nameKey = labelDomain + "/service-account.name";
        this.uidKey = labelDomain + "/service-account.uid";
    }

    static boolean isOne(ApiObject secret) {
        return secret.textAt("type").equals(TYPE);
    }

    /** Returns the name of the account. */
    String account() {
        return secret.metadata().annotations().getOrDefault(nameKey, "");
    }

    /** Says whether it is of this very account, as far as it says. */
    boolean isOf(ApiObject account) {
        String uid = secret.metadata().annotations().getOrDefault(uidKey, "");
        return account().equals(account.metadata().name()) && (uid.isEmpty() || uid.equals(account.metadata().uid()));
    }

    boolean lacksToken() {
        return data(TOKEN).isEmpty();
    }

    /** Says whether something is missing, or another authority than this one is in it. */
    boolean isComplete(String authority) {
        return !lacksToken() && !data(NAMESPACE).isEmpty()
                && (authority.isEmpty() || data(AUTHORITY).equals(encoded(authority)));
    }

    /** Puts in everything but the token. */
    void fill(ApiObject account, String authority) {
        Map<String, @Nullable Object> data = secret.structAt("data");
        data.put(NAMESPACE, encoded(account.metadata().namespace()));
        if (!authority.isEmpty()) {
            data.put(AUTHORITY, encoded(authority));
        }
        secret.metadata().setAnnotation(uidKey, account.metadata().uid());
    }

    void token(String token) {
        secret.structAt("data").put(TOKEN, encoded(token));
    }

    private String data(String key) {
        return secret.textAt("data", key);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
