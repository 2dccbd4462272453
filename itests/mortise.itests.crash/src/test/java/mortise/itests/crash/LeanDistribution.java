package mortise.itests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The assembled distribution with fewer plug-ins, so that a start costs about half: config maps and secrets, on any
 * store, for whoever has a token.
 */
final class LeanDistribution {

    private static final Pattern PLUGIN = Pattern.compile(".*/bundles/[12]0/.*");
    private static final Pattern NEEDED = Pattern.compile(".*/mortise\\.(group\\.core"
            + "|storage\\.(rocksdb|etcd)(\\.tools)?"
            + "|admission\\.namespacelifecycle|authn\\.tokenfile|authz\\.alwaysallow|controller\\.systemnamespaces"
            + "|ops\\.(health|storetool))-[^/]*");
    private static final long ARCHIVE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Path folder;
    private boolean archived;

    private LeanDistribution(Path folder) {
        this.folder = folder;
    }

    /** Makes one. */
    static LeanDistribution in(Path folder) throws IOException {
        Path full = Path.of(System.getProperty("mortise.root"), "distribution/target/mortise").normalize();
        if (!Files.isDirectory(full)) {
            throw new IOException("there is no distribution at " + full + "; build it first");
        }
        try (Stream<Path> files = Files.walk(full)) {
            for (Path file : files.filter(LeanDistribution::belongs).toList()) {
                Path copy = folder.resolve(full.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        Files.writeString(folder.resolve("config/mortise.core.http.cfg"), "authorization.mode = AlwaysAllow\n");
        return new LeanDistribution(folder);
    }

    private static boolean belongs(Path file) {
        String path = file.toString().replace('\\', '/');
        return !path.contains("/mortise/cache")
                && (Files.isDirectory(file) || !PLUGIN.matcher(path).matches() || NEEDED.matcher(path).matches());
    }

    /** Returns the start script. */
    Path script() {
        return folder.resolve("mortise");
    }

    /** Returns whether servers make and use a class archive. It takes as long as some starts, so that few do not. */
    boolean archived() {
        return archived;
    }

    /** Has them do so from now on. */
    void archive() {
        archived = true;
    }

    /** Waits until a server that runs has made the class archive. */
    void awaitArchive() throws IOException {
        Path cache = folder.resolve("cache");
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < ARCHIVE_NANOS) {
            if (Files.isDirectory(cache)) {
                try (Stream<Path> files = Files.list(cache)) {
                    List<Path> made = files.filter(Files::isRegularFile).toList();
                    if (!made.isEmpty()) {
                        return;
                    }
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        throw new IOException("no class archive was made in " + cache);
    }
}
