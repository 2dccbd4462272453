package mortise.core.jwt;

import java.security.PrivateKey;
import java.util.Map;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/** Signs tokens with one private key. Any thread. */
public final class JwtSigner {

    private final PrivateKey key;
    private final VerificationKey publicKey;

    JwtSigner(PrivateKey key, VerificationKey publicKey) {
        this.key = key;
        this.publicKey = publicKey;
    }

    /** Returns the key that verifies what this one signs. */
    public VerificationKey publicKey() {
        return publicKey;
    }

    /** Returns a signed token with these claims: texts, whole numbers, lists and objects of such. */
    public String sign(Map<String, ? extends @Nullable Object> claims) {
        var signature = new JsonWebSignature();
        signature.setAlgorithmHeaderValue(publicKey.algorithm());
        signature.setKeyIdHeaderValue(publicKey.id());
        signature.setPayload(JwtJson.text(claims));
        signature.setKey(key);
        try {
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException("the key cannot sign: " + e.getMessage(), e);
        }
    }
}
