package mortise.itests.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadPartsTest {

    @Test
    void objectsHaveTheSizesThatTheFiguresAreFor() {
        for (long n : List.of(0L, 7L, 9_999L, 123_456L)) {
            assertThat(Objects.podJson("pod-", n, n * 1_000_000_007L)).hasSizeBetween(2_250, 2_350);
            assertThat(Objects.configMapJson("map-", n, n * 1_000_000_007L)).hasSizeBetween(950, 1_050);
        }
    }

    @Test
    void onePercentOfThePodsIsRareAndTheyAreSpreadOverNodesAndNamespaces() {
        Set<String> places = new HashSet<>();
        int rare = 0;
        for (int n = 0; n < 10_000; n++) {
            String pod = new String(Objects.podJson("pod-", n, 0), StandardCharsets.UTF_8);
            rare += pod.contains("\"rare\":\"yes\"") ? 1 : 0;
            places.add(Objects.node(n));
            places.add(Objects.namespace(n));
        }
        assertThat(rare).isEqualTo(100);
        assertThat(places).hasSize(Objects.NODES + Objects.NAMESPACES);
    }

    @Test
    void eventsAreCountedAcrossReadsAndChunkSizesAreNot() {
        byte[] stream = "1a\r\n{\"type\":\"ADDED\"}\n\r\n1a\r\n{\"type\":\"MODIFIED\"}\n\r\n"
                .getBytes(StandardCharsets.UTF_8);
        Watchers.EventCounter counter = new Watchers.EventCounter();
        int events = 0;
        for (byte b : stream) {
            events += counter.count(new byte[] {b}, 1);
        }
        assertThat(events).isEqualTo(2);
    }

    @Test
    void theLastWordsOfAStreamAreItsEndHoweverItCame() {
        Watchers.LastWords words = new Watchers.LastWords();
        byte[] text = ("x".repeat(600) + "the end").getBytes(StandardCharsets.UTF_8);
        words.add(text, text.length);
        assertThat(words.toString()).hasSize(500).endsWith("xthe end");

        words.add(new byte[] {'!', '?'}, 1);
        assertThat(words.toString()).hasSize(500).endsWith("the end!");
    }

    @Test
    void percentilesAreOfTheSortedDurations() {
        Latencies latencies = new Latencies();
        for (int i = 5_000; i > 0; i--) {
            latencies.add(i * 1_000_000L);
        }
        assertThat(latencies.millisAt(0.5)).isEqualTo(2_500);
        assertThat(latencies.millisAt(0.99)).isEqualTo(4_950);
        assertThat(latencies.millisAt(1)).isEqualTo(5_000);
        assertThat(new Latencies().millisAt(0.5)).isZero();
    }

    @Test
    void cpuTimeAndMemoryAreReadFromProc() {
        String stat = "42 (odd) name) S 1 42 42 0 -1 4194304 1 2 3 4 250 50 7 8 20 0 9 0 1000 1 2";

        assertThat(ServerProcess.cpuMillis(stat)).isEqualTo(3_000);
        assertThat(ServerProcess.residentMegabytes("VmPeak:\t9 kB\nVmRSS:\t  400000 kB\n").getAsLong()).isEqualTo(409);
        assertThat(new ServerProcess(0).cpuMillis()).isEmpty();
    }

    @Test
    void aKubeconfigWithEmbeddedDataIsRead() throws IOException {
        String data = Base64.getEncoder().encodeToString("pem".getBytes(StandardCharsets.US_ASCII));
        Kubeconfig config = Kubeconfig.parse("clusters:\n- cluster:\n    certificate-authority-data: " + data
                + "\n    server: https://127.0.0.1:6443\nusers:\n- user:\n    token: \"abc\"\n", Path.of("."));

        assertThat(config.server().getPort()).isEqualTo(6443);
        assertThat(config.authority()).isEqualTo("pem");
        assertThat(config.token()).contains("abc");
        assertThat(config.certificate()).isEmpty();
    }

    @Test
    void aServerOnAnotherMachineIsRefused() {
        assertThatThrownBy(() -> Kubeconfig.parse("    server: https://10.0.0.1:6443\n", Path.of(".")))
                .isInstanceOf(IOException.class).hasMessageContaining("loopback");
    }

    @Test
    void argumentsHaveDefaultsAndWrongOnesAreNamed() {
        Arguments arguments = Arguments.parse("--kubeconfig", "k", "--clients", "4");

        assertThat(arguments.clients()).isEqualTo(4);
        assertThat(arguments.pods()).isEqualTo(10_000);
        assertThatThrownBy(() -> Arguments.parse("--kubeconfig", "k", "--client", "4"))
                .hasMessageContaining("--client");
        assertThatThrownBy(() -> Arguments.parse("--kubeconfig", "k", "--clients", "0"))
                .hasMessageContaining("--clients");
        assertThatThrownBy(() -> Arguments.parse("--clients", "4")).hasMessageContaining("--kubeconfig");
    }

    @Test
    void soakAndScaleAreChosenAndSwitchesStandAlone() {
        Arguments works = Arguments.parse("--kubeconfig", "k");
        assertThat(works.soakMinutes()).isZero();
        assertThat(works.scale()).isZero();
        assertThat(works.markdown()).isFalse();
        Arguments scale = Arguments.parse("--markdown", "--kubeconfig", "k", "--scale", "50000");
        assertThat(scale.scale()).isEqualTo(50_000);
        assertThat(scale.markdown()).isTrue();
        assertThat(Arguments.parse("--kubeconfig", "k", "--soak-minutes", "60").soakMinutes()).isEqualTo(60);
    }

    @Test
    void theHeapIsReadFromWhatTheJvmSaysOfIt() {
        ServerProcess.Heap heap = ServerProcess.heap("""
                42:
                 def new generation   total 19712K, used 1000K [0x1, 0x2, 0x3)
                  eden space 17536K,  68% used [0x1, 0x2, 0x3)
                 tenured generation   total 43712K, used 2000K [0x1, 0x2, 0x3)
                   the space 43712K,  37% used [0x1, 0x2, 0x3, 0x4)
                 Metaspace       used 4000K, committed 27392K, reserved 1114112K
                  class space    used 500K, committed 3392K, reserved 1048576K
                """);
        assertThat(heap.megabytes()).isEqualTo(3.072);
        assertThat(heap.metaspaceMegabytes()).isEqualTo(4.096);
    }

    @Test
    void tablesAreMarkdownIfWanted() {
        var out = new ByteArrayOutputStream();
        var report = new Report(new PrintStream(out, true, StandardCharsets.UTF_8), true);
        report.table("work", "ms");
        report.row("get", 1);
        report.note("slow");
        report.end();
        assertThat(out.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("| work | ms |\n| --- | --- |\n| get | 1 |\n\n* slow");
    }

    @Test
    void aTemplateDiffersInNumberAndNamespaceOnly() {
        byte[] first = "..proto-123456789..load-09..123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(new String(ProtobufTemplate.of(first).object(41), StandardCharsets.US_ASCII))
                .isEqualTo("..proto-000000041..load-01..000000041");
    }

    @Test
    void figuresKeepThreeDigitsThatMeanSomething() {
        assertThat(List.of(Report.number(12_345.6), Report.number(12.34), Report.number(1.234),
                Report.number(0.0123))).containsExactly("12346", "12.3", "1.23", "0.0123");
    }
}
