package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Every bundle has what its family has: a README, a described package, its contract test, its line in a feature. */
class FamiliesTest {

    /** Leaf family by prefix, and the kit that its members pass. */
    private static final Map<String, String> KITS = Map.of(
            "mortise.storage.", "mortise.tck.storage",
            "mortise.authn.", "mortise.tck.authentication",
            "mortise.authz.", "mortise.tck.authorization",
            "mortise.admission.", "mortise.tck.admission",
            "mortise.group.", "mortise.tck.group",
            "mortise.controller.", "mortise.tck.controller",
            "mortise.ops.", "mortise.tck.operations");
    private static final Pattern CONTRACT_TEST = Pattern.compile(
            "class \\w+ContractTest\\s+extends\\s+\\w+Contract\\b");

    /** What brings nothing that a kit is for: what speaks to key services and stores nothing, commands, their data. */
    private static final Set<String> NO_PLUGINS = Set.of("mortise.storage.encryption.kms", "mortise.ops.storetool",
            "mortise.storage.etcd.tools", "mortise.storage.rocksdb.tools");

    private final Reactor reactor = Reactor.get();

    @Test
    void everyBundleHasAReadme() {
        Offences offences = Offences.against("readme");
        for (Bundle bundle : reactor.bundles()) {
            offences.judging();
            Path readme = bundle.directory().resolve("README.md");
            if (!Files.exists(readme) || Reactor.text(readme).lines().filter(l -> !l.isBlank()).count() < 3) {
                offences.add(bundle.name(), "has no README.md of at least three lines");
            }
        }
        offences.assertNone();
    }

    @Test
    void everyPackageIsDescribedAndNullMarked() {
        Offences offences = Offences.against("package-info");
        for (Bundle bundle : reactor.ourBundles()) {
            Set<String> described = new HashSet<>();
            Set<String> folders = new TreeSet<>();
            for (SourceFile source : reactor.sourcesOf(bundle).stream().filter(SourceFile::isMain).toList()) {
                offences.judging();
                String folder = source.path().substring(0, source.path().lastIndexOf('/'));
                folders.add(folder);
                if (source.fileName().equals("package-info.java") && source.text().startsWith("/**")
                        && source.text().contains("@NullMarked")) {
                    described.add(folder);
                }
            }
            folders.stream().filter(f -> !described.contains(f)).forEach(f -> offences.add(f,
                    "needs a package-info.java that starts with a description and says @NullMarked"));
        }
        offences.assertNone();
    }

    @Test
    void everyPluginPassesTheContractTestOfItsFamily() {
        Offences offences = Offences.against("contract-tests");
        Set<String> names = reactor.bundleNames();
        Assertions.assertThat(names).as("bundles").contains("mortise.tck.storage");
        for (Bundle bundle : reactor.bundles()) {
            KITS.forEach((prefix, kit) -> {
                if (bundle.name().startsWith(prefix) && names.contains(kit) && !NO_PLUGINS.contains(bundle.name())) {
                    offences.judging();
                    boolean tested = reactor.sourcesOf(bundle).stream()
                            .anyMatch(s -> s.isTest() && CONTRACT_TEST.matcher(s.text()).find());
                    if (!tested) {
                        offences.add(bundle.name(), "has no `…ContractTest extends …Contract` of " + kit);
                    }
                }
            });
        }
        offences.assertNone();
    }

    @Test
    void everyShippedBundleIsInExactlyOneFeature() {
        Offences offences = Offences.against("feature-membership");
        Map<String, Set<String>> featuresOf = new TreeMap<>();
        featureFiles().forEach((file, text) -> Reactor.matches(text, "\"dev\\.mortise:(mortise\\.[a-z0-9.]+):\\$")
                .forEach(id -> featuresOf.computeIfAbsent(id, k -> new TreeSet<>()).add(file)));
        for (String name : reactor.bundleNames()) {
            offences.judging();
            Set<String> in = featuresOf.getOrDefault(name, Set.of());
            if (Family.isShipped(name) && in.size() != 1) {
                offences.add(name, in.isEmpty() ? "is in no file of features/" : "is in several features: " + in);
            }
            if (!Family.isShipped(name) && !in.isEmpty()) {
                offences.add(name, "is for building or testing only, yet in " + in);
            }
        }
        featuresOf.keySet().stream().filter(n -> !reactor.bundleNames().contains(n))
                .forEach(n -> offences.add(n, "is in a feature but not in bundles/"));
        offences.assertNone();
    }

    @Test
    void theBundlesOfAFeatureAreSortedAndListedOnce() {
        Offences offences = Offences.against("sorted-features");
        featureFiles().forEach((file, text) -> {
            for (String array : Reactor.matches(text, "\\[([^\\]]*)\\]")) {
                offences.judging();
                List<String> ids = Reactor.matches(array, "\"id\": *\"([^\"$]+):");
                List<String> sorted = new ArrayList<>(new TreeSet<>(ids));
                if (!sorted.equals(ids)) {
                    offences.add(file, "lists " + ids + " instead of " + sorted);
                }
            }
        });
        offences.assertNone();
    }

    /** The text of each feature by its path. */
    private Map<String, String> featureFiles() {
        Map<String, String> features = new TreeMap<>();
        try (Stream<Path> files = Files.list(reactor.root().resolve("features"))) {
            files.filter(f -> f.toString().endsWith(".json"))
                    .forEach(f -> features.put("features/" + f.getFileName(), Reactor.text(f)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return features;
    }
}
