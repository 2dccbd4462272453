package mortise.core.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;

/**
 * The bundles of a distribution, {@code bundles/NN/*.jar} with NN their start level. The jars are used in place. A
 * framework cache that was filled from exactly these files is used again; after any difference it is filled anew, so
 * new, changed and removed jars need no rules of their own. So it is after a start that did not get to its end: the
 * framework writes libraries that are inside of jars to its cache when they are first used, and takes a piece of one
 * for the whole.
 */
final class BundleSet {

    private static final String STAMP = "bundles.stamp";

    private final Path stamp;
    private final List<Path> jars;
    /** What the stamp of these jars says; a jar that changes while they are in use must not be taken for cached. */
    private final String content;

    private BundleSet(Path stamp, List<Path> jars, String content) {
        this.stamp = stamp;
        this.jars = jars;
        this.content = content;
    }

    static BundleSet of(Path bundles, Path cache) throws IOException {
        return of(bundles, cache, jar -> true);
    }

    /** Returns those bundles of a distribution that are wanted. */
    static BundleSet of(Path bundles, Path cache, Predicate<Path> wanted) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> levels = Files.list(bundles)) {
            for (Path level : levels.filter(folder -> folder.getFileName().toString().matches("\\d\\d")).toList()) {
                try (Stream<Path> files = Files.list(level)) {
                    files.filter(file -> file.toString().endsWith(".jar")).filter(wanted).forEach(jars::add);
                }
            }
        }
        jars.sort(null);
        return new BundleSet(cache.resolve(STAMP), jars, content(jars));
    }

    /** Says whether the framework's cache holds exactly these bundles. */
    boolean isCached() throws IOException {
        return Files.exists(stamp) && Files.readString(stamp).equals(content);
    }

    /** Called before the cache is touched: a process that is killed half-way must leave no cache that looks whole. */
    void forget() throws IOException {
        Files.deleteIfExists(stamp);
    }

    /** Called once everything has started: by then the framework has taken what it needs out of the jars. */
    void remember() throws IOException {
        PrivateFiles.write(stamp, content);
    }

    /** Installs every bundle, to be started at its level. */
    void install(BundleContext system) throws IOException {
        List<Bundle> installed = new ArrayList<>();
        for (Path jar : jars) {
            try {
                Bundle bundle = system.installBundle("reference:" + jar.toUri());
                bundle.adapt(BundleStartLevel.class).setStartLevel(level(jar));
                installed.add(bundle);
            } catch (BundleException e) {
                throw new StartException("cannot install " + jar, e);
            }
        }
        for (Bundle bundle : installed) {
            start(bundle);
        }
    }

    private static void start(Bundle bundle) {
        if (isFragment(bundle)) {
            return;
        }
        try {
            // The framework is not started yet, so this only marks the bundle for its level.
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        } catch (BundleException e) {
            throw new StartException("cannot mark " + bundle.getSymbolicName() + " for its start", e);
        }
    }

    static boolean isFragment(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    private static int level(Path jar) {
        return Integer.parseInt(jar.getParent().getFileName().toString());
    }

    private static String content(List<Path> jars) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path jar : jars) {
            text.append(jar).append('\t').append(Files.size(jar)).append('\t')
                    .append(Files.getLastModifiedTime(jar).toMillis()).append('\n');
        }
        return text.toString();
    }
}
