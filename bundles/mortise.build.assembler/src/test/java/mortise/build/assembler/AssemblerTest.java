package mortise.build.assembler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssemblerTest {

    private static final String METATYPE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
              <OCD id="mortise.a.AConfig" name="A">
                <AD id="secure.port" type="Integer" default="6443" min="1" max="65535" description="The
                   port."/>
                <AD id="modes" type="String" cardinality="2147483647" required="false" default="A,B">
                  <Option label="a" value="A"/><Option label="b" value="B"/>
                </AD>
              </OCD>
              <Designate pid="mortise.a"><Object ocdref="mortise.a.AConfig"/></Designate>
              <Designate pid="com.acme"><Object ocdref="mortise.a.AConfig"/></Designate>
              <Designate pid="mortise.f" factoryPid="mortise.f"><Object ocdref="mortise.a.AConfig"/></Designate>
            </metatype:MetaData>
            """;

    @TempDir
    private Path root;

    @BeforeEach
    void layOut() throws IOException {
        for (String folder : new String[] {"features", "repository", "config"}) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.writeString(root.resolve("config/mortise.a.cfg"), "secure.port = 1\n");
        Files.writeString(root.resolve("config/README.md"), "not copied");
        Files.writeString(root.resolve("LICENSE"), "licence");
        jar("mortise.a", Map.of(), Map.of("OSGI-INF/metatype/a.xml", METATYPE));
        jar("mortise.b", Map.of(), Map.of());
        jar("api", Map.of("Export-Package", "org.x;uses:=\"a,b\";version=\"1.2\",org.y;version=2"), Map.of());
        feature("parts", bundles("mortise.a", 5, "mortise.b", 10)
                + ", \"extensions\": {\"class-path\": {\"type\": \"artifacts\", \"kind\": \"mandatory\","
                + "\"artifacts\": [{\"id\": \"g:api:1\", \"export\": true}]}}");
        feature("all", "\"extensions\": {\"features\": {\"type\": \"artifacts\", \"kind\": \"mandatory\","
                + "\"artifacts\": [{\"id\": \"g:features:osgifeature:parts:1\"}]}}");
    }

    @Test
    void bundlesStandInTheFolderOfTheirStartLevel() throws IOException {
        assemble("all");

        assertThat(files()).containsExactlyInAnyOrder("LICENSE", "bundles/05/mortise.a-1.jar",
                "bundles/10/mortise.b-1.jar", "config/mortise.a.cfg", "distribution.properties", "lib/api-1.jar",
                "metatype/flags.tsv");
        assertThat(root.resolve("out/deploy")).isEmptyDirectory();
    }

    @Test
    void theFlagsAreThoseOfSingletonConfigurationsOfThisProject() throws IOException {
        assemble("all");

        assertThat(Files.readAllLines(root.resolve("out/metatype/flags.tsv"))).containsExactly(FlagIndex.COLUMNS,
                "mortise.a\tmodes\tString\t2147483647\t\t\tA,B\tA,B\t",
                "mortise.a\tsecure.port\tInteger\t\t1\t65535\t6443\t\tThe port.");
    }

    @Test
    void theSystemBundleExportsWhatMarkedJarsExport() throws IOException {
        assemble("all");

        assertThat(Files.readAllLines(root.resolve("out/distribution.properties")))
                .contains("name=all", "version=1.0", "system.packages=org.x;version=\"1.2\",org.y;version=\"2\"");
    }

    @Test
    void theBuildIdFollowsTheContent() throws IOException {
        assemble("all");
        String first = buildId();
        assemble("all");
        assertThat(buildId()).isEqualTo(first);

        jar("mortise.b", Map.of(), Map.of("x", "y"));
        assemble("all");

        assertThat(buildId()).isNotEqualTo(first);
    }

    @Test
    void aFeatureMayConfigureWhatItBrings() throws IOException {
        feature("small", bundles("mortise.b", 10) + ", \"configurations\": {\"mortise.b\": {\"x.y\": \"z\"}}");
        assemble("small");

        assertThat(Files.readString(root.resolve("out/config/mortise.b.cfg"))).endsWith("\nx.y = z\n");
        assertThat(files()).doesNotContain("bundles/05/mortise.a-1.jar");
    }

    @Test
    void anUnsortedListIsRefused() throws IOException {
        feature("parts", bundles("mortise.b", 10, "mortise.a", 5));

        assertRefused("the bundles of g:features:osgifeature:parts:1 are not sorted: g:mortise.a stands after"
                + " g:mortise.b");
    }

    @Test
    void aBundleThatThePomDoesNotFetchIsRefused() throws IOException {
        feature("parts", bundles("mortise.c", 10));
        // The files that the shortened list leaves out would be the first complaint.
        Stream.of("mortise.a", "mortise.b", "api").forEach(this::deleteJar);

        assertRefused("g:mortise.c is listed in a feature but no dependency of distribution/pom.xml with version 1");
    }

    @Test
    void aDependencyThatNoFeatureListsIsRefused() throws IOException {
        jar("mortise.d", Map.of(), Map.of());

        assertRefused("dependencies of distribution/pom.xml that no feature file lists: [mortise.d-1.jar]");
    }

    @Test
    void aBundleWithoutAStartLevelIsRefused() throws IOException {
        feature("parts", "\"bundles\": [{\"id\": \"g:mortise.a:1\"}, {\"id\": \"g:mortise.b:1\"}],"
                + " \"extensions\": {\"class-path\":"
                + " {\"type\": \"artifacts\", \"artifacts\": [{\"id\": \"g:api:1\"}]}}");

        assertRefused("g:mortise.a needs \"start-level\" from 1 to 99, it has null");
    }

    @Test
    void aFailedBuildLeavesTheDistributionBefore() throws IOException {
        assemble("all");
        feature("parts", "\"bundles\": [{\"id\": 7}]");

        assertThatThrownBy(() -> assemble("all")).isInstanceOf(AssemblyException.class)
                .hasMessageContaining("parts.json is no feature file");
        assertThat(files()).contains("bundles/05/mortise.a-1.jar");
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> assemble("all")).isInstanceOf(AssemblyException.class).hasMessage(message);
    }

    private void assemble(String name) throws IOException {
        Assembler.main(new String[] {root.resolve("features").toString(), name,
            root.resolve("repository").toString(), root.toString(), root.resolve("out").toString(), "1.0"});
    }

    private String buildId() throws IOException {
        return Files.readAllLines(root.resolve("out/distribution.properties")).stream()
                .filter(line -> line.startsWith("build.id=")).findFirst().orElseThrow();
    }

    private Stream<String> files() throws IOException {
        Path out = root.resolve("out");
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile).map(file -> out.relativize(file).toString()).toList().stream();
        }
    }

    private static String bundles(Object... namesAndLevels) {
        StringBuilder text = new StringBuilder("\"bundles\": [");
        for (int i = 0; i < namesAndLevels.length; i += 2) {
            text.append(i == 0 ? "" : ", ").append("{\"id\": \"g:").append(namesAndLevels[i])
                    .append(":1\", \"start-level\": ").append(namesAndLevels[i + 1]).append('}');
        }
        return text.append(']').toString();
    }

    private void feature(String name, String content) throws IOException {
        Files.writeString(root.resolve("features/" + name + ".json"), "{\"feature-resource-version\": \"1.0\","
                + " \"id\": \"g:features:osgifeature:" + name + ":1\", " + content + "}");
    }

    private Path jarFile(String name) {
        return root.resolve("repository/g/" + name + "/1/" + name + "-1.jar");
    }

    private void deleteJar(String name) {
        try {
            Files.delete(jarFile(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void jar(String name, Map<String, String> headers, Map<String, String> entries) throws IOException {
        Files.createDirectories(jarFile(name).getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach(manifest.getMainAttributes()::putValue);
        try (OutputStream out = Files.newOutputStream(jarFile(name));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                ZipEntry file = new ZipEntry(entry.getKey());
                file.setTime(0);
                jar.putNextEntry(file);
                jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
