package mortise.ops.metrics;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import org.osgi.service.component.annotations.Component;

/** What the process and its JVM need. What the operating system does not tell is left out. */
@Component(name = "mortise.ops.metrics.process")
public final class ProcessMetrics implements MetricsSource {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Path PROCESS = Path.of("/proc/self");

    @Override
    public List<MetricFamily> metrics() {
        var families = new ArrayList<MetricFamily>();
        families.add(gauge("process_start_time_seconds", "Time of the start in seconds since 1970.",
                ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND));
        ProcessHandle.current().info().totalCpuDuration().ifPresent(time -> families.add(MetricFamily.of(
                "process_cpu_seconds_total", Type.COUNTER, Stability.ALPHA, "Time that processors worked, in seconds.",
                time.toMillis() / MILLIS_PER_SECOND)));
        addMemory(families);
        addFiles(families);
        addJvm(families);
        return families;
    }

    private static MetricFamily gauge(String name, String help, double value) {
        return MetricFamily.of(name, Type.GAUGE, Stability.ALPHA, help, value);
    }

    private static void addMemory(List<MetricFamily> families) {
        for (String line : lines("status")) {
            String[] words = line.split("\\s+");
            if (words[0].equals("VmRSS:")) {
                families.add(gauge("process_resident_memory_bytes", "Memory that the process holds.",
                        Long.parseLong(words[1]) * 1024.0));
            } else if (words[0].equals("VmSize:")) {
                families.add(gauge("process_virtual_memory_bytes", "Memory that the process may address.",
                        Long.parseLong(words[1]) * 1024.0));
            }
        }
    }

    private static void addFiles(List<MetricFamily> families) {
        try (Stream<Path> open = Files.list(PROCESS.resolve("fd"))) {
            families.add(gauge("process_open_fds", "Open files and connections.", open.count()));
        } catch (IOException notTold) {
            return;
        }
        for (String line : lines("limits")) {
            String[] words = line.split("\\s{2,}");
            if (words[0].equals("Max open files") && !words[1].equals("unlimited")) {
                families.add(gauge("process_max_fds", "Most open files and connections.",
                        Long.parseLong(words[1])));
            }
        }
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(PROCESS.resolve(file));
        } catch (IOException notTold) {
            return List.of();
        }
    }

    private static void addJvm(List<MetricFamily> families) {
        var memory = ManagementFactory.getMemoryMXBean();
        families.add(areas("jvm_memory_used_bytes", "Memory of the JVM in use.",
                memory.getHeapMemoryUsage().getUsed(), memory.getNonHeapMemoryUsage().getUsed()));
        MemoryUsage heap = memory.getHeapMemoryUsage();
        families.add(areas("jvm_memory_committed_bytes", "Memory of the JVM that it has taken.",
                heap.getCommitted(), memory.getNonHeapMemoryUsage().getCommitted()));
        families.add(gauge("jvm_memory_heap_max_bytes", "Most memory for objects.", heap.getMax()));
        families.add(gauge("jvm_threads_current", "Threads of the JVM.",
                ManagementFactory.getThreadMXBean().getThreadCount()));
        families.add(gauge("jvm_classes_loaded", "Classes in memory.",
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()));
        var runs = new ArrayList<Sample>();
        var times = new ArrayList<Sample>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            runs.add(new Value(List.of(collector.getName()), Math.max(0, collector.getCollectionCount())));
            times.add(new Value(List.of(collector.getName()),
                    Math.max(0, collector.getCollectionTime()) / MILLIS_PER_SECOND));
        }
        families.add(new MetricFamily("jvm_gc_collections_total", Type.COUNTER, Stability.ALPHA,
                "Collections of garbage.", List.of("gc"), runs));
        families.add(new MetricFamily("jvm_gc_collection_seconds_total", Type.COUNTER, Stability.ALPHA,
                "Time of collections of garbage.", List.of("gc"), times));
    }

    private static MetricFamily areas(String name, String help, long heap, long nonHeap) {
        return new MetricFamily(name, Type.GAUGE, Stability.ALPHA, help, List.of("area"),
                List.of(new Value(List.of("heap"), heap), new Value(List.of("nonheap"), nonHeap)));
    }
}
