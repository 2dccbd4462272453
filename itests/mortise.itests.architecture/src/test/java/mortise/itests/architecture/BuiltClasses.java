package mortise.itests.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;

/** The classes of our bundles, read from their jars. What is not ours stays a bare name. */
final class BuiltClasses {

    private static final BuiltClasses INSTANCE = new BuiltClasses();

    private final Map<Bundle, List<JavaClass>> classes = new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
    private final Map<String, String> bundleOfPackage = new TreeMap<>();

    private BuiltClasses() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        for (Bundle bundle : Reactor.get().ourBundles()) {
            classes.put(bundle, read(bundle));
            bundle.packages().forEach(p -> bundleOfPackage.put(p, bundle.name()));
        }
    }

    static BuiltClasses get() {
        return INSTANCE;
    }

    private static List<JavaClass> read(Bundle bundle) {
        try (JarFile jar = new JarFile(bundle.jar().toFile())) {
            JavaClasses imported = new ClassFileImporter().importJar(jar);
            return imported.stream().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<JavaClass> of(Bundle bundle) {
        return classes.getOrDefault(bundle, List.of());
    }

    int count() {
        return classes.values().stream().mapToInt(List::size).sum();
    }

    /** The bundle that holds this package, or an empty string when it is not one of ours. */
    String bundleOf(String packageName) {
        return bundleOfPackage.getOrDefault(packageName, "");
    }

    /** Names of our bundles that the class refers to, with one referred class each. */
    Map<String, String> bundlesUsedBy(JavaClass user) {
        Map<String, String> used = new TreeMap<>();
        user.getDirectDependenciesFromSelf().forEach(d -> {
            JavaClass target = d.getTargetClass().getBaseComponentType();
            String bundle = bundleOf(target.getPackageName());
            if (!bundle.isEmpty()) {
                used.putIfAbsent(bundle, target.getName());
            }
        });
        return used;
    }

    /** Packages named in what the class shows to others: supertypes and public or protected members, generics too. */
    static Set<String> packagesShownBy(JavaClass type) {
        Set<JavaClass> shown = new HashSet<>();
        type.getInterfaces().forEach(t -> shown.addAll(t.getAllInvolvedRawTypes()));
        type.getSuperclass().ifPresent(t -> shown.addAll(t.getAllInvolvedRawTypes()));
        type.getMembers().stream().filter(m -> isVisible(m.getModifiers()))
                .forEach(m -> shown.addAll(m.getAllInvolvedRawTypes()));
        Set<String> packages = new TreeSet<>();
        shown.forEach(c -> packages.add(c.getBaseComponentType().getPackageName()));
        packages.remove("");
        return packages;
    }

    static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC)
                || modifiers.contains(JavaModifier.PROTECTED);
    }
}
