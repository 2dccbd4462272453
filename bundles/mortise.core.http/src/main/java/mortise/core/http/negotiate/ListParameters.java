package mortise.core.http.negotiate;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.http.exchange.Query;
import mortise.core.registry.ListOptions;

/** Reads the parameters of lists, watches and deletions of collections. Pure. */
public final class ListParameters {

    private static final long TIMEOUT_SECONDS_MAX = 365L * 24 * 3600;

    private ListParameters() {
    }

    /**
     * Reads them; which may be combined is the registry's business.
     *
     * @throws mortise.api.ApiException 400 when one cannot be read
     */
    public static ListOptions parse(Query query, boolean watch) {
        if (query.values().isEmpty()) {
            return ListOptions.ALL;
        }
        return new ListOptions(
                LabelSelector.parse(query.first("labelSelector")),
                FieldSelector.parse(query.first("fieldSelector")),
                Math.max(0, ParameterParser.number(query, "limit").orElse(0)),
                query.first("continue"),
                query.first("resourceVersion"),
                ParameterParser.text(query, "resourceVersionMatch"),
                ParameterParser.flag(query, "sendInitialEvents"),
                query.flag("allowWatchBookmarks"),
                timeout(query),
                watch);
    }

    private static Optional<Duration> timeout(Query query) {
        OptionalLong seconds = ParameterParser.number(query, "timeoutSeconds");
        return seconds.isPresent() && seconds.getAsLong() > 0
                ? Optional.of(Duration.ofSeconds(Math.min(seconds.getAsLong(), TIMEOUT_SECONDS_MAX)))
                : Optional.empty();
    }
}
