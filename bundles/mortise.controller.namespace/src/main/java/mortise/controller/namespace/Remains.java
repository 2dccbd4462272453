package mortise.controller.namespace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import mortise.spi.controller.ResourceEntry;

/**
 * What is left in a namespace after an attempt to empty it, and why. Belongs to one attempt and its thread, but for
 * failures, which any thread may put down.
 */
final class Remains {

    /** Different failures that the status names at most; a failing backend may have one for each object. */
    private static final int FAILURES_MAX = 20;

    private final TreeMap<String, Integer> resources = new TreeMap<>();
    private final TreeMap<String, Integer> finalizers = new TreeMap<>();
    private final ConcurrentSkipListSet<String> failures = new ConcurrentSkipListSet<>();
    private final List<String> undiscovered = new ArrayList<>();

    /** Puts down that what is served could not be found out. */
    void undiscovered(String why) {
        undiscovered.add(why);
    }

    /** Puts down that something could not be deleted. */
    synchronized void failed(String why) {
        if (failures.size() < FAILURES_MAX) {
            failures.add(why);
        }
    }

    /**
     * Puts down what is left of a resource.
     *
     * @param objects how many
     * @param held how many of them each finalizer holds
     */
    void counted(ResourceEntry resource, int objects, Map<String, Integer> held) {
        if (objects > 0) {
            resources.put(resource.resource() + "." + resource.version().group(), objects);
        }
        held.forEach((finalizer, count) -> finalizers.merge(finalizer, count, Integer::sum));
    }

    /** Says whether nothing is left and nothing has failed. */
    boolean isNothing() {
        return resources.isEmpty() && failures.isEmpty() && undiscovered.isEmpty();
    }

    /** Returns why it is not known what is served. */
    Optional<String> discoveryFailure() {
        return undiscovered.isEmpty() ? Optional.empty() : Optional.of("Discovery failed for some groups, "
                + undiscovered.size() + " failing: " + String.join(", ", undiscovered));
    }

    /** Returns what could not be deleted. */
    Optional<String> contentFailure() {
        return failures.isEmpty() ? Optional.empty() : Optional.of("Failed to delete all resource types, "
                + failures.size() + " remaining: " + String.join(", ", failures));
    }

    /** Returns what is left. */
    Optional<String> contentRemaining() {
        return told(resources, "Some resources are remaining: ", " has ");
    }

    /** Returns what holds it. */
    Optional<String> finalizersRemaining() {
        return told(finalizers, "Some content in the namespace has finalizers remaining: ", " in ");
    }

    private static Optional<String> told(TreeMap<String, Integer> counts, String before, String between) {
        List<String> parts = new ArrayList<>();
        counts.forEach((name, count) -> parts.add(name + between + count + " resource instances"));
        return parts.isEmpty() ? Optional.empty() : Optional.of(before + String.join(", ", parts));
    }
}
