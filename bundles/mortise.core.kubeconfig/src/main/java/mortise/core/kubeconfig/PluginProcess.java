package mortise.core.kubeconfig;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.core.kubeconfig.ClientSettings.Plugins;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a plug-in: within a time and a size of output, behind which it and all that it started are killed. What it
 * writes for people is in the log when it fails.
 */
final class PluginProcess {

    /** The environment variables that carry what it is told: ours, and the one that existing plug-ins know. */
    private static final List<String> INFO_VARIABLES = List.of("SERVICE_EXEC_INFO", "KUBERNETES_EXEC_INFO");
    private static final int COMPLAINT_BYTES_MAX = 4096;
    private static final Logger LOG = LoggerFactory.getLogger(PluginProcess.class);

    private final PluginCommand command;
    private final Process process;
    private final FutureTask<byte[]> output;
    private final FutureTask<byte[]> complaints;

    private PluginProcess(PluginCommand command, Process process, int outputBytesMax) {
        this.command = command;
        this.process = process;
        output = reading(process.getInputStream(), outputBytesMax + 1, "output");
        complaints = reading(process.getErrorStream(), COMPLAINT_BYTES_MAX, "complaints");
    }

    /**
     * Runs a plug-in and returns what it has written.
     *
     * @param info what it is told, JSON
     * @param interactive whether it gets the standard input of this process
     * @throws KubeconfigException when it cannot be run, fails, takes or writes too much
     */
    static byte[] run(PluginCommand command, Plugins rules, String info, boolean interactive, Duration timeMax)
            throws KubeconfigException, InterruptedException {
        checkAllowed(command, rules);
        var plugin = new PluginProcess(command, start(command, info, interactive), rules.outputBytesMax());
        Duration patience = timeMax.compareTo(rules.timeMax()) < 0 ? timeMax : rules.timeMax();
        try {
            return plugin.result(System.nanoTime() + patience.toNanos(), rules.outputBytesMax());
        } finally {
            plugin.kill();
        }
    }

    private static void checkAllowed(PluginCommand command, Plugins rules) throws KubeconfigException {
        if (rules.allowed().isEmpty()) {
            return;
        }
        Optional<Path> program = program(command.command());
        boolean allowed = program.isPresent() && rules.allowed().get().stream()
                .anyMatch(entry -> program(entry).equals(program));
        if (!allowed) {
            throw new KubeconfigException("exec plugin: executable " + command.command()
                    + " is not one of those that may be run");
        }
    }

    /** Returns where a program is, as the system would find it. */
    private static Optional<Path> program(String name) {
        if (name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0) {
            return Optional.of(Path.of(name).toAbsolutePath().normalize());
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(folder, name).toAbsolutePath().normalize();
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static Process start(PluginCommand command, String info, boolean interactive)
            throws KubeconfigException {
        var line = new ArrayList<String>();
        line.add(command.command());
        line.addAll(command.arguments());
        ProcessBuilder builder = new ProcessBuilder(line);
        for (Map.Entry<String, String> variable : command.environment()) {
            builder.environment().put(variable.getKey(), variable.getValue());
        }
        INFO_VARIABLES.forEach(name -> builder.environment().put(name, info));
        if (interactive) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        try {
            Process started = builder.start();
            if (!interactive) {
                started.getOutputStream().close();
            }
            return started;
        } catch (IOException | IllegalArgumentException e) {
            // The message of the JDK quotes nothing but the command.
            throw new KubeconfigException(hinted(command, "exec: executable " + command.command() + " not found"));
        }
    }

    private byte[] result(long deadlineNanos, int outputBytesMax) throws KubeconfigException, InterruptedException {
        try {
            byte[] written = output.get(left(deadlineNanos), TimeUnit.NANOSECONDS);
            if (written.length > outputBytesMax) {
                throw new KubeconfigException("exec plugin: executable " + command.command()
                        + " has written more than " + outputBytesMax + " bytes");
            }
            if (!process.waitFor(left(deadlineNanos), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            if (process.exitValue() != 0) {
                complain();
                throw new KubeconfigException(hinted(command, "exec: executable " + command.command()
                        + " failed with exit code " + process.exitValue()));
            }
            return written;
        } catch (TimeoutException late) {
            complain();
            throw new KubeconfigException("exec plugin: executable " + command.command()
                    + " did not end in time");
        } catch (ExecutionException unreadable) {
            throw new KubeconfigException("exec plugin: output of " + command.command() + " cannot be read");
        }
    }

    private static long left(long deadlineNanos) {
        return Math.max(1, deadlineNanos - System.nanoTime());
    }

    private void complain() throws InterruptedException {
        kill();
        try {
            String text = line(new String(complaints.get(1, TimeUnit.SECONDS), StandardCharsets.UTF_8));
            if (!text.isBlank()) {
                LOG.warn("exec plugin {} says: {}", command.command(), text);
            }
        } catch (ExecutionException | TimeoutException nothing) {
            LOG.debug("exec plugin {} says nothing that can be read", command.command());
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static String hinted(PluginCommand command, String message) {
        return command.installHint().isEmpty() ? message : message + ": " + line(command.installHint());
    }

    /** Makes one line of a text. */
    private static String line(String text) {
        return text.strip().replaceAll("[\\p{Cntrl}\\s]+", " ");
    }

    /** Reads up to so many bytes, and for complaints everything, so that the plug-in is not held up. */
    private static FutureTask<byte[]> reading(InputStream stream, int bytesMax, String what) {
        var task = new FutureTask<>(() -> {
            try (stream) {
                byte[] read = stream.readNBytes(bytesMax);
                if (what.equals("complaints")) {
                    stream.transferTo(OutputStream.nullOutputStream());
                }
                return read;
            }
        });
        var thread = new Thread(task, "mortise-kubeconfig-plugin-" + what);
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}
