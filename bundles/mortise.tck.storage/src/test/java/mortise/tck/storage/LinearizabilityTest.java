package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mortise.tck.storage.KeyOperation.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LinearizabilityTest {

    private static KeyOperation read(@Nullable String value, long revision, long call, long end) {
        return new KeyOperation(Kind.READ, 0, value, revision, call, end);
    }

    private static KeyOperation wrote(long expected, @Nullable String value, long revision, long call, long end) {
        return new KeyOperation(Kind.COMMITTED, expected, value, revision, call, end);
    }

    @Test
    void aReadBesideAWriteMaySeeEitherAndAReadAfterItMayNot() {
        KeyOperation write = wrote(0, "a", 5, 10, 20);
        assertThat(Linearizability.violation(List.of(write, read(null, 0, 15, 30)))).isEmpty();
        assertThat(Linearizability.violation(List.of(write, read("a", 5, 5, 12)))).isEmpty();
        assertThat(Linearizability.violation(List.of(write, read(null, 0, 21, 30)))).isPresent();
        assertThat(Linearizability.violation(List.of(write, read("a", 5, 1, 9)))).isPresent();
        assertThat(Linearizability.violation(List.of(write, read("a", 5, 11, 13), read(null, 0, 14, 16)))).isPresent();
    }

    @Test
    void ofTwoWritesThatExpectTheSameOneIsMade() {
        assertThat(Linearizability.violation(List.of(wrote(0, "a", 5, 1, 9), wrote(0, "b", 6, 1, 9)))).isPresent();
        assertThat(Linearizability.violation(List.of(wrote(0, "a", 5, 1, 9),
                new KeyOperation(Kind.REFUSED, 0, "a", 5, 1, 9)))).isEmpty();
        assertThat(Linearizability.violation(List.of(wrote(0, "a", 5, 5, 9),
                new KeyOperation(Kind.REFUSED, 0, null, KeyOperation.UNTOLD, 1, 4)))).isPresent();
        assertThat(Linearizability.violation(List.of(wrote(0, "a", 5, 1, 2), wrote(5, null, 6, 3, 4),
                wrote(0, "b", 7, 5, 6), read("b", 7, 7, 8)))).isEmpty();
    }

    @Test
    void aLostWriteMayBeMadeLaterOrNever() {
        var lost = new KeyOperation(Kind.UNKNOWN, 0, "a", 0, 1, Long.MAX_VALUE);
        assertThat(Linearizability.violation(List.of(lost, read(null, 0, 5, 6), read("a", 9, 7, 8)))).isEmpty();
        assertThat(Linearizability.violation(List.of(lost, read(null, 0, 5, 6)))).isEmpty();
        assertThat(Linearizability.violation(List.of(lost, read("a", 9, 5, 6), read(null, 0, 7, 8)))).isPresent();
        var deletion = new KeyOperation(Kind.UNKNOWN, 9, null, 0, 6, Long.MAX_VALUE);
        assertThat(Linearizability.violation(
                List.of(lost, read("a", 9, 5, 6), deletion, read(null, 0, 7, 8)))).isEmpty();
    }

    /** A random history that was made one after the other, and the same with one read of something older. */
    @Test
    void randomHistoriesAreAcceptedAndStaleReadsInThemAreFound() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var history = new ArrayList<KeyOperation>();
            long revision = 0;
            long time = 0;
            for (int i = 1; i <= 100; i++) {
                time += 10;
                // Each takes effect at its time and lasts a little longer than to the next one's.
                long call = time - random.nextInt(25);
                long end = time + random.nextInt(25);
                if (random.nextBoolean()) {
                    history.add(wrote(revision, "v" + i, i, call, end));
                    revision = i;
                } else {
                    history.add(read(revision == 0 ? null : "v" + revision, revision, call, end));
                }
            }
            assertThat(Linearizability.violation(history)).as("seed %d", seed).isEmpty();
            history.add(read(null, 0, time + 50, time + 60));
            assertThat(Linearizability.violation(history)).as("seed %d, stale", seed).isPresent();
        }
    }
}
