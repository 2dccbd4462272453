package mortise.core.http.proxy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import mortise.core.http.exchange.Wire;
import mortise.core.http.websocket.WebSocketHandshake;

/** Which headers of a request or an answer are passed on. Pure. */
final class ForwardedHeaders {

    /** Headers that are about one connection, and not about what is sent on it. */
    private static final Set<String> HOP_BY_HOP = Set.of("connection", "keep-alive", "proxy-authenticate",
            "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade");
    /** Headers that are for this server alone, and those that are made anew. */
    private static final Set<String> OURS = Set.of("authorization", "host", "content-length", "expect", "audit-id",
            "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-uri");
    private static final List<String> OURS_BEGIN = List.of("impersonate-", "x-remote-");

    private ForwardedHeaders() {
    }

    /**
     * Returns the headers for the other server, names and values in turns.
     *
     * @param prefix path of this server that stands for the root of the other one
     */
    static List<String> ofRequest(Wire wire, String prefix) {
        var headers = new ArrayList<String>();
        Map<String, List<String>> sent = wire.headers();
        Set<String> dropped = dropped(sent.getOrDefault("connection", List.of()));
        sent.forEach((name, values) -> {
            if (!dropped.contains(name) && !OURS.contains(name) && OURS_BEGIN.stream().noneMatch(name::startsWith)) {
                passed(name, values).forEach(value -> add(headers, name, value));
            }
        });
        String before = String.join(", ", sent.getOrDefault("x-forwarded-for", List.of()));
        add(headers, "X-Forwarded-For", before.isEmpty() ? wire.remoteAddress() : before + ", " + wire.remoteAddress());
        add(headers, "X-Forwarded-Host", wire.header("Host"));
        add(headers, "X-Forwarded-Proto", "https");
        add(headers, "X-Forwarded-Uri", prefix);
        return headers;
    }

    /** A token among the subprotocols is for this server alone, as any credential is. */
    private static List<String> passed(String name, List<String> values) {
        return name.equals("sec-websocket-protocol") ? WebSocketHandshake.subprotocols(values) : values;
    }

    /** Returns the headers for the client, names and values in turns. */
    static List<String> ofAnswer(Map<String, List<String>> sent) {
        var headers = new ArrayList<String>();
        Set<String> dropped = dropped(sent.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("connection"))
                .flatMap(header -> header.getValue().stream()).toList());
        sent.forEach((name, values) -> {
            if (!name.startsWith(":") && !dropped.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> add(headers, name, value));
            }
        });
        return headers;
    }

    private static Set<String> dropped(List<String> connection) {
        var dropped = new HashSet<>(HOP_BY_HOP);
        for (String value : connection) {
            for (String name : value.split(",")) {
                dropped.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        return dropped;
    }

    private static void add(List<String> headers, String name, String value) {
        if (!value.isEmpty()) {
            headers.add(name);
            headers.add(value);
        }
    }
}
