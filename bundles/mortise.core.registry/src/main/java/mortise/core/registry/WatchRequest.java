package mortise.core.registry;

import java.time.Instant;
import java.util.Optional;

/**
 * What to follow.
 *
 * @param namespace empty for all namespaces, and for a cluster-scoped resource
 * @param name empty for every object, else the only one
 * @param options as the query says
 * @param endsAt when the request will end; bookmarks come shortly before
 */
public record WatchRequest(String namespace, String name, ListOptions options, Optional<Instant> endsAt) {
}
