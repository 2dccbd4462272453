package mortise.itests.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.storage.rocksdb.RocksStore;
import mortise.storage.rocksdb.RocksStoreConfig;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Creates in the embedded store with its default settings: each is on the disk before it counts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CommitBench {

    private static final int WRITERS = 16;

    private final byte[] stored = SamplePod.stored(0);
    private final AtomicLong next = new AtomicLong();
    private final Path directory;
    private final RocksStore store;

    /** Opens an empty store. */
    public CommitBench() {
        try {
            directory = Files.createTempDirectory("mortise-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        store = new RocksStore(defaultsIn(directory));
    }

    /** The configuration as the component runtime would hand it over: every key at its default but the directory. */
    private static RocksStoreConfig defaultsIn(Path directory) {
        return (RocksStoreConfig) Proxy.newProxyInstance(RocksStoreConfig.class.getClassLoader(),
                new Class<?>[] {RocksStoreConfig.class}, (proxy, method, arguments) ->
                        method.getName().equals("data_dir") ? directory.toString() : method.getDefaultValue());
    }

    /** One of 16 writers. */
    @Benchmark
    @Threads(WRITERS)
    public CommitOutcome createPod() {
        CommitOutcome outcome = store.commit(Commit.create(SamplePod.key((int) next.getAndIncrement()), stored))
                .toCompletableFuture().join();
        if (!(outcome instanceof CommitOutcome.Committed)) {
            throw new IllegalStateException("refused: " + outcome);
        }
        return outcome;
    }

    /** Closes and removes the store. */
    @TearDown
    public void remove() throws IOException {
        store.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
