package mortise.core.jwt;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;

/**
 * The keys that somebody else publishes as a JSON web key set (RFC 7517), to check signatures of tokens with. A key is
 * used only with algorithms that fit it: those of its type and curve and, if it names one, that one alone. Keys that
 * are not for signatures, are secrets, or are broken are as good as absent. Immutable; any thread.
 */
public final class PublishedKeys {

    /** Every algorithm that keys can be used with: RSA with PKCS#1 and PSS, EC with its three curves. */
    public static final List<String> ALGORITHMS = List.of(
            "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512");

    /** More keys than anybody publishes; a token without the name of a key is checked with all of them. */
    private static final int KEYS_MAX = 64;
    private static final Map<Integer, String> CURVES = Map.of(256, "ES256", 384, "ES384", 521, "ES512");

    private final List<Entry> keys;

    /** A key; id and algorithm are empty when the set does not say them. */
    private record Entry(String id, String algorithm, PublicKey key) {

        boolean fits(String wanted) {
            if (!algorithm.isEmpty() && !algorithm.equals(wanted)) {
                return false;
            }
            return key instanceof ECPublicKey ec
                    ? wanted.equals(CURVES.get(ec.getParams().getCurve().getField().getFieldSize()))
                    : wanted.startsWith("RS") || wanted.startsWith("PS");
        }
    }

    private PublishedKeys(List<Entry> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * Reads a key set, of which the first {@value #KEYS_MAX} usable keys count.
     *
     * @throws JwtException when it is no key set
     */
    public static PublishedKeys parse(byte[] json) throws JwtException {
        Map<String, Object> document = JwtJson.read(json);
        if (!(document.get("keys") instanceof List<?> list)) {
            throw new JwtException("it has no list of keys");
        }
        var keys = new ArrayList<Entry>();
        for (Object item : list) {
            if (keys.size() < KEYS_MAX && item instanceof Map<?, ?> jwk && isForSignatures(jwk)) {
                entry(jwk).ifPresent(keys::add);
            }
        }
        return new PublishedKeys(keys);
    }

    /** Returns how many usable keys there are. */
    public int size() {
        return keys.size();
    }

    /**
     * Returns the claims of a token that one of the keys has signed. What they say is not looked at.
     *
     * @param algorithms those that are accepted, of {@link #ALGORITHMS}
     * @throws JwtException when it is no token, or none of the keys has signed it
     */
    public Map<String, Object> verify(String token, Set<String> algorithms) throws JwtException {
        JwtVerifier.Header header = header(token, algorithms);
        String algorithm = String.valueOf(header.algorithm());
        for (Entry entry : keys) {
            boolean named = header.keyId() == null || header.keyId().equals(entry.id());
            if (named && entry.fits(algorithm) && isSignedBy(entry, algorithm, token)) {
                return JwtJson.unverifiedClaims(token);
            }
        }
        throw new JwtException("its signature is of none of the known keys");
    }

    /**
     * Checks that a token is signed with an accepted algorithm, without looking at the signature.
     *
     * @throws JwtException when it is no such token, so that no key can help
     */
    public static void requireAlgorithm(String token, Set<String> algorithms) throws JwtException {
        header(token, algorithms);
    }

    private static JwtVerifier.Header header(String token, Set<String> algorithms) throws JwtException {
        JwtVerifier.Header header = JwtVerifier.header(token);
        String algorithm = String.valueOf(header.algorithm());
        if (!ALGORITHMS.contains(algorithm) || !algorithms.contains(algorithm)) {
            throw new JwtException("it is signed with an algorithm that is not accepted");
        }
        return header;
    }

    private static boolean isForSignatures(Map<?, ?> jwk) {
        Object use = jwk.get("use");
        Object operations = jwk.get("key_ops");
        return (use == null || use.equals("sig"))
                && (operations == null || operations instanceof List<?> list && list.contains("verify"));
    }

    private static Optional<Entry> entry(Map<?, ?> jwk) {
        try {
            var fields = new HashMap<String, Object>();
            jwk.forEach((name, value) -> fields.put(String.valueOf(name), value));
            // A certificate in the set adds nothing: the key stands beside it.
            fields.keySet().removeIf(name -> name.startsWith("x5"));
            return JsonWebKey.Factory.newJwk(fields).getKey() instanceof PublicKey key && isUsable(key)
                    ? Optional.of(new Entry(text(jwk, "kid"), text(jwk, "alg"), key)) : Optional.empty();
        } catch (JoseException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    private static boolean isUsable(PublicKey key) {
        return key instanceof RSAPublicKey || key instanceof ECPublicKey;
    }

    private static String text(Map<?, ?> jwk, String name) {
        return jwk.get(name) instanceof String text ? text : "";
    }

    private static boolean isSignedBy(Entry entry, String algorithm, String token) {
        try {
            var signature = new JsonWebSignature();
            signature.setAlgorithmConstraints(new AlgorithmConstraints(ConstraintType.PERMIT, algorithm));
            signature.setCompactSerialization(token);
            signature.setKey(entry.key());
            return signature.verifySignature();
        } catch (JoseException | RuntimeException broken) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "published keys: " + keys.stream().map(Entry::id).toList();
    }
}
