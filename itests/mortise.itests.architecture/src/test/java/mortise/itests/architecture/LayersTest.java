package mortise.itests.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code api <- spi <- core <- leaves}, and leaves never see each other. */
class LayersTest {

    private static final Pattern FOREIGN = Pattern.compile(
            "(com\\.fasterxml\\.jackson|org\\.eclipse\\.jetty|io\\.etcd|org\\.rocksdb|com\\.google\\.protobuf"
                    + "|org\\.yaml|org\\.bouncycastle|org\\.jose4j|dev\\.cel)(\\..*)?");

    private final Reactor reactor = Reactor.get();
    private final BuiltClasses classes = BuiltClasses.get();

    @Test
    void aBundleImportsOnlyWhatItsLayerMayKnow() {
        Offences offences = Offences.against("layers-by-import");
        for (Bundle bundle : reactor.ourBundles()) {
            for (String imported : bundle.imports().keySet()) {
                offences.judging();
                String used = classes.bundleOf(imported);
                if (!used.isEmpty() && !Family.mayUse(bundle.name(), used)) {
                    offences.add(bundle.name(), "imports " + imported + " of " + used);
                }
            }
        }
        offences.assertNone();
    }

    @Test
    void aClassRefersOnlyToBundlesItsLayerMayKnow() {
        Offences offences = Offences.against("layers-by-class");
        for (Bundle bundle : reactor.ourBundles()) {
            for (JavaClass type : classes.of(bundle)) {
                offences.judging();
                classes.bundlesUsedBy(type).forEach((used, example) -> {
                    if (!Family.mayUse(bundle.name(), used)) {
                        offences.add(type.getName(), "refers to " + example + " of " + used);
                    }
                });
            }
        }
        offences.assertNone();
    }

    @Test
    void aClassOfAnotherBundleIsReachedOnlyThroughAnExportedPackage() {
        Offences offences = Offences.against("only-exported-packages-are-used");
        for (Bundle bundle : reactor.ourBundles()) {
            for (JavaClass type : classes.of(bundle)) {
                offences.judging();
                classes.bundlesUsedBy(type).forEach((used, example) -> {
                    String packageName = example.substring(0, example.lastIndexOf('.'));
                    if (!used.equals(bundle.name()) && !exports(used).contains(packageName)
                            && Family.of(bundle.name()) != Family.BUILD) {
                        offences.add(type.getName(), "refers to " + example + ", which " + used + " does not export");
                    }
                });
            }
        }
        offences.assertNone();
    }

    private Set<String> exports(String name) {
        return reactor.bundles().stream().filter(b -> b.name().equals(name)).findFirst().orElseThrow().exports()
                .keySet();
    }

    @Test
    void exportedTypesShowNoTypeOfALibrary() {
        Offences offences = Offences.against("no-library-types-in-exports");
        for (Bundle bundle : reactor.ourBundles()) {
            Set<String> exported = bundle.exports().keySet();
            for (JavaClass type : classes.of(bundle)) {
                if (exported.contains(type.getPackageName()) && BuiltClasses.isVisible(type.getModifiers())) {
                    offences.judging();
                    BuiltClasses.packagesShownBy(type).stream().filter(p -> FOREIGN.matcher(p).matches())
                            .forEach(p -> offences.add(type.getName(), "shows a type of " + p));
                }
            }
        }
        offences.assertNone();
    }

    @Test
    void packagesOfABundleDoNotReferToEachOtherInACircle() {
        Offences offences = Offences.against("no-package-cycles");
        for (Bundle bundle : reactor.ourBundles()) {
            offences.judging();
            PackageGraph graph = new PackageGraph();
            Set<String> own = bundle.packages();
            classes.of(bundle).forEach(type -> type.getDirectDependenciesFromSelf().forEach(d -> {
                String used = d.getTargetClass().getBaseComponentType().getPackageName();
                if (own.contains(used)) {
                    graph.add(type.getPackageName(), used);
                }
            }));
            if (!graph.cycle().isEmpty()) {
                offences.add(bundle.name(), String.join(" -> ", graph.cycle()));
            }
        }
        offences.assertNone();
    }

    @Test
    void bundlesDoNotReferToEachOtherInACircle() {
        Offences offences = Offences.against("no-bundle-cycles");
        PackageGraph graph = new PackageGraph();
        for (Bundle bundle : reactor.ourBundles()) {
            offences.judging();
            for (JavaClass type : classes.of(bundle)) {
                classes.bundlesUsedBy(type).keySet().forEach(used -> graph.add(bundle.name(), used));
            }
        }
        if (!graph.cycle().isEmpty()) {
            offences.add(graph.cycle().get(0), String.join(" -> ", graph.cycle()));
        }
        offences.assertNone();
    }
}
