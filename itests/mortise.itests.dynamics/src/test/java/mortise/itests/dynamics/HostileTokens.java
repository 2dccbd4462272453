package mortise.itests.dynamics;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes bearer tokens and headers that nobody should be let in with. Not thread-safe. */
final class HostileTokens {

    private static final List<String> ALGORITHMS =
            List.of("none", "None", "HS256", "RS256", "ES256", "EdDSA", "PBES2-HS256+A128KW", "", "\\u0000");
    private static final List<String> VALUES = List.of("null", "0", "-1", "1e400", "9999999999999999999", "true",
            "\"\"", "[]", "{}", "[[[[[[[[[[]]]]]]]]]]", "\"system:masters\"", "\"https://kubernetes.default.svc\"",
            "[\"https://kubernetes.default.svc\"]", "{\"namespace\":\"default\"}", "\"\\ud800\"");
    private static final List<String> CLAIMS = List.of("iss", "sub", "aud", "exp", "nbf", "iat", "jti", "groups",
            "kubernetes.io", "kubernetes.io/serviceaccount/namespace");
    private static final List<String> NAMES = List.of("Impersonate-User", "Impersonate-Group", "Impersonate-Uid",
            "Impersonate-Extra-a%2Fb", "Impersonate-Extra-%zz", "Impersonate-Extra-", "X-Remote-User",
            "X-Remote-Group", "X-Remote-Extra-%00", "X-Remote-Uid", "X-Forwarded-For", "Authorization", "Audit-Id",
            "Sec-WebSocket-Protocol");
    private static final List<String> TEXTS = List.of("", " ", "Bearer", "Bearer ", "bearer  x", "Basic YTpi", "admin",
            "system:masters", "system:serviceaccount:default:default", "system:node:a", "a,b", "%", "%41",
            "\u00ff\u00fe",
            "base64url.bearer.authorization.k8s.io.!!", "../..", "\"", "\\");

    /** The one that lets somebody in. */
    static final String GOOD = "admin-token";

    private final RandomGenerator random;

    HostileTokens(RandomGenerator random) {
        this.random = random;
    }

    /** Returns a token that is in no file and signed by nobody; no two are the same, but for chance. */
    String token() {
        return switch (random.nextInt(5)) {
            case 0 -> letters(6) + "." + letters(16);
            case 1 -> GOOD.substring(0, GOOD.length() - 1) + letters(12);
            case 2 -> Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
            default -> part(header()) + "." + part(claims()) + "." + part(letters(random.nextInt(100)));
        };
    }

    /** Returns a token of any shape, which need not be one. */
    String anything() {
        StringBuilder token = new StringBuilder(token());
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(token.length() + 1);
            switch (random.nextInt(3)) {
                case 0 -> token.insert(at, (char) (' ' + 1 + random.nextInt(200)));
                case 1 -> token.setLength(at);
                default -> token.insert(at, ".".repeat(random.nextInt(5)));
            }
        }
        // Cut off in the right place, what is nearly the good token would be just that.
        return GOOD.contentEquals(token) ? GOOD + "!" : token.toString();
    }

    /** Returns lines of headers, each with its end. */
    String headers() {
        var lines = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            lines.append(of(NAMES)).append(": ").append(of(TEXTS));
            lines.append(random.nextInt(3) == 0 ? letters(random.nextInt(40)) : "").append("\r\n");
        }
        return lines.toString();
    }

    private String header() {
        return "{\"alg\":\"" + of(ALGORITHMS) + "\",\"typ\":" + of(VALUES) + ",\"kid\":" + of(VALUES)
                + (random.nextInt(4) == 0 ? ",\"crit\":[\"b64\"],\"b64\":false" : "") + "}";
    }

    private String claims() {
        var claims = new StringBuilder("{\"iss\":\"https://kubernetes.default.svc\",\"exp\":4102444800");
        for (int i = random.nextInt(6); i > 0; i--) {
            claims.append(",\"").append(of(CLAIMS)).append("\":").append(of(VALUES));
        }
        return claims.append(",\"n\":").append(random.nextInt()).append('}').toString();
    }

    private static String part(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private String of(List<String> some) {
        return some.get(random.nextInt(some.size()));
    }

    private String letters(int count) {
        var letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.append((char) ('a' + random.nextInt(26)));
        }
        return letters.toString();
    }
}
