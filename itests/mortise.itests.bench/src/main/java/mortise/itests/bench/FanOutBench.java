package mortise.itests.bench;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheWatch;
import mortise.core.cache.ResourceCache;
import mortise.core.cache.WatchOptions;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.storage.memory.MemoryStore;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One change until each of 200 watches has it; an operation is one of those events. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FanOutBench {

    private static final int WATCHES = 200;
    private static final long EVENT_SECONDS_MAX = 30;
    private static final int DISPATCHERS = 2;

    private final byte[] stored = SamplePod.stored(0);
    private final MemoryStore store = new MemoryStore();
    private final ExecutorService dispatcher = Executors.newFixedThreadPool(DISPATCHERS);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<CacheWatch> watches = new CopyOnWriteArrayList<>();
    private final ResourceCache cache = ResourceCache.open(store, SamplePod.SPEC, CacheSettings.defaults(), dispatcher,
            timer, Clock.systemUTC());
    private volatile CountDownLatch arrived = new CountDownLatch(0);
    private long revision;

    /** Creates the pod and opens the watches. */
    @Setup
    public void open() {
        revision = committed(Commit.create(SamplePod.key(0), stored));
        cache.loaded().toCompletableFuture().join();
        for (int i = 0; i < WATCHES; i++) {
            int number = i;
            watches.add(cache.watch(WatchOptions.everything(WatchOptions.Start.AFTER_REVISION, revision),
                    () -> drain(number)));
            drain(number);
        }
    }

    private void drain(int number) {
        // The first call may come before the watch is in the list; then the one who opened it reads.
        if (number < watches.size()) {
            CacheWatch watch = watches.get(number);
            while (watch.poll().isPresent()) {
                arrived.countDown();
            }
        }
    }

    /** Changes the pod and waits for everybody. */
    @Benchmark
    @OperationsPerInvocation(WATCHES)
    public long oneEventToOneOf200Watches() throws InterruptedException {
        CountDownLatch all = new CountDownLatch(WATCHES);
        arrived = all;
        revision = committed(Commit.replace(SamplePod.key(0), revision, stored));
        if (!all.await(EVENT_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IllegalStateException(all.getCount() + " watches did not get the event");
        }
        return revision;
    }

    private long committed(Commit commit) {
        CommitOutcome outcome = store.commit(commit).toCompletableFuture().join();
        if (outcome instanceof CommitOutcome.Committed done) {
            return done.revision();
        }
        throw new IllegalStateException("refused: " + outcome);
    }

    /** Ends everything. */
    @TearDown
    public void close() {
        watches.forEach(CacheWatch::close);
        cache.close();
        store.close();
        timer.shutdownNow();
        dispatcher.shutdownNow();
    }
}
