package mortise.core.http.route;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * What all watches share.
 *
 * @param shortest how long a watch lasts that does not say; the longest is twice that
 * @param stall how long one write may take before the client counts as gone
 * @param timer ends watches
 * @param clock says when a watch ends, to the cache
 * @param random spreads the ends of watches; used from many threads
 * @param open the watches that are open
 */
public record WatchSettings(
        Duration shortest,
        Duration stall,
        ScheduledExecutorService timer,
        Clock clock,
        RandomGenerator random,
        OpenWatches open) {
}
