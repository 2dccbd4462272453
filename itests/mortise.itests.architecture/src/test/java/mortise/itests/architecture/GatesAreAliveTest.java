package mortise.itests.architecture;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Gates that look at nothing pass: so they must have looked at everything, and each must be able to fail. */
class GatesAreAliveTest {

    private static final int OUR_BUNDLES_MIN = 20;
    private static final int CLASSES_PER_BUNDLE_MIN = 3;

    private final Reactor reactor = Reactor.get();

    @Test
    void theGatesReadEveryBundleOfTheReactor() {
        Set<String> read = new TreeSet<>();
        reactor.bundles().forEach(b -> read.add(b.name()));

        Assertions.assertThat(read).isEqualTo(reactor.bundleNames());
        Assertions.assertThat(reactor.ourBundles().size()).as("bundles of our own").isGreaterThan(OUR_BUNDLES_MIN);
        Assertions.assertThat(BuiltClasses.get().count()).as("classes in their jars")
                .isGreaterThan(CLASSES_PER_BUNDLE_MIN * reactor.ourBundles().size());
    }

    @Test
    void theGatesReadBuiltClassesOfEveryBundleThatHasSources() {
        for (Bundle bundle : reactor.ourBundles()) {
            boolean sources = reactor.sourcesOf(bundle).stream()
                    .anyMatch(s -> s.isMain() && !s.fileName().endsWith("-info.java"));
            Assertions.assertThat(!BuiltClasses.get().of(bundle).isEmpty()).as("classes in the jar of %s", bundle)
                    .isEqualTo(sources);
        }
    }

    @Test
    void theRootPomTurnsWarningsIntoErrors() {
        String pom = Reactor.text(reactor.root().resolve("pom.xml"));

        Assertions.assertThat(pom).contains("<arg>-Werror</arg>", "-Xlint:all", "restrict:=warning;is:=error",
                "<artifactId>bnd-baseline-maven-plugin</artifactId>", "-reproducible: true");
    }

    @Test
    void aHeaderIsSplitOutsideItsQuotes() {
        List<ManifestHeader> clauses = ManifestHeader.parse("a.b;c.d;version=\"1.0\";uses:=\"e,f;g\",h");

        Assertions.assertThat(clauses).containsExactly(
                new ManifestHeader(List.of("a.b", "c.d"), Map.of("version", "1.0", "uses:", "e,f;g")),
                new ManifestHeader(List.of("h"), Map.of()));
    }

    @Test
    void aLeafMayNotUseCoreOrAnotherLeafAndContractsMayNotUseLeaves() {
        Assertions.assertThat(Family.mayUse("mortise.authn.x509", "mortise.spi.authentication")).isTrue();
        Assertions.assertThat(Family.mayUse("mortise.authn.x509", "mortise.authn.anonymous")).isFalse();
        Assertions.assertThat(Family.mayUse("mortise.authn.x509", "mortise.core.cache")).isFalse();
        Assertions.assertThat(Family.mayUse("mortise.group.apps", "mortise.core.schema")).isTrue();
        Assertions.assertThat(Family.mayUse("mortise.spi.storage", "mortise.core.cache")).isFalse();
        Assertions.assertThat(Family.mayUse("mortise.api", "mortise.spi.storage")).isFalse();
        Assertions.assertThat(Family.mayUse("mortise.tck.storage", "mortise.storage.memory")).isFalse();
    }

    @Test
    void aCircleIsFoundAndNamed() {
        PackageGraph graph = new PackageGraph();
        graph.add("a", "b");
        graph.add("b", "c");
        Assertions.assertThat(graph.cycle()).isEmpty();

        graph.add("c", "b");
        Assertions.assertThat(graph.cycle()).containsExactly("b", "c", "b");
    }

    @Test
    void aSizeMayShrinkButNotGrow() {
        SizeRatchet ratchet = new SizeRatchet(reactor.resources().resolve("sizes.txt"),
                "file a 700\nfile b 650\nfile c 640\n");
        ratchet.judge("file", "a", 701, 600);
        ratchet.judge("file", "b", 640, 600);
        ratchet.judge("file", "d", 601, 600);
        ratchet.judge("file", "e", 600, 600);

        Assertions.assertThat(ratchet.offences()).containsExactly("file a has 701 lines, allowed are 700",
                "file d has 601 lines, allowed are 600", "file b is listed with 650 lines and has 640",
                "file c is listed with 640 lines and has shrunk below its limit");
    }

    @Test
    void anExcuseCoversItsSubjectOnlyAndIsMissedWhenNothingNeedsIt() {
        List<Offences.Excuse> excuses = Offences.Excuse.parse(
                "# why\nr | a/ | reason\nr | z/ | reason\nother | b | reason\n");
        Offences offences = new Offences("r", excuses);
        offences.judging();
        offences.add("a/X", "excused");
        offences.add("b", "found");

        Assertions.assertThat(offences.found()).hasSize(2).anyMatch(f -> f.equals("b: found"))
                .anyMatch(f -> f.contains("z/"));
        Assertions.assertThatThrownBy(offences::assertNone).isInstanceOf(AssertionError.class);
        Assertions.assertThatThrownBy(new Offences("r", List.of())::assertNone).isInstanceOf(AssertionError.class);
    }

    @Test
    void anExcuseWithoutAReasonIsRefused() {
        Assertions.assertThatThrownBy(() -> Offences.Excuse.parse("r | a |"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sourcesAreParsedSoThatCommentsAndStringsAreNotCode() {
        SourceFile self = reactor.sources().stream().filter(s -> s.fileName().equals("GatesAreAliveTest.java"))
                .findFirst().orElseThrow();
        // System.out in a comment
        String text = "System.out in a string";

        Assertions.assertThat(text).isNotEmpty();
        Assertions.assertThat(self.uses("System.out")).isEmpty();
        Assertions.assertThat(self.uses("Assertions.assertThat")).isNotEmpty();
        Assertions.assertThat(self.types()).containsExactly("GatesAreAliveTest");
        Assertions.assertThat(self.methods()).contains(
                new SourceFile.Found("GatesAreAliveTest.anExcuseWithoutAReasonIsRefused", 2));
        Assertions.assertThat(self.codeLines()).isLessThan(self.lines()).isPositive();
    }

    @Test
    void classesOfAJarTellItsPackages() {
        Assertions.assertThat(Bundle.packagesOf(Set.of("a/b/C.class", "META-INF/versions/9/x/Y.class", "r/s.txt",
                "module-info.class"))).containsExactly("a.b");
    }

    @Test
    void theListOfBundlesInThisPomIsReplacedBetweenItsComments() {
        String pom = "<x>\n" + BundleDependencies.BEGIN + "old\n" + BundleDependencies.END + "</x>\n";
        String rendered = BundleDependencies.render(new TreeSet<>(Set.of("b", "a")));

        String replaced = BundleDependencies.replace(pom, rendered);

        Assertions.assertThat(BundleDependencies.section(replaced)).isEqualTo(rendered);
        Assertions.assertThat(rendered.indexOf(">a<")).isLessThan(rendered.indexOf(">b<"));
    }
}
