package mortise.core.http.filter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.measure.DecisionMetrics;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.authorization.AuthorizerOrder.Step;
import mortise.spi.authorization.Decision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured authorizers, which are asked in their order until one allows or denies. When one is configured and not
 * plugged in nobody is asked, for the missing one might have denied. Any thread.
 */
public final class Modes {

    private static final Logger LOG = LoggerFactory.getLogger(Modes.class);
    private static final String ALWAYS_ALLOW = "AlwaysAllow";

    /** Who is asked; nothing when a plug-in says it. */
    private final @Nullable List<Step> fixed;
    private final DecisionMetrics metrics;
    /** What is missing and was logged, so that not every refused request logs it again. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Resolved last;

    /**
     * One who is asked.
     *
     * @param step what the configuration says
     * @param plugin who that is
     */
    public record Asked(Step step, Plugin<Authorizer> plugin) {
    }

    /** Who is asked with these plug-ins and this order. */
    private record Resolved(PluginSnapshot plugins, List<Step> steps, List<Asked> asked) {
    }

    private Modes(@Nullable List<Step> fixed, DecisionMetrics metrics) {
        this.fixed = fixed;
        this.metrics = metrics;
    }

    /**
     * Takes the modes in the order in which they are asked.
     *
     * @throws IllegalArgumentException when one occurs twice
     */
    public static Modes of(List<String> modes, DecisionMetrics metrics) {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        for (String mode : modes) {
            if (!seen.add(mode)) {
                throw new IllegalArgumentException("authorization.mode: authorization-mode \"" + mode
                        + "\" has mode specified more than once");
            }
        }
        return new Modes(modes.stream().map(Step::ofMode).toList(), metrics);
    }

    /** Leaves it to a plug-in to say who is asked; see {@link AuthorizerOrder}. */
    public static Modes ordered(DecisionMetrics metrics) {
        return new Modes(null, metrics);
    }

    /** Says whether everybody who proves who they are may do everything; nobody is anonymous then. */
    public boolean allowsAll(PluginSnapshot plugins) {
        List<Step> steps = fixed != null ? fixed
                : plugins.authorizerOrder().map(order -> order.service().steps()).orElse(List.of());
        for (Step step : steps) {
            if (step.type().equals(ALWAYS_ALLOW)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns all who are asked.
     *
     * @throws ApiException 503 when one is not plugged in
     */
    public List<Asked> asked(PluginSnapshot plugins) {
        Resolved known = last;
        List<Step> steps = steps(plugins);
        if (known == null || known.plugins() != plugins || known.steps() != steps) {
            known = resolve(plugins, steps, known);
            last = known;
        }
        return known.asked();
    }

    private List<Step> steps(PluginSnapshot plugins) {
        if (fixed != null) {
            return fixed;
        }
        return plugins.authorizerOrder().orElseThrow(() -> missing("authorization.config is set and no plug-in reads"
                + " it")).service().steps();
    }

    private Resolved resolve(PluginSnapshot plugins, List<Step> steps, @Nullable Resolved before) {
        // Those who stay keep their count of calls that hang.
        var kept = new HashMap<Authorizer, Plugin<Authorizer>>();
        if (before != null) {
            before.asked().forEach(asked -> kept.put(asked.plugin().service(), asked.plugin()));
        }
        var asked = new ArrayList<Asked>(steps.size());
        for (Step step : steps) {
            asked.add(new Asked(step, plugin(plugins, step, kept)));
        }
        return new Resolved(plugins, steps, List.copyOf(asked));
    }

    private Plugin<Authorizer> plugin(PluginSnapshot plugins, Step step, Map<Authorizer, Plugin<Authorizer>> kept) {
        if (step.authorizer().isPresent()) {
            Authorizer own = step.authorizer().get();
            Plugin<Authorizer> before = kept.get(own);
            String bundle = plugins.authorizerOrder().map(Plugin::bundle).orElse("unknown");
            return before != null ? before : new Plugin<>(own, bundle, step.timeoutSeconds());
        }
        Plugin<Authorizer> provided = plugins.authorizers().get(step.type());
        if (provided == null) {
            throw missing("authorization mode " + step.type() + " is configured and no plug-in provides it");
        }
        return provided;
    }

    private ApiException missing(String what) {
        if (reported.add(what)) {
            LOG.error("Requests are refused: {}", what);
        }
        return new ApiException(ApiStatus.of(
                ErrorReason.SERVICE_UNAVAILABLE, what, ApiStatus.Details.of(List.of(), 1)));
    }

    /**
     * Returns the first decision, or no opinion with the reasons of all when there is none.
     *
     * @param ask asks one authorizer
     */
    public Decision decide(PluginSnapshot plugins, Function<Plugin<Authorizer>, Decision> ask) {
        var reasons = new ArrayList<String>();
        for (Asked asked : asked(plugins)) {
            Decision decision = ask.apply(asked.plugin());
            if (!(decision instanceof Decision.NoOpinion none)) {
                metrics.record(asked.step(), decision instanceof Decision.Allow);
                return decision;
            }
            if (!none.reason().isEmpty()) {
                reasons.add(none.reason());
            }
        }
        return new Decision.NoOpinion(String.join(", ", reasons));
    }
}
