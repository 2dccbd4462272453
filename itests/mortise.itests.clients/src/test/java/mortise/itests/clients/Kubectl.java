package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The kubectl of this machine with one server. */
final class Kubectl {

    private static final long SECONDS_MAX = 60;

    private final Server server;

    Kubectl(Server server) {
        this.server = server;
    }

    /** Skips the calling test, with a reason, where there is no kubectl. */
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

    /** Runs a command, which must succeed, and returns what it wrote. */
    String ok(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("kubectl", "--kubeconfig", server.kubeconfig().toString(),
                "--cache-dir", server.work().resolve("kubectl-cache").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command + " does not end");
        }
        assertThat(process.exitValue()).as(List.of(arguments) + "\n" + output).isZero();
        return output;
    }
}
