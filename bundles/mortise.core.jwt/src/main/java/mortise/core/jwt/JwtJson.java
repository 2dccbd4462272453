package mortise.core.jwt;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jose4j.json.JsonUtil;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/** The JSON of tokens and key sets: objects of texts, whole numbers, booleans, lists and objects. Pure. */
public final class JwtJson {

    private JwtJson() {
    }

    /** Returns compact JSON in UTF-8. */
    public static byte[] write(Map<String, ? extends @Nullable Object> object) {
        return text(object).getBytes(StandardCharsets.UTF_8);
    }

    static String text(Map<String, ? extends @Nullable Object> object) {
        return JsonUtil.toJson(object);
    }

    /**
     * Returns what a token claims, believing nothing of it: its signature is not looked at.
     *
     * @throws JwtException when it is no token with claims
     */
    public static Map<String, Object> unverifiedClaims(String token) throws JwtException {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (first <= 0 || second <= first + 1 || token.indexOf('.', second + 1) >= 0) {
            throw new JwtException("not three parts");
        }
        try {
            byte[] payload = Base64.getUrlDecoder().decode(token.substring(first + 1, second));
            return parse(new String(payload, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notBase64) {
            throw new JwtException("its claims are not base64");
        }
    }

    /**
     * Returns a JSON object, for example a key set.
     *
     * @throws JwtException when it is no JSON object in UTF-8, or has a name twice
     */
    public static Map<String, Object> read(byte[] json) throws JwtException {
        try {
            return JsonUtil.parseJson(new String(json, StandardCharsets.UTF_8));
        } catch (JoseException | RuntimeException | StackOverflowError broken) {
            throw new JwtException("it is no JSON object");
        }
    }

    static Map<String, Object> parse(String json) throws JwtException {
        try {
            return JsonUtil.parseJson(json);
        } catch (JoseException notAnObject) {
            throw new JwtException("its claims are no JSON object");
        } catch (RuntimeException | StackOverflowError broken) {
            throw new JwtException("its claims cannot be read");
        }
    }
}
