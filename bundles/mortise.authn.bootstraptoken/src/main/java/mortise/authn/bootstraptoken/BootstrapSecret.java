package mortise.authn.bootstraptoken;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import mortise.api.ApiObject;
import mortise.api.UserInfo;

/** The secret of a bootstrap token. Says nothing of what it holds to anybody. */
final class BootstrapSecret {

    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final String GROUP = "system:bootstrappers";
    private static final Pattern EXTRA_GROUP = Pattern.compile("system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]");

    private final ApiObject secret;

    BootstrapSecret(ApiObject secret) {
        this.secret = secret;
    }

    /**
     * Returns whom a token proves.
     *
     * @param id the token's first part, by which the secret was found
     * @param proof its second part
     * @throws RefusedException when the token is not good, with a reason that quotes nothing of it
     */
    UserInfo identity(String id, String proof, Instant now) throws RefusedException {
        require(secret.textAt("type").equals(TYPE), "the secret is of another type");
        require(secret.metadata().deletionTimestamp().isEmpty(), "the secret is being deleted");
        byte[] expected = bytes("token-secret");
        require(expected.length > 0, "the secret has no token-secret");
        require(MessageDigest.isEqual(expected, proof.getBytes(StandardCharsets.UTF_8)), "another token-secret");
        require(text("token-id").equals(id), "another token-id than the secret's name says");
        require(!isExpired(now), "it is expired");
        require(text("usage-bootstrap-authentication").equals("true"), "it is not for authentication");
        return new UserInfo("system:bootstrap:" + id, "", groups(), Map.of());
    }

    private boolean isExpired(Instant now) {
        String expiration = text("expiration");
        try {
            return !expiration.isEmpty() && !OffsetDateTime.parse(expiration).toInstant().isAfter(now);
        } catch (DateTimeException notATime) {
            return true;
        }
    }

    private List<String> groups() throws RefusedException {
        var groups = new TreeSet<String>();
        groups.add(GROUP);
        String extra = text("auth-extra-groups");
        if (!extra.isEmpty()) {
            for (String group : extra.split(",", -1)) {
                require(EXTRA_GROUP.matcher(group).matches(), "one of its extra groups is not of bootstrappers");
                groups.add(group);
            }
        }
        return List.copyOf(groups);
    }

    private String text(String key) {
        return new String(bytes(key), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String key) {
        try {
            return Base64.getDecoder().decode(secret.textAt("data", key));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static void require(boolean holds, String otherwise) throws RefusedException {
        if (!holds) {
            throw new RefusedException(otherwise);
        }
    }
}
