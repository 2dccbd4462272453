package mortise.core.http.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.api.ApiException;
import mortise.api.UserInfo;
import mortise.core.http.exchange.PercentDecoder;

/** Reads whom a request is to be done as. Pure. */
final class ImpersonationHeaders {

    private static final String BEGINNING = "impersonate-";
    private static final String USER = BEGINNING + "user";
    private static final String UID = BEGINNING + "uid";
    private static final String GROUP = BEGINNING + "group";
    private static final String EXTRA = BEGINNING + "extra-";
    /** Each of them is a question to the authorizers. */
    private static final int VALUES_MAX = 1000;

    private ImpersonationHeaders() {
    }

    /** Says whether a header, in lower case, is one of these. */
    static boolean isOne(String name) {
        return name.equals(USER) || name.equals(UID) || name.equals(GROUP) || name.startsWith(EXTRA);
    }

    /**
     * Returns whom such headers name, with exactly the groups that they name; nothing when they name nobody and
     * nothing of anybody, which an empty user or uid does. An empty group is a group.
     *
     * @throws ApiException 400 when they name something of a user but no user, or too much
     */
    static Optional<UserInfo> read(Map<String, List<String>> headers) {
        List<String> groups = headers.getOrDefault(GROUP, List.of());
        var wanted = new UserInfo(first(headers, USER), first(headers, UID), groups, extra(headers));
        if (wanted.name().isEmpty()) {
            if (wanted.uid().isEmpty() && groups.isEmpty() && wanted.extra().isEmpty()) {
                return Optional.empty();
            }
            throw ApiException.badRequest("requested " + described(wanted) + " without impersonating a user name");
        }
        int values = groups.size() + wanted.extra().values().stream().mapToInt(List::size).sum();
        if (values > VALUES_MAX) {
            throw ApiException.badRequest("more than " + VALUES_MAX + " groups and extra values are impersonated");
        }
        return Optional.of(wanted);
    }

    private static String first(Map<String, List<String>> headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.get(0);
    }

    private static Map<String, List<String>> extra(Map<String, List<String>> headers) {
        var extra = new LinkedHashMap<String, List<String>>();
        headers.forEach((name, values) -> {
            if (name.startsWith(EXTRA)) {
                extra.computeIfAbsent(PercentDecoder.headerName(name.substring(EXTRA.length())),
                        key -> new ArrayList<>(values.size())).addAll(values);
            }
        });
        return extra;
    }

    /** Clients have come to know the message in this form. */
    private static String described(UserInfo wanted) {
        String groups = wanted.groups().isEmpty() ? "[]string(nil)" : texts(wanted.groups());
        var extra = new ArrayList<String>();
        new TreeMap<>(wanted.extra()).forEach((key, values) -> extra.add(quoted(key) + ":" + texts(values)));
        return "&user.DefaultInfo{Name:" + quoted(wanted.name()) + ", UID:" + quoted(wanted.uid())
                + ", Groups:" + groups + ", Extra:map[string][]string"
                + (extra.isEmpty() ? "(nil)" : "{" + String.join(", ", extra) + "}") + "}";
    }

    private static String texts(List<String> texts) {
        return "[]string{" + String.join(", ", texts.stream().map(ImpersonationHeaders::quoted).toList()) + "}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
