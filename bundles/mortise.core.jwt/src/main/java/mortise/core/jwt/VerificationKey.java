package mortise.core.jwt;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.Sha256;

/**
 * A public key with which signatures are checked.
 *
 * @param id what tokens call it: the SHA-256 digest of its encoding, as base64 for URLs
 * @param algorithm the one algorithm it is used with, for example {@code RS256}
 * @param key the key
 */
public record VerificationKey(String id, String algorithm, PublicKey key) {

    private static final int SIGN_BYTE_BITS = 8;
    private static final Map<Integer, String> CURVES = Map.of(256, "P-256", 384, "P-384", 521, "P-521");
    private static final Map<Integer, String> ALGORITHMS = Map.of(256, "ES256", 384, "ES384", 521, "ES512");

    /** Returns a key as tokens use it; nothing for a key that is neither RSA nor EC with a usual curve. */
    public static Optional<VerificationKey> of(PublicKey key) {
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(key.getEncoded()));
        if (key instanceof RSAPublicKey) {
            return Optional.of(new VerificationKey(id, "RS256", key));
        }
        String algorithm = key instanceof ECPublicKey ec ? ALGORITHMS.get(bits(ec)) : null;
        return algorithm == null ? Optional.empty() : Optional.of(new VerificationKey(id, algorithm, key));
    }

    /** Returns the key as an entry of a JSON web key set. */
    public Map<String, Object> toJwk() {
        var jwk = new LinkedHashMap<String, Object>();
        jwk.put("use", "sig");
        jwk.put("kty", key instanceof RSAPublicKey ? "RSA" : "EC");
        jwk.put("kid", id);
        if (key instanceof ECPublicKey ec) {
            int bytes = (bits(ec) + SIGN_BYTE_BITS - 1) / SIGN_BYTE_BITS;
            jwk.put("crv", CURVES.getOrDefault(bits(ec), ""));
            jwk.put("alg", algorithm);
            jwk.put("x", text(ec.getW().getAffineX(), bytes));
            jwk.put("y", text(ec.getW().getAffineY(), bytes));
        } else if (key instanceof RSAPublicKey rsa) {
            jwk.put("alg", algorithm);
            jwk.put("n", text(rsa.getModulus(), (rsa.getModulus().bitLength() + SIGN_BYTE_BITS - 1) / SIGN_BYTE_BITS));
            jwk.put("e", text(rsa.getPublicExponent(),
                    (rsa.getPublicExponent().bitLength() + SIGN_BYTE_BITS - 1) / SIGN_BYTE_BITS));
        }
        return jwk;
    }

    private static int bits(ECPublicKey key) {
        return key.getParams().getCurve().getField().getFieldSize();
    }

    /** Returns a number without a sign in exactly so many bytes. */
    private static String text(BigInteger number, int bytes) {
        byte[] signed = number.toByteArray();
        byte[] fixed = new byte[bytes];
        int kept = Math.min(signed.length, bytes);
        System.arraycopy(signed, signed.length - kept, fixed, bytes - kept, kept);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
    }
}
