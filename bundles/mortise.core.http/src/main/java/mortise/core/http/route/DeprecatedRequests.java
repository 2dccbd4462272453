package mortise.core.http.route;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.registry.ServedResource;
import mortise.spi.group.Deprecation;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/**
 * Which deprecated versions were asked for since the server started; there are at most as many as are served.
 * Thread-safe.
 */
public final class DeprecatedRequests {

    /** The domain that the facts are written with. */
    private static final String DOMAIN = "k8s.io";

    /**
     * What was asked for: the labels of {@code apiserver_requested_deprecated_apis}, whose value is 1.
     *
     * @param group API group; empty for the core group
     * @param version version in the path
     * @param resource plural name
     * @param subresource path below the object; empty for none
     * @param removedRelease Kubernetes release that no longer serves it; empty when none is named
     */
    public record Asked(String group, String version, String resource, String subresource, String removedRelease) {
    }

    private final Set<Asked> asked = ConcurrentHashMap.newKeySet();

    /** Warns the client, tells the audit and remembers, when the version of a resource is deprecated. */
    void note(ApiExchange exchange, ServedResource resource, String subresource) {
        Deprecation deprecation = resource.facts().deprecation().orElse(null);
        if (deprecation == null) {
            return;
        }
        String domain = exchange.plugins().apiDomain();
        exchange.warn(deprecation.warning().replace("." + DOMAIN + "/", "." + domain + "/"));
        exchange.annotate(domain + "/deprecated", "true");
        if (!deprecation.removedIn().isEmpty()) {
            exchange.annotate(domain + "/removed-release", deprecation.removedIn());
        }
        asked.add(new Asked(resource.version().group(), resource.version().version(), resource.definition().plural(),
                subresource, deprecation.removedIn()));
    }

    /** Returns the family of what was asked for. */
    public MetricFamily metric() {
        List<Sample> samples = all().stream().<Sample>map(one -> new Value(List.of(one.group(), one.removedRelease(),
                one.resource(), one.subresource(), one.version()), 1)).toList();
        return new MetricFamily("apiserver_requested_deprecated_apis", Type.GAUGE, Stability.STABLE,
                "1 for each deprecated version that was asked for since the start.",
                List.of("group", "removed_release", "resource", "subresource", "version"), samples);
    }

    /** Returns what was asked for, in a fixed order. */
    public List<Asked> all() {
        return asked.stream().sorted(Comparator.comparing(Asked::toString)).toList();
    }
}
