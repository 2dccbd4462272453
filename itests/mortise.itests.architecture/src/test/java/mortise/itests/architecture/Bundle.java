package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A bundle of the reactor as it was built.
 *
 * @param directory its folder under {@code bundles/}
 * @param jar what Maven built from it
 * @param manifest the jar's manifest
 * @param entries the names of the jar's files
 */
record Bundle(Path directory, Path jar, Manifest manifest, Set<String> entries) {

    static Bundle read(Path directory, Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Set<String> entries = new TreeSet<>();
            file.stream().filter(e -> !e.isDirectory()).forEach(e -> entries.add(e.getName()));
            return new Bundle(directory, jar, file.getManifest(), entries);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar, e);
        }
    }

    String name() {
        return directory.getFileName().toString();
    }

    String header(String name) {
        String value = manifest.getMainAttributes().getValue(name);
        return value == null ? "" : value;
    }

    String symbolicName() {
        List<ManifestHeader> clauses = ManifestHeader.parse(header("Bundle-SymbolicName"));
        return clauses.isEmpty() ? "" : clauses.get(0).paths().get(0);
    }

    /** Exported packages with their parameters. */
    Map<String, Map<String, String>> exports() {
        return packagesOf("Export-Package");
    }

    Map<String, Map<String, String>> imports() {
        return packagesOf("Import-Package");
    }

    private Map<String, Map<String, String>> packagesOf(String header) {
        Map<String, Map<String, String>> packages = new TreeMap<>();
        for (ManifestHeader clause : ManifestHeader.parse(header(header))) {
            clause.paths().forEach(path -> packages.put(path, clause.parameters()));
        }
        return packages;
    }

    /** The packages that hold at least one class in this jar. */
    Set<String> packages() {
        return packagesOf(entries);
    }

    static Set<String> packagesOf(Set<String> entries) {
        Set<String> packages = new TreeSet<>();
        for (String entry : entries) {
            int slash = entry.lastIndexOf('/');
            if (entry.endsWith(".class") && slash > 0 && !entry.startsWith("META-INF/")) {
                packages.add(entry.substring(0, slash).replace('/', '.'));
            }
        }
        return packages;
    }

    boolean isOurs() {
        return Family.of(name()) != Family.WRAP;
    }

    @Override
    public String toString() {
        return name();
    }
}
