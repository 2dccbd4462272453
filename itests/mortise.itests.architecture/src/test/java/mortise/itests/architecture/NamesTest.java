package mortise.itests.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** One name four times, and leaf poms that only list dependencies. */
class NamesTest {

    private final Reactor reactor = Reactor.get();

    @Test
    void aBundleIsNamedLikeItsFolderItsArtifactAndItsRootPackage() {
        Offences offences = Offences.against("one-name-four-times");
        for (Bundle bundle : reactor.bundles()) {
            offences.judging();
            String artifact = "<artifactId>" + bundle.name() + "</artifactId>";
            if (!pomOf(bundle).contains(artifact)) {
                offences.add(bundle.name(), "its pom lacks " + artifact);
            }
            if (!bundle.symbolicName().equals(bundle.name())) {
                offences.add(bundle.name(), "Bundle-SymbolicName is " + bundle.symbolicName());
            }
            if (bundle.isOurs()) {
                bundle.packages().stream()
                        .filter(p -> !p.equals(bundle.name()) && !p.startsWith(bundle.name() + "."))
                        .forEach(p -> offences.add(bundle.name(), "holds the package " + p));
            }
        }
        offences.assertNone();
    }

    @Test
    void aLeafPomHasNoBuildLogicAndNoVersions() {
        Offences offences = Offences.against("plain-leaf-poms");
        for (Bundle bundle : reactor.bundles()) {
            offences.judging();
            String pom = pomOf(bundle);
            for (String element : List.of("build", "profiles", "dependencyManagement", "repositories", "modules")) {
                if (pom.contains("<" + element + ">")) {
                    offences.add(bundle.name(), "its pom has <" + element + ">, which belongs into the root pom");
                }
            }
            Reactor.matches(pom, "<version>([^<]*)</version>").stream().skip(1)
                    .filter(v -> !v.equals("${project.version}"))
                    .forEach(v -> offences.add(bundle.name(), "its pom names the version " + v));
        }
        offences.assertNone();
    }

    @Test
    void everyBundleIsAModuleOfTheRootPomAndTheListIsSorted() {
        String pom = Reactor.text(reactor.root().resolve("pom.xml"));
        List<String> modules = Reactor.matches(pom, "<module>(bundles/[^<]+)</module>");
        Set<String> folders = new TreeSet<>();
        reactor.bundleNames().forEach(n -> folders.add("bundles/" + n));

        Assertions.assertThat(modules).as("<module> lines of the root pom against the folders of bundles/")
                .containsExactlyElementsOf(folders);
    }

    @Test
    void thisModuleDependsOnEveryBundleSoThatItIsBuiltLast() {
        Path file = reactor.module().resolve("pom.xml");
        String pom = Reactor.text(file);
        String dependencies = BundleDependencies.render(reactor.bundleNames());
        if (Golden.isUpdate()) {
            Golden.write(file, BundleDependencies.replace(pom, dependencies));
            return;
        }
        Assertions.assertThat(BundleDependencies.section(pom))
                .as("the list of bundles in %s; -D%s=true rewrites it", file, Golden.UPDATE).isEqualTo(dependencies);
    }

    @Test
    void classNamesSayWhatAThingIs() {
        Offences offences = Offences.against("no-empty-suffixes");
        for (SourceFile source : reactor.sources()) {
            offences.judging();
            source.types().stream().filter(t -> t.matches(".*(Impl|Utils?|Helpers?)"))
                    .forEach(t -> offences.add(source.path(), t + " ends with a word that says nothing"));
        }
        offences.assertNone();
    }

    private static String pomOf(Bundle bundle) {
        return Reactor.text(bundle.directory().resolve("pom.xml"));
    }
}
