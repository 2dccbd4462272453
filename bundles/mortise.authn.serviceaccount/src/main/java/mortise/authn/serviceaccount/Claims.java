package mortise.authn.serviceaccount;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads what a token claims. What has another type than it should counts as absent. Immutable. */
final class Claims {

    static final String LEGACY_ISSUER = "kubernetes/serviceaccount";
    static final String LEGACY_NAMESPACE = "kubernetes.io/serviceaccount/namespace";
    static final String LEGACY_SECRET = "kubernetes.io/serviceaccount/secret.name";
    static final String LEGACY_NAME = "kubernetes.io/serviceaccount/service-account.name";
    static final String LEGACY_UID = "kubernetes.io/serviceaccount/service-account.uid";
    /** The claim with everything that is said about objects. */
    static final String PRIVATE = "kubernetes.io";
    static final String POD = "Pod";

    private final Map<?, ?> claims;

    Claims(Map<?, ?> claims) {
        this.claims = claims;
    }

    /** Returns the user name of a service account. */
    static String subject(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    String text(String name) {
        return claims.get(name) instanceof String text ? text : "";
    }

    /** Returns a time in seconds since 1970; parts of a second are dropped. */
    OptionalLong seconds(String name) {
        return claims.get(name) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    /** Returns the texts of a list, or the one text that stands there instead. */
    List<String> texts(String name) {
        @Nullable Object value = claims.get(name);
        if (value instanceof List<?> list) {
            return list.stream().filter(String.class::isInstance).map(String.class::cast).toList();
        }
        return value instanceof String one ? List.of(one) : List.of();
    }

    /** Returns what is said about an object, if anything is. */
    Optional<Claims> struct(String name) {
        return claims.get(name) instanceof Map<?, ?> struct ? Optional.of(new Claims(struct)) : Optional.empty();
    }
}
