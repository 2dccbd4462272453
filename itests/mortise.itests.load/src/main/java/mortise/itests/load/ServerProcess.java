package mortise.itests.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** CPU time and memory of the server's process, from {@code /proc}; absent where there is none. */
final class ServerProcess {

    /** Linux counts CPU time in hundredths of a second for every architecture that Java runs on. */
    private static final double MILLIS_PER_TICK = 10;

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
