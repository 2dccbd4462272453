package mortise.core.registry;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiException;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page of a list starts: base64url of {@code {"v":"meta.k8s.io/v1","rv":N,"start":"ns/name\u0000"}}.
 *
 * @param revision version of the list; {@link #LATEST} for whatever is newest
 * @param start first possible key of the page, without the prefix of the resource
 */
record ContinueToken(long revision, String start) {

    /** Revision of a token that goes on without consistency, handed out when the list's own version is gone. */
    static final long LATEST = -1;

    private static final String FORMAT = "meta.k8s.io/v1";
    /** A key is at most 253 + 1 + 253 characters; a token with more is none of ours. */
    private static final int CHARS_MAX = 4096;
    private static final DecodeLimits LIMITS = new DecodeLimits(4, CHARS_MAX);

    /** Returns the token for a page that starts behind a key. */
    static ContinueToken after(long revision, String key) {
        return new ContinueToken(revision, key + "\u0000");
    }

    /** Returns the text for {@code metadata.continue}. */
    String encode() {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("v", FORMAT);
        content.put("rv", revision);
        content.put("start", start);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonEncoder.encode(content));
    }

    /**
     * Reads the {@code continue} parameter.
     *
     * @throws ApiException 400 when it is not one of our tokens
     */
    static ContinueToken decode(String text) {
        if (text.length() > CHARS_MAX) {
            throw invalid("continue key is too long");
        }
        Object content;
        try {
            byte[] json = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
            content = JsonDecoder.decode(json, LIMITS).value();
        } catch (IllegalArgumentException | MalformedBodyException notOurs) {
            throw invalid("continue key is not valid: " + notOurs.getMessage());
        }
        if (!(content instanceof Map<?, ?> struct) || !FORMAT.equals(struct.get("v"))) {
            throw invalid("continue key is not valid: server does not recognize this encoded version");
        }
        if (!(struct.get("rv") instanceof Long revision) || revision == 0 || revision < LATEST) {
            throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
        }
        if (!(struct.get("start") instanceof String start) || start.isEmpty()) {
            throw invalid("continue key is not valid: encoded start key empty (version meta.k8s.io/v1)");
        }
        return new ContinueToken(revision, start);
    }

    private static ApiException invalid(String why) {
        return ApiException.badRequest("invalid continue token: " + why);
    }
}
