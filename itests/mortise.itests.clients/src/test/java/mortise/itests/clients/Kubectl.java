package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs kubectl against a server. */
final class Kubectl {

    private static final int END_SECONDS = 60;

    /**
     * How a run ended.
     *
     * @param exitCode 0 for success
     * @param output what it wrote, errors included
     */
    record Result(int exitCode, String output) {
    }

    private final Path kubeconfig;
    private final Path work;

    /**
     * @param work a folder for its cache
     */
    Kubectl(Path kubeconfig, Path work) {
        this.kubeconfig = kubeconfig;
        this.work = work;
    }

    /** Skips the calling test, with a reason, where kubectl is missing. */
    static void require() throws InterruptedException {
        boolean here;
        try {
            Process process = new ProcessBuilder("kubectl", "version", "--client").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            here = process.waitFor() == 0;
        } catch (IOException notFound) {
            here = false;
        }
        if (!here) {
            // The reason is said where the tests' results are read.
            System.getLogger("mortise.itests").log(System.Logger.Level.WARNING, "SKIPPED: no kubectl on this machine");
        }
        assumeTrue(here, "there is no kubectl on this machine");
    }

    /** Runs it, which must succeed, and returns what it wrote. */
    String ok(String... arguments) throws Exception {
        Result result = run(Map.of(), arguments);
        assertThat(result.exitCode()).as(List.of(arguments) + "\n" + result.output()).isZero();
        return result.output();
    }

    /**
     * Runs it.
     *
     * @param environment variables besides those of this process
     */
    Result run(Map<String, String> environment, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("kubectl", "--kubeconfig", kubeconfig.toString(),
                "--cache-dir", work.resolve("kubectl-cache").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command + " does not end");
        }
        return new Result(process.exitValue(), output);
    }
}
