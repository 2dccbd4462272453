package mortise.core.registry;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What to follow.
 *
 * @param namespace empty for all namespaces, and for a cluster-scoped resource
 * @param name empty for every object, else the only one
 * @param options as the query says
 * @param endsAt when the request will end; bookmarks come shortly before
 * @param changesOf fields whose changes matter, see {@link mortise.core.cache.WatchOptions}; empty for every change
 */
public record WatchRequest(
        String namespace, String name, ListOptions options, Optional<Instant> endsAt, Set<String> changesOf) {

    /** Asks for every change. */
    public WatchRequest(String namespace, String name, ListOptions options, Optional<Instant> endsAt) {
        this(namespace, name, options, endsAt, Set.of());
    }
}
