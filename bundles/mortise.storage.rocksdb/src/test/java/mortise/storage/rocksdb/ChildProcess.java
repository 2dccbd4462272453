package mortise.storage.rocksdb;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;

/**
 * Another process with a store, made to be killed. Its arguments: the data directory, and a word that makes its keys
 * and values its own. It says {@code open}, and then one line for each acknowledged commit: revision, key, value.
 */
final class ChildProcess {

    private static final int WRITERS = 8;
    private static final int VERSIONS_PER_KEY = 5;
    private static final int START_SECONDS_MAX = 20;

    private final Process process;
    private final BufferedReader lines;

    private ChildProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static ChildProcess start(Path directory, String word) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        // On a class path RocksDB unpacks its library into the temporary directory; a killed process leaves it there.
        ProcessBuilder builder = new ProcessBuilder(java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + directory, "-cp", classPath,
            ChildProcess.class.getName(), directory.toString(), word);
        ChildProcess child = new ChildProcess(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
        String first = child.lines.readLine();
        if (!"open".equals(first)) {
            child.kill();
            throw new IllegalStateException("the child said " + first);
        }
        return child;
    }

    long pid() {
        return process.pid();
    }

    /** Reads lines until there are that many. */
    void read(int count, List<String> acknowledged) throws IOException {
        for (int i = 0; i < count; i++) {
            String line = lines.readLine();
            if (line == null) {
                throw new IllegalStateException("the child ended by itself after " + i + " lines");
            }
            acknowledged.add(line);
        }
    }

    /** Kills the process as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the child does not die");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Reads what a killed process had still said; a line it could not finish was not said. */
    void readRest(List<String> acknowledged) throws IOException {
        StringBuilder rest = new StringBuilder();
        try {
            for (int c = lines.read(); c >= 0; c = lines.read()) {
                rest.append((char) c);
            }
        } catch (IOException streamClosed) {
            // The JDK closes the stream of a dead process at its own time; what was read so far counts.
        }
        int end = rest.lastIndexOf("\n");
        if (end >= 0) {
            acknowledged.addAll(rest.substring(0, end).lines().toList());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        RocksStore store = new RocksStore(TestSettings.in(Path.of(arguments[0])), Clock.systemUTC(), step -> { });
        PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        output.println("open");
        Thread last = null;
        for (int i = 0; i < WRITERS; i++) {
            String name = "/registry/" + arguments[1] + "/" + i + "-";
            last = new Thread(() -> commitForever(store, name, output));
            last.start();
        }
        if (last != null) {
            last.join();
        }
    }

    private static void commitForever(RocksStore store, String name, PrintStream output) {
        for (int number = 0; number < Integer.MAX_VALUE; number++) {
            String key = name + number;
            long revision = 0;
            for (int version = 0; version < VERSIONS_PER_KEY; version++) {
                String value = "v" + version;
                revision = commit(store, new Commit(key, revision, value.getBytes(StandardCharsets.UTF_8)));
                output.print(revision + " " + key + " " + value + "\n");
                output.flush();
            }
            if (number % 2 == 0) {
                revision = commit(store, Commit.delete(key, revision));
                output.print(revision + " " + key + " deleted\n");
                output.flush();
            }
        }
    }

    private static long commit(RocksStore store, Commit commit) {
        return ((Committed) store.commit(commit).toCompletableFuture().join()).revision();
    }
}
