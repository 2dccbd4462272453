package mortise.build.assembler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Lays out the folder of a distribution:
 *
 * <pre>
 * mortise                   start script
 * lib/*.jar                 class path of the launcher
 * bundles/NN/*.jar          bundles, NN = start level
 * config/*.cfg              default configuration, one file for each PID
 * deploy/                   drop bundles here
 * metatype/flags.tsv        start flags, see {@link FlagIndex}
 * distribution.properties   name, version, build id, packages exported by the system bundle
 * LICENSE, NOTICE
 * </pre>
 *
 * <p>The folder is made beside its final place and then renamed, so a failing build leaves no half distribution.
 */
public final class Assembler {

    private final Path features;
    private final Path repository;
    private final Path root;
    private final Path output;

    private Assembler(Path features, Path repository, Path root, Path output) {
        this.features = features;
        this.repository = repository;
        this.root = root;
        this.output = output;
    }

    /**
     * Assembles one distribution.
     *
     * @param args folder of the feature files with versions filled in; name of the distribution's feature file; folder
     *         with the artifacts in Maven's repository layout; root of the source tree (start script, {@code config/},
     *         licence); folder to write; version
     * @throws IOException when a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 6) {
            throw new AssemblyException("arguments: FEATURES NAME REPOSITORY ROOT OUTPUT VERSION");
        }
        new Assembler(Path.of(args[0]), Path.of(args[2]), Path.of(args[3]), Path.of(args[4]))
                .assemble(args[1], args[5]);
    }

    private void assemble(String name, String version) throws IOException {
        FeatureFolder folder = new FeatureFolder(features);
        requireNothingUnlisted(Distribution.readAll(folder));
        Distribution distribution = Distribution.read(folder, name);
        Path next = output.resolveSibling(output.getFileName() + ".next");
        deleteTree(next);
        Files.createDirectories(next.resolve("deploy"));
        MessageDigest digest = sha256();
        copyClassPath(distribution, next, digest);
        copyBundles(distribution, next, digest);
        copyRootFiles(next);
        writeConfigurations(distribution, next.resolve("config"));
        writeProperties(distribution, version, next, digest);
        deleteTree(output);
        Files.move(next, output);
    }

    private void copyClassPath(Distribution distribution, Path next, MessageDigest digest) throws IOException {
        Files.createDirectories(next.resolve("lib"));
        for (Artifact artifact : distribution.classPath()) {
            copy(artifact, next.resolve("lib"), digest);
        }
    }

    private void copyBundles(Distribution distribution, Path next, MessageDigest digest) throws IOException {
        FlagIndex flags = new FlagIndex();
        for (Artifact artifact : distribution.bundles()) {
            String level = String.format("%02d", artifact.startLevel());
            Path jar = copy(artifact, Files.createDirectories(next.resolve("bundles").resolve(level)), digest);
            try (JarFile opened = new JarFile(jar.toFile())) {
                flags.add(opened);
            }
        }
        Files.createDirectories(next.resolve("metatype"));
        Files.writeString(next.resolve("metatype/flags.tsv"), flags.table());
    }

    private Path copy(Artifact artifact, Path folder, MessageDigest digest) throws IOException {
        Path jar = artifact.jarIn(repository);
        digest.update(artifact.fileName().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(jar));
        return Files.copy(jar, folder.resolve(artifact.fileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void copyRootFiles(Path next) throws IOException {
        for (String name : List.of("mortise", "LICENSE", "NOTICE")) {
            Path file = root.resolve(name);
            if (Files.exists(file)) {
                Files.copy(file, next.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.createDirectories(next.resolve("config"));
        try (Stream<Path> files = Files.list(root.resolve("config"))) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(cfg|config)")).sorted().toList()) {
                Files.copy(file, next.resolve("config").resolve(file.getFileName()));
            }
        }
    }

    /** What a feature file configures takes the place of the default file of that PID. */
    private static void writeConfigurations(Distribution distribution, Path folder) throws IOException {
        for (Map.Entry<String, Map<String, Object>> entry : distribution.configurations().entrySet()) {
            StringBuilder text = new StringBuilder("# From the feature files of " + distribution.name() + ".\n");
            new TreeMap<>(entry.getValue()).forEach((key, value) -> text.append(key).append(" = ").append(value)
                    .append('\n'));
            Files.writeString(folder.resolve(entry.getKey() + ".cfg"), text);
        }
    }

    private void writeProperties(Distribution distribution, String version, Path next, MessageDigest digest)
            throws IOException {
        ExportedPackages packages = new ExportedPackages();
        for (Artifact artifact : distribution.classPath()) {
            if (artifact.exported()) {
                try (JarFile jar = new JarFile(artifact.jarIn(repository).toFile())) {
                    packages.add(jar);
                }
            }
        }
        Files.writeString(next.resolve("distribution.properties"), "name=" + distribution.name() + "\nversion="
                + version + "\nbuild.id=" + HexFormat.of().formatHex(digest.digest()).substring(0, 16)
                + "\nsystem.packages=" + packages.property() + "\n");
    }

    /** The pom of the distribution only serves to fetch and order; the feature files decide. So both must agree. */
    private void requireNothingUnlisted(Distribution everything) throws IOException {
        Set<Path> listed = new HashSet<>();
        Stream.concat(everything.bundles().stream(), everything.classPath().stream())
                .forEach(artifact -> listed.add(artifact.pathIn(repository)));
        Set<String> unlisted = new TreeSet<>();
        try (Stream<Path> files = Files.walk(repository)) {
            files.filter(file -> file.toString().endsWith(".jar") && !listed.contains(file))
                    .forEach(file -> unlisted.add(file.getFileName().toString()));
        }
        if (!unlisted.isEmpty()) {
            throw new AssemblyException("dependencies of distribution/pom.xml that no feature file lists: " + unlisted);
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssemblyException("every JDK has SHA-256", e);
        }
    }
}
