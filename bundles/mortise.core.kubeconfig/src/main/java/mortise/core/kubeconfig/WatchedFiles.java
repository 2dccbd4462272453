package mortise.core.kubeconfig;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the files say now. They are looked at on use, every few seconds at most, by the one thread that comes first;
 * the others go on with what is known. When one becomes unusable, nothing changes. Thread-safe.
 */
final class WatchedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedFiles.class);

    private final Source source;
    private final Optional<Path> kubeconfig;
    private final ClientSettings settings;
    private final InstantSource clock;
    private final AtomicLong lookedMillis;
    /** Written under this object's lock. */
    private volatile Loaded loaded;
    /** The problem in the log last, so that it is there once. Guarded by this lock. */
    private String problem = "";

    private interface Source {
        Target target() throws KubeconfigException;
    }

    private record Target(Cluster cluster, User user) {
    }

    private record Loaded(Configured configured, FileStamps stamps) {
    }

    private WatchedFiles(Source source, Optional<Path> kubeconfig, ClientSettings settings)
            throws KubeconfigException {
        this.source = source;
        this.kubeconfig = kubeconfig;
        this.settings = settings;
        clock = settings.clock();
        lookedMillis = new AtomicLong(clock.millis());
        loaded = load();
    }

    static WatchedFiles kubeconfig(Path file, ClientSettings settings) throws KubeconfigException {
        return new WatchedFiles(() -> {
            Kubeconfig read = Kubeconfig.read(file, settings.apiDomain());
            try {
                return new Target(read.cluster(), read.user());
            } catch (KubeconfigException e) {
                throw new KubeconfigException("kubeconfig " + file + ": " + e.getMessage());
            }
        }, Optional.of(file), settings);
    }

    static WatchedFiles of(Cluster cluster, User user, ClientSettings settings) throws KubeconfigException {
        return new WatchedFiles(() -> new Target(cluster, user), Optional.empty(), settings);
    }

    Configured current() {
        long now = clock.millis();
        long looked = lookedMillis.get();
        // A clock that was set back must not keep us from looking.
        boolean due = now - looked >= KubeconfigClient.LOOK_PERIOD.toMillis() || now < looked;
        if (due && lookedMillis.compareAndSet(looked, now)) {
            reloadIfChanged();
        }
        return loaded.configured();
    }

    private synchronized void reloadIfChanged() {
        if (FileStamps.of(loaded.stamps().files()).equals(loaded.stamps())) {
            return;
        }
        try {
            loaded = load();
            problem = "";
            LOG.info("{}: the kubeconfig or a file that it names has changed", loaded.configured().cluster().server());
        } catch (KubeconfigException unusable) {
            String described = String.valueOf(unusable.getMessage());
            if (!described.equals(problem)) {
                problem = described;
                LOG.error("{}; what was known before stays in force", described);
            }
        }
    }

    private Loaded load() throws KubeconfigException {
        // Before the files are read: a change in between is then seen the next time.
        List<FileStamps.Stamp> stamps = new ArrayList<>(FileStamps.of(kubeconfig.stream().toList()).stamps());
        Target target = source.target();
        stamps.addAll(FileStamps.of(Configured.files(target.cluster(), target.user())).stamps());
        return new Loaded(Configured.of(target.cluster(), target.user(), settings), new FileStamps(stamps));
    }
}
