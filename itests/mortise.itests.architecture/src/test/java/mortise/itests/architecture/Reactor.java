package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The work tree that these tests judge: found from where they run, read once, never changed by reading. */
final class Reactor {

    private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git", "run", ".idea", ".settings");
    private static final Pattern TEXT = Pattern.compile(
            ".*\\.(java|xml|json|md|sh|cfg|config|txt|tsv|csv|bnd|properties|yaml|yml|html|js|css|bat|cmd)|mortise|run"
                    + "|NOTICE|LICENSE|\\.gitignore");
    // Last of the static fields: it is made with the others.
    private static final Reactor INSTANCE = new Reactor(findRoot());

    private final Path root;
    private final String version;
    private final List<Bundle> bundles;
    private final List<SourceFile> sources;

    private Reactor(Path root) {
        this.root = root;
        this.version = firstMatch(text(root.resolve("pom.xml")), "<version>([^<]+)</version>");
        this.bundles = bundleNames().stream().map(this::readBundle).toList();
        this.sources = SourceFile.parseAll(root, javaFiles());
    }

    static Reactor get() {
        return INSTANCE;
    }

    private static Path findRoot() {
        Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("bundles")) && Files.exists(folder.resolve("pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder above " + start + " has both a pom.xml and bundles/");
    }

    private Bundle readBundle(String name) {
        Path directory = root.resolve("bundles").resolve(name);
        Path jar = directory.resolve("target").resolve(name + "-" + version + ".jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException(name + " has no built jar; run `mvn package` on the whole reactor first");
        }
        return Bundle.read(directory, jar);
    }

    Path root() {
        return root;
    }

    /** This module's own folder. */
    Path module() {
        return root.resolve("itests").resolve("mortise.itests.architecture");
    }

    Path resources() {
        return module().resolve("src/test/resources");
    }

    List<Bundle> bundles() {
        return bundles;
    }

    List<Bundle> ourBundles() {
        return bundles.stream().filter(Bundle::isOurs).toList();
    }

    /** The folders of {@code bundles/} that hold a pom, sorted. */
    Set<String> bundleNames() {
        return foldersWithPom(root.resolve("bundles"));
    }

    static Set<String> foldersWithPom(Path parent) {
        try (Stream<Path> folders = Files.list(parent)) {
            Set<String> names = new TreeSet<>();
            folders.filter(f -> Files.exists(f.resolve("pom.xml"))).forEach(f -> names.add(f.getFileName().toString()));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every Java file of the bundles and the tests beside them. */
    List<SourceFile> sources() {
        return sources;
    }

    List<SourceFile> sourcesOf(Bundle bundle) {
        String prefix = "bundles/" + bundle.name() + "/";
        return sources.stream().filter(s -> s.path().startsWith(prefix)).toList();
    }

    private List<Path> javaFiles() {
        return files(root).stream().filter(f -> f.toString().endsWith(".java")).toList();
    }

    /** Every text file of the work tree by its path from the root, without what a build or a run leaves behind. */
    TreeMap<String, String> textFiles() {
        TreeMap<String, String> texts = new TreeMap<>();
        for (Path file : files(root)) {
            if (TEXT.matcher(file.getFileName().toString()).matches()) {
                texts.put(relative(root, file), text(file));
            }
        }
        return texts;
    }

    static String relative(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files(Path root) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<Path>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skipped = SKIPPED_FOLDERS.contains(folder.getFileName().toString());
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return files;
    }

    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> matches(String text, String pattern) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static String firstMatch(String text, String pattern) {
        List<String> found = matches(text, pattern);
        if (found.isEmpty()) {
            throw new IllegalStateException("the root pom has no " + pattern);
        }
        return found.get(0);
    }
}
