package mortise.core.jwt;

import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;

/** Signs a text with a secret that its reader knows too; the signature does not hold the text. Pure. */
public final class DetachedSignature {

    private DetachedSignature() {
    }

    /**
     * Returns the signature as {@code header..signature}, made with HS256.
     *
     * @param keyId what the header calls the secret
     * @param secret the secret; those that readers know may be shorter than a key should be
     */
    public static String of(String text, String keyId, byte[] secret) {
        var signature = new JsonWebSignature();
        signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        signature.setKeyIdHeaderValue(keyId);
        signature.setPayload(text);
        signature.setKey(new HmacKey(secret));
        signature.setDoKeyValidation(false);
        try {
            return signature.getDetachedContentCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException("the secret cannot sign", e);
        }
    }
}
