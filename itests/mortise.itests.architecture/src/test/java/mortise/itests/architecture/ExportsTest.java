package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who exports what, and that no package lives in two places. */
class ExportsTest {

    private final Reactor reactor = Reactor.get();

    @Test
    void onlyContractsAndWhatCoreBundlesNeedOfEachOtherIsExported() {
        Offences offences = Offences.against("export-policy");
        for (Bundle bundle : reactor.bundles()) {
            offences.judging();
            if (!Family.mayExport(bundle.name()) && !bundle.exports().isEmpty()) {
                offences.add(bundle.name(), "exports " + bundle.exports().keySet());
            }
        }
        offences.assertNone();
    }

    @Test
    void everyContractExportsSomething() {
        Offences offences = Offences.against("contracts-export");
        for (Bundle bundle : reactor.ourBundles()) {
            offences.judging();
            boolean contract = Set.of(Family.API, Family.SPI, Family.TCK).contains(Family.of(bundle.name()));
            if (contract && !bundle.exports().containsKey(bundle.name())) {
                offences.add(bundle.name(), "does not export its package of the same name");
            }
        }
        offences.assertNone();
    }

    @Test
    void everyExportedPackageHasAVersionAndNoneIsInternal() {
        Offences offences = Offences.against("exports-have-versions");
        for (Bundle bundle : reactor.bundles()) {
            bundle.exports().forEach((name, parameters) -> {
                offences.judging();
                if (!parameters.getOrDefault("version", "").matches("\\d+\\.\\d+\\.\\d+.*")) {
                    offences.add(bundle.name(), "exports " + name + " without a version");
                }
                if (name.matches(".*\\.internal(\\..*)?") && bundle.isOurs()) {
                    offences.add(bundle.name(), "exports the internal package " + name);
                }
            });
        }
        offences.assertNone();
    }

    @Test
    void exactlyTheExportingBundlesHaveAModuleDescriptorOfTheirName() {
        Offences offences = Offences.against("module-descriptors");
        for (Bundle bundle : reactor.ourBundles()) {
            offences.judging();
            boolean described = bundle.entries().contains("module-info.class");
            if (described == bundle.exports().isEmpty()) {
                offences.add(bundle.name(), described ? "has a module-info.class and exports nothing"
                        : "exports packages and has no module-info.class");
            } else if (described) {
                compareDescriptor(bundle, offences);
            }
        }
        offences.assertNone();
    }

    private static void compareDescriptor(Bundle bundle, Offences offences) {
        ModuleDescriptor module = ModuleFinder.of(bundle.jar()).findAll().iterator().next().descriptor();
        Set<String> exported = module.exports().stream().map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!module.name().equals(bundle.name())) {
            offences.add(bundle.name(), "is called " + module.name() + " in its module-info.class");
        }
        if (!exported.equals(bundle.exports().keySet())) {
            offences.add(bundle.name(), "exports " + bundle.exports().keySet() + ", its module-info.class " + exported);
        }
    }

    @Test
    void noPackageLivesInTwoJarsOfTheDistribution() {
        Offences offences = Offences.against("no-split-packages");
        Map<String, Set<String>> packages = packagesOfJars();
        Map<String, String> home = new TreeMap<>();
        packages.forEach((jar, names) -> {
            offences.judging();
            for (String name : names) {
                String other = home.putIfAbsent(name, jar);
                if (other != null) {
                    offences.add(name, "is in " + other + " and in " + jar);
                }
            }
        });
        offences.assertNone();
    }

    /** The jars that a user runs; before the distribution is built, those of the reactor. */
    private Map<String, Set<String>> packagesOfJars() {
        Map<String, Set<String>> packages = new TreeMap<>();
        reactor.bundles().forEach(b -> packages.put(b.jar().getFileName().toString(), b.packages()));
        Path distribution = reactor.root().resolve("distribution/target/mortise");
        if (Files.isDirectory(distribution)) {
            for (Path jar : jarsIn(distribution)) {
                packages.put(jar.getFileName().toString(), packagesOf(jar));
            }
        }
        return packages;
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".jar") && Files.isRegularFile(f)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> packagesOf(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Bundle.packagesOf(file.stream().map(e -> e.getName()).collect(Collectors.toSet()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar, e);
        }
    }
}
