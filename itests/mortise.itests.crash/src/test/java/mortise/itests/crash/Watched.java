package mortise.itests.crash;

import java.util.List;

/**
 * What one watch saw from one revision to another.
 *
 * @param watcher its name
 * @param resource plural name
 * @param after the revision that it went on from
 * @param upTo the last revision that it was told, by an event or a bookmark
 * @param events in the order in which they came
 */
record Watched(String watcher, String resource, long after, long upTo, List<ObjectEvent> events) {
}
