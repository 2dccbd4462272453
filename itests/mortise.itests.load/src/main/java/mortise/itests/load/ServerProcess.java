package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CPU time and memory of the server's process, from {@code /proc}; absent where there is none. */
final class ServerProcess {

    /** Linux counts CPU time in hundredths of a second for every architecture that Java runs on. */
    private static final double MILLIS_PER_TICK = 10;
    /** A line such as {@code tenured generation   total 43712K, used 1234K}. */
    private static final Pattern USED = Pattern.compile("^\\s*([A-Za-z\\- ]*[A-Za-z]).*?used (\\d+)K",
            Pattern.MULTILINE);

    private final long pid;

    ServerProcess(long pid) {
        this.pid = pid;
    }

    /** CPU time that all threads have used so far, in milliseconds. */
    OptionalDouble cpuMillis() {
        String stat = read("stat");
        return stat.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(cpuMillis(stat));
    }

    static double cpuMillis(String stat) {
        // The name in parentheses may hold anything, so count from behind it: state is field 3, utime 14, stime 15.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_PER_TICK;
    }

    OptionalLong residentMegabytes() {
        return residentMegabytes(read("status"));
    }

    static OptionalLong residentMegabytes(String status) {
        return status.lines().filter(l -> l.startsWith("VmRSS:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) * 1024 / 1_000_000).findFirst();
    }

    /** Threads of the process; 0 when unknown. */
    long threads() {
        return read("status").lines().filter(l -> l.startsWith("Threads:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", ""))).findFirst().orElse(0);
    }

    /** Open files and sockets of the process; 0 when unknown. */
    long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return files.count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** How many files it may have open; as many as it likes when unknown. */
    long openFilesMax() {
        return read("limits").lines().filter(l -> l.startsWith("Max open files"))
                .map(l -> l.substring("Max open files".length()).strip().split("\\s+")[0])
                .mapToLong(soft -> soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft))
                .findFirst().orElse(Long.MAX_VALUE);
    }

    /**
     * What is in use once everything unused was collected.
     *
     * @param megabytes of objects
     * @param metaspaceMegabytes of classes
     */
    record Heap(double megabytes, double metaspaceMegabytes) { }

    /** Has the server collect its garbage and reads what is left; zeros when the process is unknown. */
    Heap heapAfterCollection() throws IOException, InterruptedException {
        if (pid == 0) {
            return new Heap(0, 0);
        }
        jcmd("GC.run");
        return heap(jcmd("GC.heap_info"));
    }

    static Heap heap(String info) {
        double heap = 0;
        double metaspace = 0;
        Matcher used = USED.matcher(info);
        while (used.find()) {
            double megabytes = Long.parseLong(used.group(2)) * 1024 / 1e6;
            switch (used.group(1)) {
                case "Metaspace" -> metaspace += megabytes;
                case "class space" -> { } // part of the metaspace
                default -> heap += megabytes;
            }
        }
        return new Heap(heap, metaspace);
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(tool.toString(), Long.toString(pid), command)
                .redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + output);
        }
        return output;
    }

    private String read(String name) {
        if (pid == 0) {
            return "";
        }
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), name));
        } catch (IOException e) {
            return "";
        }
    }
}
