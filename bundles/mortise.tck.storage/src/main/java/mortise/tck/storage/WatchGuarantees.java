package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mortise.spi.storage.StoreEvent;

/**
 * What a watch promises, one checker each. Every checker throws an {@link AssertionError} that names the offending
 * event. They take what a {@link WatchRecorder} has kept, and a {@link StoreModel} of what was committed.
 */
public final class WatchGuarantees {

    private WatchGuarantees() {
    }

    /** Checks every guarantee of one watch that has been delivered everything the model has. */
    public static void all(WatchRecorder recorder, StoreModel model, String prefix, long afterRevision) {
        assertThat(recorder.overlapped()).as("calls from two threads at the same time").isFalse();
        ordered(recorder.batches());
        unique(recorder.batches());
        atomic(recorder.batches());
        filtered(recorder.batches(), prefix, afterRevision);
        reliable(recorder.batches(), model.events(prefix, afterRevision));
    }

    /** Ordered: revisions never go down. */
    public static void ordered(List<List<StoreEvent>> batches) {
        long last = 0;
        for (StoreEvent event : flat(batches)) {
            assertThat(event.revision()).as("revision of %s after %d", event.key(), last).isGreaterThanOrEqualTo(last);
            last = event.revision();
        }
    }

    /** Unique: no change comes twice. */
    public static void unique(List<List<StoreEvent>> batches) {
        Set<String> seen = new HashSet<>();
        for (StoreEvent event : flat(batches)) {
            assertThat(seen.add(event.revision() + " " + event.key()))
                .as("first time of revision %d of %s", event.revision(), event.key()).isTrue();
        }
    }

    /** Atomic: no revision is split over two calls, and no call is empty. */
    public static void atomic(List<List<StoreEvent>> batches) {
        long last = 0;
        for (List<StoreEvent> batch : batches) {
            assertThat(batch).as("call after revision %d", last).isNotEmpty();
            assertThat(batch.get(0).revision()).as("first revision of a call").isGreaterThan(last);
            last = batch.get(batch.size() - 1).revision();
        }
    }

    /** Filtered: only the asked-for keys, only after the asked-for revision. */
    public static void filtered(List<List<StoreEvent>> batches, String prefix, long afterRevision) {
        for (StoreEvent event : flat(batches)) {
            assertThat(event.key()).startsWith(prefix);
            assertThat(event.revision()).as("revision of %s", event.key()).isGreaterThan(afterRevision);
        }
    }

    /** Reliable: every change that was committed is there, with its value. */
    public static void reliable(List<List<StoreEvent>> batches, List<StoreEvent> committed) {
        assertThat(StoreModel.describeEvents(flat(batches))).isEqualTo(StoreModel.describeEvents(committed));
    }

    /**
     * Resumable: a watch that was ended and a second one from where it stood show together what one would have shown.
     */
    public static void resumable(List<List<StoreEvent>> first, List<List<StoreEvent>> second,
            List<StoreEvent> committed) {
        List<List<StoreEvent>> joined = new ArrayList<>(first);
        joined.addAll(second);
        ordered(joined);
        unique(joined);
        reliable(joined, committed);
    }

    private static List<StoreEvent> flat(List<List<StoreEvent>> batches) {
        return batches.stream().flatMap(List::stream).toList();
    }
}
