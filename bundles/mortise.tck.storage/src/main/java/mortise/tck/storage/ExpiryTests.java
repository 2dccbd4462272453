package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mortise.spi.storage.Commit;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import org.junit.jupiter.api.Test;

/** Values with a lifetime. */
abstract class ExpiryTests extends StoreTopic {

    /** Short, so that the test is; not all stores measure shorter ones. */
    private static final long LIFETIME_SECONDS = 2;

    ExpiryTests(StoreContract contract) {
        super(contract);
    }

    private static Commit mortal(String key, long expected, String text) {
        return new Commit(key, expected, bytes(text)).withLifetime(LIFETIME_SECONDS);
    }

    private boolean lacksIt() {
        if (contract.has(StoreAbility.EXPIRES)) {
            return false;
        }
        assertThatThrownBy(() -> commit(mortal(PREFIX + "a", 0, "one"))).isInstanceOf(StoreException.class);
        assertThat(list(0)).isEmpty();
        return true;
    }

    @Test
    void aValueWhoseLifetimeIsOverIsDeletedAndWatchesAreTold() {
        if (lacksIt()) {
            return;
        }
        var recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            long begun = System.nanoTime();
            long created = committed(mortal(PREFIX + "a", 0, "one"));
            assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=one@" + created + "/" + created);
            awaitDeletion(watch, recorder, PREFIX + "a");
            assertThat(System.nanoTime() - begun).as("nanoseconds it was there")
                    .isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(LIFETIME_SECONDS));

            StoreEvent last = recorder.events().get(recorder.events().size() - 1);
            assertThat(last.revision()).isGreaterThan(created);
            assertThat(last.createRevision()).isEqualTo(created);
            assertThat(store().currentRevision()).isGreaterThanOrEqualTo(last.revision());
            assertThat(get(PREFIX + "a", 0)).isEqualTo("nothing");
            assertThat(get(PREFIX + "a", created)).isEqualTo(PREFIX + "a=one@" + created + "/" + created);
        }
    }

    @Test
    void aReplacedValueTakesItsLifetimeWithIt() {
        if (lacksIt()) {
            return;
        }
        var recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            long mortal = committed(mortal(PREFIX + "a", 0, "one"));
            long lasting = replace(PREFIX + "a", mortal, "two");
            long other = create(PREFIX + "b", "lasting");
            committed(mortal(PREFIX + "b", other, "mortal"));
            awaitDeletion(watch, recorder, PREFIX + "b");

            assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=two@" + mortal + "/" + lasting);
            assertThat(deleted(recorder)).containsExactly(PREFIX + "b");
        }
    }

    @Test
    void aKeyThatWasCreatedAgainIsNotDeletedForItsFormerValue() {
        if (lacksIt()) {
            return;
        }
        var recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            delete(PREFIX + "a", committed(mortal(PREFIX + "a", 0, "one")));
            create(PREFIX + "a", "two");
            committed(mortal(PREFIX + "b", 0, "mortal"));
            awaitDeletion(watch, recorder, PREFIX + "b");

            assertThat(get(PREFIX + "a", 0)).startsWith(PREFIX + "a=two@");
        }
    }

    @Test
    void aLifetimeGoesOnOverARestart() {
        if (lacksIt() || !contract.has(StoreAbility.PERSISTENT)) {
            return;
        }
        long created = committed(mortal(PREFIX + "a", 0, "one"));
        contract.reopen();

        var recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, created, recorder)) {
            awaitDeletion(watch, recorder, PREFIX + "a");
        }
    }

    private static List<String> deleted(WatchRecorder recorder) {
        return recorder.events().stream().filter(StoreEvent::deleted).map(StoreEvent::key).toList();
    }

    private static void awaitDeletion(StoreWatch watch, WatchRecorder recorder, String key) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!deleted(recorder).contains(key)) {
            assertThat(System.nanoTime()).as("%s is still there", key).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        awaitDelivered(watch, recorder.events().get(recorder.events().size() - 1).revision());
    }
}
