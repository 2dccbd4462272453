package mortise.core.registry;

import java.time.Duration;
import java.util.Optional;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;

/**
 * The query parameters of lists and watches, parsed but not checked against one another: the registry does that.
 *
 * @param labels selects by labels
 * @param fields selects by fields
 * @param limit items per page at most; 0 for no limit
 * @param continueToken where the page starts; empty for the first
 * @param resourceVersion as the query has it; empty when it is not set
 * @param resourceVersionMatch {@code Exact} or {@code NotOlderThan}
 * @param sendInitialEvents whether a watch starts with the state
 * @param allowWatchBookmarks whether the client understands bookmarks
 * @param timeout how long a watch may take
 * @param watch whether this is a watch
 */
public record ListOptions(
        LabelSelector labels,
        FieldSelector fields,
        long limit,
        String continueToken,
        String resourceVersion,
        Optional<String> resourceVersionMatch,
        Optional<Boolean> sendInitialEvents,
        boolean allowWatchBookmarks,
        Optional<Duration> timeout,
        boolean watch) {

    /** Options that select everything, most recent. */
    public static final ListOptions ALL = new ListOptions(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "",
            Optional.empty(), Optional.empty(), false, Optional.empty(), false);
}
