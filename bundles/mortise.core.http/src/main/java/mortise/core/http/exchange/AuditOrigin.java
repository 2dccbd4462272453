package mortise.core.http.exchange;

import java.util.ArrayList;
import java.util.List;
import mortise.spi.operations.AuditEvent;

/** Reads where a request came from. Pure. */
final class AuditOrigin {

    private static final int USER_AGENT_MAX = 1024;
    private static final int ADDRESSES_MAX = 32;
    /** The longest text of an address, an IPv6 one with an IPv4 tail and a zone. */
    private static final int ADDRESS_LENGTH_MAX = 64;

    private AuditOrigin() {
    }

    /** Returns what the request and its connection say; what proxies tell is not verified. */
    static AuditEvent.Origin of(Wire wire) {
        String query = wire.rawQuery();
        String uri = query.isEmpty() ? wire.rawPath() : wire.rawPath() + "?" + query;
        String agent = wire.header("User-Agent");
        return new AuditEvent.Origin(uri, addresses(wire),
                agent.length() > USER_AGENT_MAX ? agent.substring(0, USER_AGENT_MAX) + "...TRUNCATED" : agent);
    }

    private static List<String> addresses(Wire wire) {
        var addresses = new ArrayList<String>(1);
        for (String one : wire.header("X-Forwarded-For").split(",", ADDRESSES_MAX)) {
            add(addresses, one.strip());
        }
        add(addresses, wire.header("X-Real-Ip").strip());
        String peer = wire.remoteAddress();
        if (addresses.isEmpty() || !addresses.get(addresses.size() - 1).equals(peer)) {
            addresses.add(peer);
        }
        return addresses;
    }

    private static void add(List<String> addresses, String text) {
        boolean again = !addresses.isEmpty() && addresses.get(addresses.size() - 1).equals(text);
        if (looksLikeAddress(text) && !again) {
            addresses.add(text);
        }
    }

    /** Says whether a text could be an address of either kind; names are never looked up. */
    private static boolean looksLikeAddress(String text) {
        if (text.length() < 2 || text.length() > ADDRESS_LENGTH_MAX || !(text.contains(".") || text.contains(":"))) {
            return false;
        }
        return text.chars().allMatch(c -> Character.digit(c, 16) >= 0 || c == '.' || c == ':');
    }
}
