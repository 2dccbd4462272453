package mortise.itests.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import mortise.api.GroupVersion;
import mortise.core.cache.CacheEntry;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.render.Shape;
import mortise.core.registry.ListPage;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedResource;
import mortise.spi.group.ResourceDefinition;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The bytes of a list of 10 000 pods on their way into the buffers of the server, without cipher and network. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ListBench {

    private static final int PODS = 10_000;

    /** What is shown of each pod. */
    @Param({"OBJECT", "TABLE", "METADATA"})
    private Representation.Transform transform = Representation.Transform.OBJECT;

    private final List<CacheEntry> entries = new ArrayList<>();
    private final CountingBuffer out = new CountingBuffer();
    private ListPage page = new ListPage(0, entries, "", OptionalLong.empty());
    private Shape shape = Shape.of(new Pods(), Representation.JSON);

    /** Pods as the core group would serve them. */
    private static final class Pods implements ServedResource {

        @Override
        public GroupVersion version() {
            return GroupVersion.parse("v1");
        }

        @Override
        public ResourceDefinition definition() {
            return ResourceDefinition.named("pods", "pod", "Pod").version("v1").build();
        }

        @Override
        public ResourceVerbs verbs() {
            throw new UnsupportedOperationException("only the names are asked for");
        }

        @Override
        public String bundle() {
            return "mortise.itests.bench";
        }
    }

    /** Stands for the pooled buffers of the server: copies, and forgets when it is full. */
    private static final class CountingBuffer extends OutputStream {

        private static final int BUFFER_BYTES = 64 * 1024;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int position;
        private long bytes;

        @Override
        public void write(int b) {
            position = position == BUFFER_BYTES ? 0 : position;
            buffer[position++] = (byte) b;
            bytes++;
        }

        @Override
        public void write(byte[] source, int from, int length) {
            for (int done = 0; done < length;) {
                position = position == BUFFER_BYTES ? 0 : position;
                int part = Math.min(length - done, BUFFER_BYTES - position);
                System.arraycopy(source, from + done, buffer, position, part);
                position += part;
                done += part;
            }
            bytes += length;
        }
    }

    /** Fills the page. */
    @Setup
    public void fill() {
        for (int i = 0; i < PODS; i++) {
            entries.add(SamplePod.entry(i, i + 1));
        }
        page = new ListPage(PODS, List.copyOf(entries), "", OptionalLong.empty());
        shape = Shape.of(new Pods(), new Representation(Representation.Format.JSON, "application/json", transform,
                "meta.k8s.io/v1", Representation.IncludeObject.METADATA, false));
    }

    /** One list, the second and later ones with what the first left on the entries. */
    @Benchmark
    public long listAllPods() throws IOException {
        shape.listHead(page, out);
        boolean first = true;
        for (CacheEntry entry : page.entries()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            shape.item(entry, out);
        }
        shape.listTail(page, out);
        return out.bytes;
    }
}
