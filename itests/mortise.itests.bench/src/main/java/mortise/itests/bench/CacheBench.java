package mortise.itests.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.PersistentMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The ordered map under the watch cache, with 10 000 pods in it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CacheBench {

    private static final int PODS = 10_000;
    private static final String FROM = SamplePod.SPEC.prefix();
    private static final String TO = FROM + "\uffff";

    private PersistentMap<CacheEntry> pods = PersistentMap.empty();
    private byte[] stored = {};
    private long revision = PODS;

    /** Fills the map. */
    @Setup
    public void fill() {
        List<CacheEntry> entries = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            entries.add(SamplePod.entry(i, i + 1));
        }
        pods = PersistentMap.fromSorted(entries, CacheEntry::key);
        stored = SamplePod.stored(PODS / 2);
    }

    /** Walks over everything, as a list does. */
    @Benchmark
    public long rangeOverAllPods() {
        long bytes = 0;
        for (Iterator<CacheEntry> range = pods.range(FROM, TO); range.hasNext();) {
            bytes += range.next().body().length;
        }
        return bytes;
    }

    /** Takes in one changed pod: skim, fields, labels and a new version of the map. */
    @Benchmark
    public Object ingestOnePod() {
        CacheEntry entry = CacheEntry.of(SamplePod.key(PODS / 2), stored, ++revision, SamplePod.SPEC.selectable());
        pods = pods.put(entry.key(), entry);
        return pods;
    }

    /** What `remainingItemCount` of a page asks. */
    @Benchmark
    public long countBehindAPage() {
        return pods.countRange(SamplePod.key(500), TO);
    }
}
