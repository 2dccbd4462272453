package mortise.controller.bootstraptoken;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;

/** The secret of a bootstrap token. A view. */
final class BootstrapSecret {

    static final Followed ALL = new Followed(new GroupVersion("", "v1"), "secrets", "kube-system");

    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final String NAME_BEGINS = "bootstrap-token-";
    private static final Pattern ID = Pattern.compile("[a-z0-9]{6}");

    private final ApiObject secret;

    BootstrapSecret(ApiObject secret) {
        this.secret = secret;
    }

    static boolean isOne(ApiObject secret) {
        return secret.textAt("type").equals(TYPE);
    }

    /**
     * Returns when the token ends; nothing when it never does. A time that cannot be read has passed, so that a mistake
     * does not make a token last for ever.
     */
    Optional<Instant> expiration() {
        String text = text("expiration");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notATime) {
            return Optional.of(Instant.EPOCH);
        }
    }

    /** Says whether the token signs what those read who know it. */
    boolean signs(Instant now) {
        return secret.metadata().deletionTimestamp().isEmpty()
                && text("usage-bootstrap-signing").equals("true")
                && ID.matcher(id()).matches()
                && secret.metadata().name().equals(NAME_BEGINS + id())
                && proof().length > 0
                && expiration().filter(end -> !end.isAfter(now)).isEmpty();
    }

    String id() {
        return text("token-id");
    }

    byte[] proof() {
        return bytes("token-secret");
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
}
