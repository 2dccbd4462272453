package mortise.core.pki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mortise.api.ListSetting;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trusted authorities as the files have them. The files are looked at again on use, every few seconds at most, by
 * the one thread that comes first; the others go on with what is known. When one becomes unreadable, nothing changes.
 */
public final class ClientCaBundle {

    /** How often the files are looked at, at most. */
    public static final Duration CHECK_PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ClientCaBundle.class);
    private static final int FILE_BYTES_MAX = 4 << 20;

    private final String setting;
    private final List<Path> files;
    private final InstantSource clock;
    private final AtomicLong checkedMillis;
    /** Written under this object's lock. */
    private volatile Loaded loaded;
    /** The problem in the log last, so that it is there once and not every two seconds. Guarded by this lock. */
    private String problem = "";

    private ClientCaBundle(String setting, List<Path> files, InstantSource clock, Loaded loaded) {
        this.setting = setting;
        this.files = files;
        this.clock = clock;
        this.loaded = loaded;
        checkedMillis = new AtomicLong(clock.millis());
    }

    /**
     * Reads the files.
     *
     * @param setting key of the configuration that names them, for messages
     * @throws IllegalArgumentException when one cannot be read or holds no certificate
     */
    public static ClientCaBundle open(String setting, List<Path> files, InstantSource clock) {
        try {
            return new ClientCaBundle(setting, List.copyOf(files), clock, load(files));
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(setting + ": " + describe(e), e);
        }
    }

    /**
     * Returns the files that a configuration names.
     *
     * @param configured paths; one that did not come through the launcher may have several in one text, with commas
     */
    public static List<Path> files(String... configured) {
        return ListSetting.texts(configured).stream().map(Path::of).toList();
    }

    /** Returns the authorities to trust now. */
    public TrustedAuthorities current() {
        long now = clock.millis();
        long checked = checkedMillis.get();
        // A clock that was set back must not keep us from looking.
        boolean due = now - checked >= CHECK_PERIOD.toMillis() || now < checked;
        if (due && checkedMillis.compareAndSet(checked, now)) {
            reloadIfChanged();
        }
        return loaded.authorities();
    }

    private synchronized void reloadIfChanged() {
        try {
            if (!stamps(files).equals(loaded.stamps())) {
                loaded = load(files);
                LOG.info("{}: {} changed, {} authorities are trusted now", setting, files,
                        loaded.authorities().size());
            }
            problem = "";
        } catch (IOException | CertificateException e) {
            String described = describe(e);
            if (!described.equals(problem)) {
                LOG.warn("{}: {}; the authorities known before stay trusted", setting, described);
                problem = described;
            }
        }
    }

    private static Loaded load(List<Path> files) throws IOException, CertificateException {
        // Before they are read: a change in between is then seen the next time.
        List<Stamp> stamps = stamps(files);
        List<TrustedAuthorities> parts = new ArrayList<>();
        for (Path file : files) {
            parts.add(load(file));
        }
        return new Loaded(TrustedAuthorities.union(parts), stamps);
    }

    private static TrustedAuthorities load(Path file) throws IOException, CertificateException {
        if (Files.size(file) > FILE_BYTES_MAX) {
            throw new CertificateException(file + ": larger than " + FILE_BYTES_MAX + " bytes");
        }
        try {
            // ISO 8859-1 reads any bytes; PEM itself is ASCII.
            return TrustedAuthorities.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (CertificateException e) {
            throw new CertificateException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<Stamp> stamps(List<Path> files) throws IOException {
        List<Stamp> stamps = new ArrayList<>();
        for (Path file : files) {
            stamps.add(Stamp.of(file));
        }
        return stamps;
    }

    private static String describe(Exception e) {
        return e instanceof NoSuchFileException ? e.getMessage() + ": there is no such file"
                : e instanceof CertificateException ? String.valueOf(e.getMessage()) : "cannot be read: " + e;
    }

    /** What the files held, and how they looked just before they were read. */
    private record Loaded(TrustedAuthorities authorities, List<Stamp> stamps) {
    }

    /** How a file looks from outside; a file that was replaced or written looks different. */
    private record Stamp(FileTime modified, long sizeBytes, @Nullable Object key) {

        static Stamp of(Path file) throws IOException {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }
}
