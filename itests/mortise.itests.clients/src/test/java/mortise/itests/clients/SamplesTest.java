package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The samples say what their file names say, and there is one for every kind that the project has tables for. */
class SamplesTest {

    private static final Path FOLDER = Path.of("src/test/resources/samples");
    private static final Path KINDS = Path.of("../../bundles/mortise.build.schema/src/main/facts/resources.tsv");

    @Test
    void fileNamesTellTheKind() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                JsonNode sample = Serialization.unmarshal(Files.readString(file), ObjectNode.class);
                String apiVersion = sample.path("apiVersion").asText();
                String version = apiVersion.contains("/") ? apiVersion.replace('/', '_') : "core_" + apiVersion;
                assertThat(file.getFileName().toString())
                        .isEqualTo(version + "_" + sample.path("kind").asText() + ".yaml");
            }
        }
    }

    @Test
    void everyStoredKindHasASample() throws IOException {
        var samples = new TreeSet<String>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            files.forEach(file -> samples.add(withoutDomain(file.getFileName().toString())));
        }
        var kinds = new TreeSet<String>();
        Files.readAllLines(KINDS).stream().skip(1).map(row -> row.split("\t", -1))
                .filter(row -> row[7].isEmpty() || row[7].contains("watch"))
                .forEach(row -> kinds.add(row[0] + "_" + row[1] + "_" + row[3] + ".yaml"));
        assertThat(kinds).isNotEmpty();
        assertThat(samples).isEqualTo(kinds);
    }

    /** The tables call a group by its first word, but for one. */
    private static String withoutDomain(String file) {
        return file.replaceFirst("\\.[^_]*_", "_").replaceFirst("^internal_", "apiserverinternal_");
    }
}
