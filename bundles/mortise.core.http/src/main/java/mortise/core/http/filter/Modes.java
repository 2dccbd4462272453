package mortise.core.http.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured authorization modes, which are asked in their order until one allows or denies. When one is configured
 * and not plugged in nobody is asked, for the missing one might have denied. Any thread.
 */
public final class Modes {

    private static final Logger LOG = LoggerFactory.getLogger(Modes.class);

    private final List<String> modes;
    /** Modes whose absence was logged, so that not every refused request logs it again. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Takes the modes in the order in which they are asked. */
    public Modes(List<String> modes) {
        this.modes = List.copyOf(modes);
    }

    /** Returns the names of the modes. */
    public List<String> names() {
        return modes;
    }

    /**
     * Returns the authorizers of all modes.
     *
     * @throws ApiException 503 when one is not plugged in
     */
    public List<Plugin<Authorizer>> authorizers(PluginSnapshot plugins) {
        var authorizers = new ArrayList<Plugin<Authorizer>>(modes.size());
        for (String mode : modes) {
            Plugin<Authorizer> authorizer = plugins.authorizers().get(mode);
            if (authorizer == null) {
                throw missing(mode);
            }
            authorizers.add(authorizer);
        }
        return authorizers;
    }

    private ApiException missing(String mode) {
        if (reported.add(mode)) {
            LOG.error("Requests are refused: authorization mode {} is configured and nobody provides it", mode);
        }
        return new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE,
                "authorization mode " + mode + " is configured and no plug-in provides it",
                ApiStatus.Details.of(List.of(), 1)));
    }

    /**
     * Returns the first decision, or no opinion with the reasons of all when there is none.
     *
     * @param ask asks one authorizer
     */
    public Decision decide(PluginSnapshot plugins, Function<Plugin<Authorizer>, Decision> ask) {
        var reasons = new ArrayList<String>();
        for (Plugin<Authorizer> authorizer : authorizers(plugins)) {
            Decision decision = ask.apply(authorizer);
            if (!(decision instanceof Decision.NoOpinion none)) {
                return decision;
            }
            if (!none.reason().isEmpty()) {
                reasons.add(none.reason());
            }
        }
        return new Decision.NoOpinion(String.join(", ", reasons));
    }
}
