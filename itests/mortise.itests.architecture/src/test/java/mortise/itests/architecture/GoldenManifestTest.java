package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What each exporting bundle promises, against {@code golden/<bundle>.txt}: a change of a contract is a change of a
 * file that a reviewer sees. {@code -Dmortise.golden.update=true} rewrites the files.
 */
class GoldenManifestTest {

    private final Reactor reactor = Reactor.get();
    private final Path folder = reactor.resources().resolve("golden");

    @TestFactory
    Stream<DynamicTest> whatABundleExportsIsWhatWasAgreed() {
        return exporting().stream().map(b -> DynamicTest.dynamicTest(b.name(), () -> compare(b)));
    }

    private void compare(Bundle bundle) {
        Path file = folder.resolve(bundle.name() + ".txt");
        String text = describe(bundle);
        if (Golden.isUpdate()) {
            Golden.write(file, text);
        }
        String agreed = Files.exists(file) ? Reactor.text(file) : "";
        Assertions.assertThat(difference(agreed, text))
                .as("%s against %s; after review -D%s=true rewrites it", bundle, file.getFileName(), Golden.UPDATE)
                .isEmpty();
    }

    /** The lines of each text that the other lacks, behind what they stand under. */
    private static List<String> difference(String agreed, String built) {
        Set<String> before = new LinkedHashSet<>(withParents(agreed));
        Set<String> now = new LinkedHashSet<>(withParents(built));
        List<String> difference = new ArrayList<>();
        before.stream().filter(l -> !now.contains(l)).forEach(l -> difference.add("- " + l));
        now.stream().filter(l -> !before.contains(l)).forEach(l -> difference.add("+ " + l));
        return difference;
    }

    private static List<String> withParents(String text) {
        List<String> lines = new ArrayList<>();
        String parent = "";
        for (String line : text.lines().toList()) {
            parent = line.startsWith(" ") ? parent : line;
            lines.add(line.startsWith(" ") ? parent + " > " + line.strip() : line);
        }
        return lines;
    }

    @Test
    void everyGoldenFileHasABundle() {
        Set<String> names = exporting().stream().map(Bundle::name).collect(Collectors.toCollection(TreeSet::new));
        List<Path> orphans = goldenFiles().stream()
                .filter(f -> !names.contains(f.getFileName().toString().replaceFirst("\\.txt$", ""))).toList();
        if (Golden.isUpdate()) {
            orphans.forEach(Golden::delete);
            return;
        }
        Assertions.assertThat(orphans).as("golden files of bundles that export nothing").isEmpty();
        Assertions.assertThat(names).as("exporting bundles").isNotEmpty();
    }

    private List<Bundle> exporting() {
        return reactor.ourBundles().stream().filter(b -> !b.exports().isEmpty()).toList();
    }

    private List<Path> goldenFiles() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String describe(Bundle bundle) {
        List<String> lines = new ArrayList<>();
        lines.add("Export-Package");
        bundle.exports().forEach((name, parameters) -> lines.add("    " + name + " " + parameters.get("version")));
        for (String header : List.of("Require-Capability", "Provide-Capability")) {
            List<String> clauses = new ArrayList<>(ManifestHeader.split(bundle.header(header), ','));
            if (!clauses.isEmpty()) {
                lines.add(header);
                clauses.stream().sorted().forEach(c -> lines.add("    " + c));
            }
        }
        try (Signatures signatures = new Signatures(reactor.bundles())) {
            lines.addAll(signatures.of(bundle));
        }
        return String.join("\n", lines) + "\n";
    }
}
