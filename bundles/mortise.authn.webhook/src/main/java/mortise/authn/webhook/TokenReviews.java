package mortise.authn.webhook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.UserInfo;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import org.jspecify.annotations.Nullable;

/** Words questions about tokens and reads the answers. Pure. */
final class TokenReviews {

    private static final int DEPTH_MAX = 32;
    private static final int ERROR_LENGTH_MAX = 1000;

    private final String apiVersion;
    private final List<String> ownAudiences;

    /**
     * Takes how questions are worded.
     *
     * @param apiVersion group and version of TokenReview
     * @param ownAudiences audiences of a token whose answer names none
     */
    TokenReviews(String apiVersion, List<String> ownAudiences) {
        this.apiVersion = apiVersion;
        this.ownAudiences = ownAudiences;
    }

    byte[] question(String token, List<String> audiences) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("token", token);
        if (!audiences.isEmpty()) {
            spec.put("audiences", audiences);
        }
        var review = new LinkedHashMap<String, Object>();
        review.put("kind", "TokenReview");
        review.put("apiVersion", apiVersion);
        review.put("metadata", new LinkedHashMap<String, Object>());
        review.put("spec", spec);
        return JsonEncoder.encode(review);
    }

    /**
     * Says what an answer proves.
     *
     * @param wanted audiences that were asked about
     * @throws UnusableAnswerException when it is no answer to such a question
     */
    Authentication verdict(byte[] answer, List<String> wanted) throws UnusableAnswerException {
        Map<?, ?> review = document(answer);
        if (!"TokenReview".equals(review.get("kind")) || !apiVersion.equals(review.get("apiVersion"))) {
            throw new UnusableAnswerException("it is no TokenReview of " + apiVersion);
        }
        Map<?, ?> status = object(review.get("status"), "status");
        // What it says about audiences goes before all else: a token for others proves nothing here, good or bad.
        List<String> named = texts(status.get("audiences"), "status.audiences");
        List<String> meant = named.isEmpty() ? ownAudiences : named;
        List<String> audiences = wanted.stream().filter(meant::contains).distinct().toList();
        if (!wanted.isEmpty() && audiences.isEmpty()) {
            return Authentication.NOT_MINE;
        }
        if (!flag(status.get("authenticated"))) {
            String error = text(status.get("error"), "status.error");
            return error.isEmpty() ? Authentication.NOT_MINE : new Rejected(shown(error));
        }
        return new Authenticated(user(object(status.get("user"), "status.user")), audiences);
    }

    private static Map<?, ?> document(byte[] answer) throws UnusableAnswerException {
        try {
            return object(JsonDecoder.decode(answer, new DecodeLimits(DEPTH_MAX, Math.max(1, answer.length))).value(),
                    "the document");
        } catch (MalformedBodyException broken) {
            // What the decoder says may quote what it read.
            throw new UnusableAnswerException("it is not JSON");
        }
    }

    private static UserInfo user(Map<?, ?> user) throws UnusableAnswerException {
        String name = text(user.get("username"), "status.user.username");
        if (name.isEmpty()) {
            throw new UnusableAnswerException("it names no user");
        }
        var extra = new LinkedHashMap<String, List<String>>();
        for (Map.Entry<?, ?> entry : object(user.get("extra"), "status.user.extra").entrySet()) {
            extra.put(String.valueOf(entry.getKey()), texts(entry.getValue(), "status.user.extra"));
        }
        return new UserInfo(name, text(user.get("uid"), "status.user.uid"),
                texts(user.get("groups"), "status.user.groups"), extra);
    }

    private static boolean flag(@Nullable Object value) throws UnusableAnswerException {
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw new UnusableAnswerException("status.authenticated is neither true nor false");
    }

    private static String text(@Nullable Object value, String field) throws UnusableAnswerException {
        if (value == null || value instanceof String) {
            return value == null ? "" : (String) value;
        }
        throw new UnusableAnswerException(field + " is not a text");
    }

    private static List<String> texts(@Nullable Object value, String field) throws UnusableAnswerException {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new UnusableAnswerException(field + " is not a list");
        }
        var texts = new ArrayList<String>();
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw new UnusableAnswerException(field + " holds what is not a text");
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    private static Map<?, ?> object(@Nullable Object value, String field) throws UnusableAnswerException {
        if (value == null || value instanceof Map<?, ?>) {
            return value == null ? Map.of() : (Map<?, ?>) value;
        }
        throw new UnusableAnswerException(field + " is not an object");
    }

    /** Makes one line of what a server says, not longer than a line should be. */
    private static String shown(String error) {
        return error.substring(0, Math.min(error.length(), ERROR_LENGTH_MAX)).replaceAll("\\p{Cntrl}", " ");
    }
}
