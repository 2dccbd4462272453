package mortise.core.http.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;

/** Reads the headers of requests for a WebSocket, with names in lower case, and answers them. Pure. */
public final class WebSocketHandshake {

    /** The version of the protocol, for the header {@code Sec-WebSocket-Version}. */
    public static final String VERSION = "13";

    private static final String PROTOCOLS = "sec-websocket-protocol";
    private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;
    /** Browsers cannot set {@code Authorization} here, so a token may come as a subprotocol that is none. */
    private static final String TOKEN = "base64url.bearer.authorization.k8s.io.";

    private WebSocketHandshake() {
    }

    /** Says whether a request wants its connection to become a WebSocket. */
    public static boolean wanted(Map<String, List<String>> headers) {
        return values(headers, "upgrade").stream().anyMatch("websocket"::equalsIgnoreCase)
                && values(headers, "connection").stream().anyMatch("upgrade"::equalsIgnoreCase);
    }

    /** Says whether a request names the version that is spoken here. */
    public static boolean versionFits(Map<String, List<String>> headers) {
        return values(headers, "sec-websocket-version").equals(List.of(VERSION));
    }

    /**
     * Returns the headers of an answer that agrees, names and values in turns. Of the subprotocols that the client
     * offers the first is taken: none of them changes what a watch sends.
     *
     * @throws ApiException 400 when the request has no proper key
     */
    public static List<String> agreement(Map<String, List<String>> headers) {
        List<String> keys = values(headers, "sec-websocket-key");
        if (keys.size() != 1 || !isKey(keys.get(0))) {
            throw ApiException.badRequest(
                    "a request for a WebSocket needs one Sec-WebSocket-Key of 16 bytes in base64");
        }
        var agreed = new ArrayList<>(List.of(
                "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Accept", accept(keys.get(0))));
        List<String> offered = subprotocols(values(headers, PROTOCOLS));
        if (!offered.isEmpty()) {
            agreed.add("Sec-WebSocket-Protocol");
            agreed.add(offered.get(0));
        }
        return agreed;
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    private static String accept(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }

    /**
     * Returns the bearer token among the subprotocols of a request for a WebSocket; nothing for other requests.
     *
     * @throws ApiException 401 when there are several, when it is not base64url of UTF-8, or when no other subprotocol
     *     is there to be agreed on
     */
    public static Optional<String> bearerToken(Map<String, List<String>> headers) {
        if (!headers.containsKey(PROTOCOLS) || !wanted(headers)) {
            return Optional.empty();
        }
        List<String> offered = values(headers, PROTOCOLS);
        List<String> tokens = offered.stream().filter(WebSocketHandshake::isToken).toList();
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (tokens.size() > 1 || tokens.size() == offered.size()) {
            throw unauthorized();
        }
        return Optional.of(decoded(tokens.get(0).substring(TOKEN.length())));
    }

    private static String decoded(String token) {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(token))).toString();
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            throw unauthorized();
        }
    }

    private static ApiException unauthorized() {
        return new ApiException(ApiStatus.of(ErrorReason.UNAUTHORIZED, "Unauthorized"));
    }

    /** Returns the values of the header {@code Sec-WebSocket-Protocol} one by one, without tokens. */
    public static List<String> subprotocols(List<String> values) {
        return split(values).stream().filter(protocol -> !isToken(protocol)).toList();
    }

    private static boolean isToken(String protocol) {
        return protocol.startsWith(TOKEN);
    }

    private static List<String> values(Map<String, List<String>> headers, String name) {
        return split(headers.getOrDefault(name, List.of()));
    }

    private static List<String> split(List<String> values) {
        return values.stream().flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip).filter(part -> !part.isEmpty()).toList();
    }
}
