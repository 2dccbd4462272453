package mortise.core.cache;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;

/**
 * What a watch follows and where it begins.
 *
 * @param namespace the namespace; empty for all
 * @param name the one object; empty for all
 * @param labels which objects, by label
 * @param fields which objects, by field; only selectable fields
 * @param start where to begin
 * @param afterRevision the revision that {@link Start#NOT_OLDER_THAN} and {@link Start#AFTER_REVISION} speak of
 * @param bookmarks whether to send bookmarks from time to time
 * @param initialEventsEnd whether to send a bookmark when the state at the start was sent completely
 * @param endsAt when the caller will close the watch, so that a last bookmark can be sent before
 * @param changesOf paths of the fields whose changes matter, such as {@code spec} or {@code metadata.finalizers}, as
 *     far as the second name; when none of them has changed, an object that was and is selected is not told, mostly.
 *     Empty when every change matters
 */
public record WatchOptions(
        String namespace,
        String name,
        LabelSelector labels,
        FieldSelector fields,
        Start start,
        long afterRevision,
        boolean bookmarks,
        boolean initialEventsEnd,
        Optional<Instant> endsAt,
        Set<String> changesOf) {

    public WatchOptions {
        changesOf = Set.copyOf(changesOf);
    }

    /** Makes options without a known end, for every change. */
    public WatchOptions(
            String namespace,
            String name,
            LabelSelector labels,
            FieldSelector fields,
            Start start,
            long afterRevision,
            boolean bookmarks,
            boolean initialEventsEnd) {
        this(namespace, name, labels, fields, start, afterRevision, bookmarks, initialEventsEnd, Optional.empty(),
                Set.of());
    }

    /** Returns options for every object from the given start on, without bookmarks. */
    public static WatchOptions everything(Start start, long afterRevision) {
        return new WatchOptions(
                "", "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, start, afterRevision, false, false);
    }

    /** Where a watch begins. All but the last send the state there as {@code ADDED} events first. */
    public enum Start {
        /** With the state that is at least as new as every change acknowledged before. */
        MOST_RECENT,
        /** With the state at hand. */
        ANY,
        /** With a state at the given revision or later. */
        NOT_OLDER_THAN,
        /** With the first change after the given revision. */
        AFTER_REVISION
    }
}
