package mortise.authn.serviceaccount;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.UserInfo;

/** Judges tokens that last as long as the secret that holds them. */
final class LastingToken {

    private final Objects objects;
    private final boolean lookup;
    private final String invalidSince;

    /** @param lookup whether account and secret must be there */
    LastingToken(Objects objects, boolean lookup, String labelDomain) {
        this.objects = objects;
        this.lookup = lookup;
        this.invalidSince = labelDomain + "/legacy-token-invalid-since";
    }

    /** @throws RefusedException when the token is not valid, or not any more */
    UserInfo identity(Claims claims, String token) throws RefusedException {
        String namespace = claims.text(Claims.LEGACY_NAMESPACE);
        String secret = claims.text(Claims.LEGACY_SECRET);
        String name = claims.text(Claims.LEGACY_NAME);
        String uid = claims.text(Claims.LEGACY_UID);
        if (namespace.isEmpty() || secret.isEmpty() || name.isEmpty() || uid.isEmpty()) {
            throw new RefusedException("it lacks the namespace, the secret, the name or the uid of the account");
        }
        if (!claims.text("sub").equals(Claims.subject(namespace, name))) {
            throw new RefusedException("its subject is not its account");
        }
        if (lookup) {
            checkSecret(namespace, secret, token);
            objects.require("serviceaccounts", namespace, name, uid, Instant.MAX);
        }
        return new UserInfo(Claims.subject(namespace, name), uid, TimedToken.groups(namespace), Map.of());
    }

    private void checkSecret(String namespace, String name, String token) throws RefusedException {
        ApiObject secret = objects.find("secrets", namespace, name, "")
                .orElseThrow(() -> new RefusedException("Token has been invalidated"));
        if (!secret.metadata().deletionTimestamp().isEmpty()) {
            throw new RefusedException("Token has been invalidated");
        }
        byte[] held = decoded(secret.textAt("data", "token"));
        if (!MessageDigest.isEqual(held, token.getBytes(StandardCharsets.UTF_8))) {
            throw new RefusedException("Token does not match server's copy");
        }
        if (secret.metadata().labels().containsKey(invalidSince)) {
            throw new RefusedException("its secret has been marked as invalid with the label " + invalidSince);
        }
    }

    private static byte[] decoded(String base64) throws RefusedException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            throw new RefusedException("Token does not match server's copy");
        }
    }
}
