package mortise.core.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the launcher as a process of its own on a small distribution. */
class LauncherTest {

    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;
    private SampleDistribution distribution;

    @BeforeEach
    void layOut() throws IOException {
        distribution = new SampleDistribution(folder);
    }

    @Test
    void theUserIsToldAddressAndKubeconfigAndATerminationIsOrderly() throws IOException {
        try (var run = distribution.start("--secure-port=7001")) {
            assertThat(run.ready()).contains("is ready at http://127.0.0.1:7001 after ");
            Path kubeconfig = distribution.data.resolve("admin.kubeconfig");
            run.line(line -> line.equals("  export KUBECONFIG=" + kubeconfig));
            assertThat(Files.readString(kubeconfig)).contains("server: https://127.0.0.1:7001\n");

            run.terminate();

            assertThat(run.exitCode()).isEqualTo(TERMINATED);
        }
    }

    @Test
    void aFlagWinsOverAFileAndTheKubeconfigFollowsThePort() throws IOException {
        distribution.config("secure.port = 7002\n");
        try (var run = distribution.start()) {
            assertThat(run.ready()).contains("http://127.0.0.1:7002");
        }
        try (var run = distribution.start("--secure-port", "7003")) {
            assertThat(run.ready()).contains("http://127.0.0.1:7003");
            assertThat(Files.readString(distribution.data.resolve("admin.kubeconfig"))).contains(":7003\n");
        }
    }

    @Test
    void anUnknownFlagEndsTheStartWithOneLineAndExitCode2() throws IOException {
        try (var run = distribution.start("--secure-prot=1")) {
            assertThat(run.line(line -> true))
                    .isEqualTo("mortise: unknown flag --secure-prot; did you mean --secure-port?");
            assertThat(run.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void aCoreBundleThatLacksAPackageEndsTheStartAndIsNamed() throws IOException {
        distribution.bundle("bundles/05/broken.jar", Map.of("Bundle-SymbolicName", "mortise.core.broken",
                "Import-Package", "com.acme.missing;version=\"[1.2,2)\""));
        try (var run = distribution.start("--secure-port=7004")) {
            assertThat(run.line(line -> line.startsWith("mortise: "))).isEqualTo("mortise: these bundles do not start:"
                    + " mortise.core.broken (it needs package com.acme.missing [1.2.0,2.0.0))");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void aPluginThatLacksAPackageIsNamedAndHurtsNothingElse() throws IOException {
        distribution.bundle("bundles/10/broken.jar", Map.of("Bundle-SymbolicName", "mortise.group.broken",
                "Import-Package", "com.acme.missing"));
        try (var run = distribution.start("--secure-port=7005")) {
            run.ready();
            assertThat(run.line(line -> line.contains("mortise.group.broken")))
                    .contains("ERROR").endsWith("it needs package com.acme.missing");
        }
    }

    @Test
    void aDroppedBundleThatLacksACapabilityIsNamedInOneLine() throws IOException {
        try (var run = distribution.start("--secure-port=7015")) {
            run.ready();
            distribution.bundle("deploy/dropped.jar", Map.of("Bundle-SymbolicName", "com.acme.dropped",
                    "Require-Capability", "com.acme.colour;filter:=\"(colour=green)\""));

            run.line(line -> line.contains("com.acme.dropped needs com.acme.colour (colour=green)"));
        }
    }

    @Test
    void aDroppedBundleThatLacksAPackageIsNamedInOneLine() throws IOException {
        try (var run = distribution.start("--secure-port=7006")) {
            run.ready();
            distribution.bundle("deploy/dropped.jar", Map.of("Bundle-SymbolicName", "com.acme.dropped",
                    "Import-Package", "com.acme.missing;version=\"3\""));

            assertThat(run.line(line -> line.contains("com.acme.dropped needs package com.acme.missing from 3.0.0")))
                    .contains("org.apache.felix.fileinstall");
        }
    }

    @Test
    void changedNewAndRemovedJarsAreNoticedOnAFilledCache() throws IOException {
        Path extra = distribution.home.resolve("bundles/10/extra.jar");
        try (var run = distribution.start("--secure-port=7007")) {
            run.ready();
        }
        distribution.bundle("bundles/10/extra.jar", Map.of("Bundle-SymbolicName", "mortise.group.extra",
                "Import-Package", "com.acme.one"));
        try (var run = distribution.start("--secure-port=7007")) {
            run.line(line -> line.endsWith("mortise.group.extra does not start: it needs package com.acme.one"));
            run.ready();
        }
        distribution.bundle("bundles/10/extra.jar", Map.of("Bundle-SymbolicName", "mortise.group.extra",
                "Import-Package", "com.acme.second"));
        try (var run = distribution.start("--secure-port=7007")) {
            run.line(line -> line.endsWith("mortise.group.extra does not start: it needs package com.acme.second"));
        }
        Files.delete(extra);
        try (var run = distribution.start("--secure-port=7007", "--log-level=warn")) {
            assertThat(run.line(line -> true)).contains("is ready at");
        }
    }

    @Test
    void theCacheOfAStartThatDidNotGetToItsEndIsMadeAnew() throws IOException {
        distribution.component("bundles/10/picky.jar", "mortise.authn.picky", PickyComponent.class);
        Path found = distribution.data.resolve("cache/framework/found");
        try (var run = distribution.start("--secure-port=7016", "--picky-colour=red")) {
            run.ready();
        }
        Files.writeString(found, "there as long as the cache is");
        try (var run = distribution.start("--secure-port=7016", "--picky-colour=red")) {
            run.ready();
            assertThat(found).exists();
        }
        try (var run = distribution.start("--secure-port=7016", "--picky-colour=pink")) {
            assertThat(run.exitCode()).isEqualTo(2);
        }
        try (var run = distribution.start("--secure-port=7016", "--picky-colour=red")) {
            run.ready();
            assertThat(found).doesNotExist();
        }
    }

    @Test
    void aSecondServerOnTheSameDataFolderIsRefused() throws IOException {
        try (var first = distribution.start("--secure-port=7008")) {
            first.ready();
            try (var second = distribution.start("--secure-port=7009")) {
                assertThat(second.line(line -> true))
                        .matches("mortise: data directory " + distribution.data + " is in use by process \\d+");
                assertThat(second.exitCode()).isEqualTo(1);
            }
        }
    }

    @Test
    void aFlagThatAComponentRefusesEndsTheStartWithOneLineAndExitCode2() throws IOException {
        distribution.component("bundles/10/picky.jar", "mortise.authn.picky", PickyComponent.class);
        try (var run = distribution.start("--secure-port=7012", "--picky-colour=pink")) {
            assertThat(run.line(line -> true))
                    .isEqualTo("mortise: bad value \"pink\" for flag --picky-colour: pink is no colour");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.count()).isEqualTo(1);
        }
    }

    @Test
    void aComponentThatFailsWithoutAFlagEndsTheStartWithOneLineAndExitCode1() throws IOException {
        distribution.component("bundles/10/picky.jar", "mortise.authn.picky", PickyComponent.class);
        Files.writeString(distribution.home.resolve("config/mortise.authn.picky.cfg"), "picky.colour = grey\n");
        try (var run = distribution.start("--secure-port=7013")) {
            assertThat(run.line(line -> true))
                    .isEqualTo("mortise: mortise.authn.picky does not start: picky.colour: grey is no colour");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.count()).isEqualTo(1);
        }
    }

    @Test
    void aSettingThatBecomesBadLaterIsOneRecordAndTheServerGoesOn() throws IOException {
        distribution.component("bundles/10/picky.jar", "mortise.authn.picky", PickyComponent.class);
        Path file = distribution.home.resolve("config/mortise.authn.picky.cfg");
        Files.writeString(file, "picky.colour = red\n");
        try (var run = distribution.start("--secure-port=7014")) {
            run.ready();
            Files.writeString(file, "picky.colour = grey12\n");
            assertThat(run.line(line -> line.contains("grey12")))
                    .endsWith("PickyComponent does not start: picky.colour: grey12 is no colour").contains(" ERROR ");
            Files.writeString(file, "picky.colour = green\n");
            run.line(line -> line.endsWith("painted green"));
        }
    }

    @Test
    void recordsAreJsonOnRequest() throws IOException {
        distribution.config("secure.port = 7010\n");
        try (var run = distribution.start("--log-format=json")) {
            run.ready();
            assertThat(run.line(line -> line.contains("fileinstall")))
                    .matches("\\{\"time\":\"[^\"]+\",\"level\":\"INFO\","
                            + "\"logger\":\"org.apache.felix.fileinstall\".*}");
        }
    }

    @Test
    void theFirstStartMakesAClassArchiveThatLaterStartsUse() throws IOException {
        Path archive = distribution.data.resolve("cache/classes-b-1");
        try (var run = distribution.start(Map.of(ArchiveTraining.ARCHIVE, archive.toString()), List.of(),
                "--secure-port=7011")) {
            run.line(line -> line.endsWith("later starts are faster: made " + archive));
        }
        String use = Runtime.version().feature() < 25 ? "-XX:SharedArchiveFile=" : "-XX:AOTCache=";
        try (var run = distribution.start(Map.of(), List.of(use + archive, "-Xlog:class+load"),
                "--secure-port=7011")) {
            assertThat(run.line(line -> line.contains(Launcher.class.getName() + " "))).contains("shared objects file");
            run.ready();
        }
    }
}
