package mortise.itests.concurrency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The short way to try out encounters: in this process, for a moment. Two threads meet before each one; then one of
 * them lets the other go ahead by some turns of a loop, by chance.
 */
final class Encounters {

    private static final int BATCH = 64;
    /** As a power of two: short waits, of the length of a few instructions, are as likely as long ones. */
    private static final int TURNS_AHEAD_BITS_MAX = 10;
    private static final int SPINS_MAX = 1_000;

    private final Supplier<? extends Encounter> maker;
    private final CyclicBarrier batchReady = new CyclicBarrier(2);
    private final CyclicBarrier batchDone = new CyclicBarrier(2);
    private final Map<String, Long> outcomes = new TreeMap<>();

    // Written between the barriers' awaits, read after them.
    private List<? extends Encounter> batch = List.of();
    private int[] ahead = new int[0];

    private volatile int firstAt = -1;
    private volatile int secondAt = -1;
    private volatile @Nullable Throwable failure;

    private Encounters(Supplier<? extends Encounter> maker) {
        this.maker = maker;
    }

    /**
     * Has encounters happen, until the time is up or there was an outcome that is not right.
     *
     * @param seed decides who goes ahead by how much
     * @return how often each outcome was
     */
    static Map<String, Long> of(Supplier<? extends Encounter> maker, Set<String> right, Duration time, long seed)
            throws InterruptedException {
        return new Encounters(maker).run(right, System.nanoTime() + time.toNanos(), new Random(seed));
    }

    private Map<String, Long> run(Set<String> right, long deadline, Random random) throws InterruptedException {
        var second = new Thread(this::seconds, "second");
        second.setDaemon(true);
        second.start();
        try {
            do {
                next(random);
                await(batchReady);
                firsts();
                await(batchDone);
                for (Encounter encounter : batch) {
                    outcomes.merge(encounter.outcome(), 1L, Long::sum);
                }
            } while (System.nanoTime() - deadline < 0 && right.containsAll(outcomes.keySet()));
        } finally {
            second.interrupt();
        }
        Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException(thrown);
        }
        return outcomes;
    }

    private void next(Random random) {
        var made = new ArrayList<Encounter>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            made.add(maker.get());
        }
        batch = made;
        ahead = random.ints(BATCH).map(chance -> {
            int turns = random.nextInt(1 << random.nextInt(TURNS_AHEAD_BITS_MAX));
            return chance < 0 ? -turns : turns;
        }).toArray();
        firstAt = -1;
        secondAt = -1;
    }

    private void firsts() {
        for (int i = 0; i < BATCH; i++) {
            firstAt = i;
            for (int spins = 0; secondAt < i; spins++) {
                pause(spins);
            }
            turns(-ahead[i]);
            batch.get(i).first();
        }
    }

    private void seconds() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                batchReady.await();
                for (int i = 0; i < BATCH; i++) {
                    secondAt = i;
                    for (int spins = 0; firstAt < i; spins++) {
                        pause(spins);
                    }
                    turns(ahead[i]);
                    second(batch.get(i));
                }
                batchDone.await();
            }
        } catch (InterruptedException | BrokenBarrierException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void second(Encounter encounter) {
        try {
            encounter.second();
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
    }

    private static void pause(int spins) {
        if (spins < SPINS_MAX) {
            Thread.onSpinWait();
        } else {
            // There may be one processor only.
            Thread.yield();
        }
    }

    private static void turns(int count) {
        for (int i = 0; i < count; i++) {
            Thread.onSpinWait();
        }
    }

    private static void await(CyclicBarrier barrier) throws InterruptedException {
        try {
            barrier.await();
        } catch (BrokenBarrierException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
