package mortise.itests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The encounters in jcstress, which makes very many of them, in each way the virtual machine can compile them. */
class StressIT {

    private static final Path REPORT = Path.of(System.getProperty("stress.report", "target/jcstress"));
    private static final List<String> ARGUMENTS =
            List.of(System.getProperty("stress.arguments", "-m sanity").split(" "));
    private static final List<String> SHORT = List.of("-m", "sanity", "-sc", "false", "-strideSize", "64",
            "-strideCount", "16", "-time", "1000");
    private static final Pattern RESULTS = Pattern.compile(
            "\\(Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs\\)");

    @Test
    void everyOutcomeIsRight() throws Exception {
        String output = run("encounters", ".*Stress\\..*", ARGUMENTS);
        Matcher results = RESULTS.matcher(output);
        List<String> last = List.of();
        while (results.find()) {
            last = List.of(results.group(1), results.group(2));
        }
        assertThat(last).as(output).hasSize(2);
        assertThat(Integer.parseInt(last.get(0))).as("planned").isGreaterThanOrEqualTo(
                (int) EncountersTest.trials().count());
        assertThat(last.get(1)).as("passed:%n%s", output).isEqualTo(last.get(0));
    }

    @Test
    void everyMistakeIsFound() throws Exception {
        String output = run("toys", ".*Toys\\..*", SHORT);
        assertThat(EncountersTest.mistakes()).allSatisfy(mistake ->
                assertThat(output).contains("[FAILED] " + Toys.class.getName() + "." + mistake.name()));
    }

    private static String run(String name, String tests, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(REPORT.resolve(name));
        File log = folder.resolve("output.txt").toFile();
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main",
                "-t", tests, "-r", folder.toString()));
        command.addAll(arguments);
        Process harness = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log).start();
        try {
            harness.waitFor();
        } finally {
            harness.destroy();
        }
        return Files.readString(log.toPath());
    }
}
