package mortise.build.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import mortise.spi.group.Field.Presence;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorTest {

    private static final Path FACTS = Path.of("src/main/facts");

    @TempDir
    private Path tables;

    @BeforeEach
    void copyTables() throws IOException {
        try (var files = Files.newDirectoryStream(FACTS)) {
            for (Path file : files) {
                Files.copy(file, tables.resolve(file.getFileName()));
            }
        }
    }

    static List<String> groups() {
        return Table.read(FACTS, "groups.tsv").stream().map(row -> row.get("group")).toList();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void everyGroupIsGenerated(String group) {
        Generator.Result result = Generator.generate(FACTS, group, "");
        assertThat(result.resources()).isNotEmpty();
        assertThat(result.definitions()).extracting(Definition::name).contains("meta.v1.ObjectMeta");
        assertThat(result.kinds()).hasSizeBetween(1_000, 60_000);
        assertThat(result.descriptions()).hasSizeBetween(1_000, 100_000);
    }

    @Test
    void everyRowOfResourcesIsInSomeGroup() {
        long generated = groups().stream()
                .flatMap(group -> Generator.generate(FACTS, group, "").resources().stream())
                .mapToLong(resource -> resource.versions().size())
                .sum();
        assertThat(generated).isEqualTo(Table.read(FACTS, "resources.tsv").size());
    }

    @Test
    void metaHasTypesButNoResources() {
        Generator.Result result = Generator.generate(FACTS, "meta", "");
        assertThat(result.resources()).isEmpty();
        assertThat(result.definitions()).extracting(Definition::name)
                .contains("meta.v1.Status", "meta.v1.DeleteOptions", "meta.v1.WatchEvent", "meta.v1.APIGroup");
    }

    @Test
    void twoRunsWriteTheSameBytes() {
        assertThat(Generator.generate(FACTS, "batch", "").kinds())
                .isEqualTo(Generator.generate(FACTS, "batch", "").kinds());
    }

    @Test
    void fieldsOfAMissingMessageHaveTheNumbersOfItsTwin() {
        Definition claim = definition("resource", "resource.v1beta1.DeviceClaimConfiguration");
        assertThat(claim.members()).extracting(Definition.Member::name).containsExactly("requests", "opaque");
        assertThat(claim.members().get(1).wire()).containsExactly(2, 1);
        assertThat(claim.members().get(1).type().definition())
                .isEqualTo("resource.v1beta1.OpaqueDeviceConfiguration");
    }

    @Test
    void pointersKeepExplicitZeros() {
        Definition deployment = definition("apps", "apps.v1.DeploymentSpec");
        assertThat(member(deployment, "replicas").presence()).isEqualTo(Presence.IF_SET);
        assertThat(member(deployment, "replicas").defaultValue()).isEqualTo(1L);
        assertThat(member(deployment, "minReadySeconds").presence()).isEqualTo(Presence.UNLESS_EMPTY);
        assertThat(member(deployment, "strategy").presence()).isEqualTo(Presence.ALWAYS);
        assertThat(member(deployment, "selector").presence()).isEqualTo(Presence.ALWAYS_OR_NULL);
    }

    @Test
    void aFieldWithoutATextHasThatOfItsType() {
        assertThat(member(definition("core", "core.v1.Pod"), "status").description())
                .startsWith("PodStatus represents information about the status of a pod.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            defaults.tsv|core.v1.Nothing,a,1|unknown definition core.v1.Nothing
            defaults.tsv|core.v1.PodSpec,nothing,1|unknown field core.v1.PodSpec.nothing
            defaults.tsv|core.v1.PodSpec,priority,"high"|not a int32: "high"
            defaults.tsv|core.v1.PodSpec,hostname,""|the default means nothing, as hostname is no pointer
            defaults.tsv|core.v1.PodSpec,dnsPolicy,"x"|the same as defaults.tsv:
            enums.tsv|core.v1.PodSpec,nothing,A|unknown field core.v1.PodSpec.nothing
            markers.tsv|core.v1.Nothing,.,,,atomic|unknown definition core.v1.Nothing
            presence.tsv|core.v1.PodSpec,nothing,list-null|unknown field core.v1.PodSpec.nothing
            pointers.tsv|core.v1.PodSpec,containers|pointers.tsv has core.v1.PodSpec.containers, too
            columns.tsv|core,Nothing,0,Name,string,,0,,.a|unknown resource core Nothing
            columns.tsv|core,Pod,99,Name,string,,0,@core.v1.Pod.nothing,.a|unknown field core.v1.Pod.nothing
            selectable.tsv|core,Nothing,a,a,|unknown resource core Nothing
            deprecations.tsv|core,v1,nothings,text,|unknown resource core.v1.nothings
            resources.tsv|core,v1,nothings,Nothing,cluster,,,,,on,|unknown definition core.v1.Nothing
            resources.tsv|core,v1,scales,ContainerImage,cluster,,,,,on,|columns.tsv has no rows for ContainerImage
            protobuf_inline.tsv|core.v1.Probe,nothing,x|unknown protobuf field core.v1.Probe.nothing
            protobuf_missing.tsv|core.v1.Other,core.v1.Nothing,|unknown message core.v1.Nothing
            protobuf_missing.tsv|core.v1.PodOS,,name=1:int32|core.v1.PodOS.name: string in JSON, int32 in protobuf
            protobuf_missing.tsv|core.v1.PodOS,,other=1:string|core.v1.PodOS.name: no protobuf number
            """)
    void aRowThatDoesNotFitIsRefused(String table, String row, String message) throws IOException {
        Files.writeString(tables.resolve(table), row.replace(',', '\t') + "\n",
                StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Generator.generate(tables, "core", ""))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aMessageThatIsNeitherInTheLibraryNorInTheTableIsRefused() throws IOException {
        Path table = tables.resolve("protobuf_missing.tsv");
        Files.write(table, Files.readAllLines(table).stream()
                .filter(line -> !line.startsWith("apiregistration.v1.APIServiceStatus\t")).toList());
        assertThatThrownBy(() -> Generator.generate(tables, "apiregistration", ""))
                .hasMessageContaining("V1APIServiceStatus: no protobuf message");
    }

    @Test
    void everyProblemHasALine() throws IOException {
        Files.writeString(tables.resolve("enums.tsv"), "core.v1.A\ta\tx\ncore.v1.B\tb\tx\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Generator.generate(tables, "core", ""))
                .hasMessageContaining("core.v1.A\n").hasMessageEndingWith("core.v1.B");
    }

    @Test
    void anUnknownGroupOrDefinitionIsRefused() {
        assertThatThrownBy(() -> Generator.generate(FACTS, "nothing", "core.v1.Nothing"))
                .hasMessageContaining("unknown group nothing")
                .hasMessageContaining("kinds.properties: unknown definition core.v1.Nothing");
    }

    private static Definition definition(String group, String name) {
        return Generator.generate(FACTS, group, "").definitions().stream()
                .filter(definition -> definition.name().equals(name)).findFirst().orElseThrow();
    }

    private static Definition.Member member(Definition definition, String name) {
        return definition.members().stream().filter(member -> member.name().equals(name)).findFirst().orElseThrow();
    }
}
