package mortise.itests.bench;

import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.StoredObject;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One parse and one encode are all that a write may cost; the skim is what a change costs the cache. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBench {

    private byte[] sent = {};
    private byte[] stored = {};
    private byte[] body = {};
    private ApiObject tree = SamplePod.tree(0);

    /** Makes the forms of one pod. */
    @Setup
    public void makeForms() {
        sent = SamplePod.sent(0);
        stored = SamplePod.stored(0);
        body = StoredObject.read(stored).bodyAt(1);
        tree = SamplePod.tree(0);
    }

    /** A request body to a tree. */
    @Benchmark
    public Object decodePod() {
        return JsonDecoder.decode(sent, DecodeLimits.DEFAULT);
    }

    /** A tree to what is stored. */
    @Benchmark
    public Object encodeStoredPod() {
        return JsonEncoder.encodeStored(tree);
    }

    /** Stored bytes to what the cache keeps, without a tree. */
    @Benchmark
    public Object skimPod() {
        return StoredObject.read(stored).bodyAt(1_234_567);
    }

    /** The same object at another revision. */
    @Benchmark
    public Object rebasePod() {
        return StoredObject.rebase(body, 1_234_567);
    }
}
