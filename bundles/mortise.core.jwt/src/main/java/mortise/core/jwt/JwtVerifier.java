package mortise.core.jwt;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * Checks signatures of tokens. A key is only ever used with its own algorithm, whatever a token says, so there is no
 * way to pass a public key off as a shared secret, or to do without a signature. Immutable; any thread.
 */
public final class JwtVerifier {

    /**
     * What a token that asks for more than RFC 7519 has in its header: who does not know all that {@code crit} names
     * must not believe it, and {@code b64}, which a library may know, changes what is signed.
     */
    private static final List<String> EXTENDED = List.of("crit", "b64");

    private final Map<String, VerificationKey> keys = new LinkedHashMap<>();

    /** Trusts these keys. */
    public JwtVerifier(Collection<VerificationKey> trusted) {
        trusted.forEach(key -> keys.putIfAbsent(key.id(), key));
    }

    /** Returns the keys, each once, in the order they were given. */
    public List<VerificationKey> keys() {
        return List.copyOf(keys.values());
    }

    /**
     * Returns the claims of a token that one of the keys has signed. What they say is not looked at.
     *
     * @throws JwtException when it is no token, or none of the keys has signed it
     */
    public Map<String, Object> verify(String token) throws JwtException {
        Header header = header(token);
        for (VerificationKey key : candidates(header.keyId())) {
            if (key.algorithm().equals(header.algorithm()) && isSignedBy(key, token)) {
                return JwtJson.unverifiedClaims(token);
            }
        }
        throw new JwtException("its signature is of none of the known keys");
    }

    /** What a token says of its signature. */
    record Header(@Nullable String algorithm, @Nullable String keyId) {
    }

    static Header header(String token) throws JwtException {
        try {
            var signature = new JsonWebSignature();
            signature.setCompactSerialization(token);
            for (String extension : EXTENDED) {
                if (signature.getHeaders().getObjectHeaderValue(extension) != null) {
                    throw new JwtException("its header has \"" + extension + "\", which asks for an extension");
                }
            }
            return new Header(signature.getAlgorithmHeaderValue(), signature.getKeyIdHeaderValue());
        } catch (JoseException | RuntimeException | StackOverflowError broken) {
            throw new JwtException("it is no signed token");
        }
    }

    /** The name of a key is a hint: a key may have had another name where the token was signed. */
    private Collection<VerificationKey> candidates(@Nullable String id) {
        VerificationKey named = id == null ? null : keys.get(id);
        return named == null ? keys.values() : List.of(named);
    }

    private static boolean isSignedBy(VerificationKey key, String token) {
        try {
            var signature = new JsonWebSignature();
            signature.setAlgorithmConstraints(new AlgorithmConstraints(ConstraintType.PERMIT, key.algorithm()));
            signature.setCompactSerialization(token);
            signature.setKey(key.key());
            return signature.verifySignature();
        } catch (JoseException | RuntimeException broken) {
            return false;
        }
    }
}
