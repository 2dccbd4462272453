package mortise.itests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command of the start script that has ended.
 *
 * @param code with which it did
 * @param out its lines on standard output
 * @param errors those on standard error
 */
record ToolProcess(int code, List<String> out, List<String> errors) {

    private static final long SECONDS_MAX = 120;

    /** Runs a command with flags, and waits for its end. */
    static ToolProcess run(Path script, Path work, String... commandAndFlags) throws IOException {
        Path out = Files.createTempFile(work, "out", "");
        Path errors = Files.createTempFile(work, "errors", "");
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(commandAndFlags));
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MORTISE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(command + " does not end:\n" + Files.readString(out));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return new ToolProcess(process.exitValue(), Files.readAllLines(out), Files.readAllLines(errors));
    }
}
