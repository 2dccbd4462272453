package mortise.itests.dynamics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The distribution as its own process, started as a user starts it. */
final class ServerProcess implements AutoCloseable {

    private static final Pattern SERVER =
            Pattern.compile("is ready at (https://127\\.0\\.0\\.1:[0-9]+)");

    private final Process process;
    private final Path output;

    private ServerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static ServerProcess start(Path work, String... flags) throws IOException {
        return startInHeap("", work, flags);
    }

    /** Starts it with options of the JVM about its heap, which win over those of the script. */
    static ServerProcess startInHeap(String javaOptions, Path work, String... flags) throws IOException {
        Path output = Files.createTempFile(work, "server", ".log");
        var command = new ArrayList<String>();
        command.add(Distribution.folder().resolve("mortise").toString());
        command.add("start");
        command.add("--data-dir=" + work.resolve("data"));
        command.addAll(List.of(flags));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (!javaOptions.isEmpty()) {
            builder.environment().put("MORTISE_JAVA_OPTS", javaOptions);
        }
        return new ServerProcess(builder.start(), output);
    }

    /** Waits until the server says where it listens. */
    String awaitAddress() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline && process.isAlive()) {
            Matcher matcher = SERVER.matcher(log());
            if (matcher.find()) {
                return matcher.group(1);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        throw new IllegalStateException("the server did not get ready:\n" + log());
    }

    String log() throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /** Returns how much memory the JVM holds, in KiB. */
    long residentKib() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(jvm().pid()), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("the system does not tell");
    }

    /** Returns how much time of processors the JVM has used. */
    Duration cpu() {
        return jvm().info().totalCpuDuration().orElseThrow();
    }

    /** The script may have become the JVM, or have started it. The JVM may have a child, which archives classes. */
    private ProcessHandle jvm() {
        ProcessHandle started = process.toHandle();
        boolean isJvm = started.info().command().filter(command -> command.endsWith("java")).isPresent();
        return isJvm ? started : process.descendants().findFirst().orElse(started);
    }

    /** Waits until the process ends, and returns its exit code. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the server does not end");
        }
        return process.exitValue();
    }

    /** Ends the process as SIGKILL does: it gets no chance to do anything. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    /** Asks the process to end and waits for it. */
    int stop() throws InterruptedException {
        process.destroy();
        return awaitExit();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
