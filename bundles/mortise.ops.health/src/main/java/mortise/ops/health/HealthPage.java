package mortise.ops.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import mortise.spi.operations.EndpointResponse;

/** A page and how it looks. */
enum HealthPage {

    LIVEZ, READYZ,
    /** The old name of {@link #LIVEZ}; a server that is going down is still healthy, only not ready. */
    HEALTHZ;

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    /** Returns its name in paths and texts. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Runs all checks of the page but the excluded ones.
     *
     * @param query {@code verbose} asks for a line per check, which a failure has anyway; {@code exclude} names a check
     */
    EndpointResponse show(List<NamedCheck> checks, Map<String, List<String>> query) {
        Set<String> excluded = new TreeSet<>(query.getOrDefault("exclude", List.of()));
        Set<String> unmatched = new TreeSet<>(excluded);
        StringBuilder lines = new StringBuilder();
        boolean passed = true;
        for (NamedCheck check : ofThisPage(checks)) {
            unmatched.remove(check.name());
            if (excluded.contains(check.name())) {
                lines.append("[+]").append(check.name()).append(" excluded: ok\n");
            } else if (check.passes()) {
                lines.append("[+]").append(check.name()).append(" ok").append(check.warning()).append('\n');
            } else {
                passed = false;
                lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
            }
        }
        if (!unmatched.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(unmatched.stream().map(HealthPage::quoted).collect(Collectors.joining(","))).append('\n');
        }
        if (!passed) {
            return EndpointResponse.text(FAILED, lines + text() + " check failed\n");
        }
        return EndpointResponse.text(OK, query.containsKey("verbose") ? lines + text() + " check passed\n" : "ok");
    }

    /** Runs the check of that name; services that share a name are one check. */
    EndpointResponse showOne(List<NamedCheck> checks, String name) {
        List<NamedCheck> named = ofThisPage(checks).stream().filter(check -> check.name().equals(name)).toList();
        if (named.isEmpty()) {
            return EndpointResponse.text(NOT_FOUND, "404 page not found\n");
        }
        return named.stream().allMatch(NamedCheck::passes)
                ? EndpointResponse.text(OK, "ok")
                : EndpointResponse.text(FAILED, "internal server error: reason withheld\n");
    }

    private List<NamedCheck> ofThisPage(List<NamedCheck> checks) {
        String endpoint = this == READYZ ? "readyz" : "livez";
        List<NamedCheck> shown = new ArrayList<>(checks);
        shown.removeIf(check -> !check.endpoints().contains(endpoint));
        return shown;
    }

    /** Whatever a client wrote becomes one line of printable ASCII. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                quoted.append(c);
            } else {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return quoted.append('"').toString();
    }
}
