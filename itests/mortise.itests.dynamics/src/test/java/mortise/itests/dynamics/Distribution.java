package mortise.itests.dynamics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the built parts are. */
final class Distribution {

    private Distribution() {
    }

    /** The source tree that is being built. */
    static Path root() {
        return Path.of(System.getProperty("mortise.root")).toAbsolutePath().normalize();
    }

    /** The assembled default distribution. */
    static Path folder() {
        Path folder = root().resolve("distribution/target/mortise");
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException("there is no distribution at " + folder + "; build it first");
        }
        return folder;
    }

    /** The jar of a module below {@code itests/}. */
    static Path testBundle(String name) {
        return onlyJar(root().resolve("itests/" + name + "/target"), name);
    }

    /** The distribution's bundles, in start order. */
    static List<Path> bundles() {
        try (Stream<Path> files = Files.walk(folder().resolve("bundles"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path onlyJar(Path folder, String name) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-[^-]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no jar of " + name + " in " + folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
