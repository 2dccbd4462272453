package mortise.itests.crash;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A distribution as a process of its own, started with its script. */
final class ServerProcess implements TestedServer {

    private static final Pattern READY = Pattern.compile("is ready at (https://127\\.0\\.0\\.1:[0-9]+) after ");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final LeanDistribution distribution;
    private final Path work;
    private final String javaOptions;
    private final IntFunction<List<String>> flags;
    private int cleared;
    private @Nullable Process process;
    /** For the authority of the data that there is. */
    private @Nullable HttpClient http;

    /**
     * Makes one.
     *
     * @param work folder for its data and what it says
     * @param javaOptions further options of the JVM, separated by blanks
     * @param flags those of the backend, of how often the server has been cleared
     */
    ServerProcess(LeanDistribution distribution, Path work, String javaOptions, IntFunction<List<String>> flags)
            throws IOException {
        this.distribution = distribution;
        this.work = work;
        this.javaOptions = javaOptions;
        this.flags = flags;
        Files.createDirectories(work);
        Files.writeString(work.resolve("tokens.csv"), ApiClient.TOKENS);
    }

    Path data() {
        return work.resolve("data-" + cleared);
    }

    /** Returns the flags by which the server and the commands find what is stored. */
    List<String> storeFlags() {
        List<String> all = new ArrayList<>(List.of("--data-dir=" + data()));
        all.addAll(flags.apply(cleared));
        return all;
    }

    @Override
    public void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(distribution.script().toString(), "start", "--secure-port=0",
                "--token-auth-file=" + work.resolve("tokens.csv")));
        command.addAll(storeFlags());
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log().toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MORTISE_JAVA_OPTS", javaOptions);
        builder.environment().put("MORTISE_CDS", distribution.archived() ? "on" : "off");
        process = builder.start();
    }

    private Path log() {
        return work.resolve("log");
    }

    @Override
    public ApiClient awaitReady() throws IOException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < PATIENCE_NANOS && running().isAlive()) {
            Matcher matcher = READY.matcher(Files.readString(log()));
            if (matcher.find()) {
                if (http == null) {
                    http = ApiClient.trusting(data().resolve("pki/ca.crt"));
                }
                return new ApiClient(http, matcher.group(1));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        throw new IOException("the server on " + data() + " did not get ready:\n" + Files.readString(log()));
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("it does not run");
        }
        return process;
    }

    @Override
    public void kill() throws IOException {
        // What makes the class archive is a child.
        running().descendants().forEach(ProcessHandle::destroyForcibly);
        awaitEnd(running().destroyForcibly());
    }

    @Override
    public void stop() throws IOException {
        running().destroy();
        awaitEnd(running());
    }

    private void awaitEnd(Process ending) throws IOException {
        try {
            if (!ending.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
                throw new IOException("the server on " + data() + " does not end:\n" + Files.readString(log()));
            }
            process = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void clear() throws IOException {
        delete(data());
        cleared++;
        http = null;
    }

    /** Ends it when it runs. */
    void close() throws IOException {
        if (process != null) {
            kill();
        }
    }

    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
