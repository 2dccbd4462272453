package mortise.core.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells how long this process has been running, the start script and the JVM's own start included. */
final class Elapsed {

    private static final int TICKS_PER_SECOND = 100;
    private static final int START_TIME_FIELD = 19;

    private static final long MAIN_STARTED = System.nanoTime();

    private Elapsed() {
    }

    /** Returns seconds. Linux knows when the process started; elsewhere it counts from the launcher's first line. */
    static double seconds() {
        try {
            String uptime = Files.readString(Path.of("/proc/uptime"));
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // The second field, the program's name, may hold blanks; it ends with the last parenthesis.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double started = Double.parseDouble(fields[START_TIME_FIELD]) / TICKS_PER_SECOND;
            return Double.parseDouble(uptime.split(" ")[0]) - started;
        } catch (IOException | RuntimeException e) {
            return (System.nanoTime() - MAIN_STARTED) / 1e9;
        }
    }
}
