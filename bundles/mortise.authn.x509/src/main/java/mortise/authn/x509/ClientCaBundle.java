package mortise.authn.x509;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trusted authorities as the file has them. The file is looked at again on use, every few seconds at most, by the
 * one thread that comes first; the others go on with what is known. A file that has become unreadable changes nothing.
 */
final class ClientCaBundle {

    static final Duration CHECK_PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ClientCaBundle.class);
    private static final int FILE_BYTES_MAX = 4 << 20;

    private final Path file;
    private final InstantSource clock;
    private final AtomicLong checkedMillis;
    /** Written under this object's lock. */
    private volatile Loaded loaded;
    /** The problem in the log last, so that it is there once and not every two seconds. Guarded by this lock. */
    private String problem = "";

    private ClientCaBundle(Path file, InstantSource clock, Loaded loaded) {
        this.file = file;
        this.clock = clock;
        this.loaded = loaded;
        checkedMillis = new AtomicLong(clock.millis());
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when it cannot be read or holds no certificate
     */
    static ClientCaBundle open(Path file, InstantSource clock) {
        try {
            return new ClientCaBundle(file, clock, load(file, Stamp.of(file)));
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException("client.ca.file: " + file + ": " + describe(e), e);
        }
    }

    /** Returns the authorities to trust now. */
    TrustedAuthorities current() {
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
            Stamp stamp = Stamp.of(file);
            if (!stamp.equals(loaded.stamp())) {
                loaded = load(file, stamp);
                LOG.info("client.ca.file: {} has changed, {} authorities are trusted now", file,
                        loaded.authorities().size());
            }
            problem = "";
        } catch (IOException | CertificateException e) {
            String described = describe(e);
            if (!described.equals(problem)) {
                LOG.warn("client.ca.file: {}: {}; the authorities known before stay trusted", file, described);
                problem = described;
            }
        }
    }

    private static Loaded load(Path file, Stamp stamp) throws IOException, CertificateException {
        if (stamp.sizeBytes() > FILE_BYTES_MAX) {
            throw new CertificateException("larger than " + FILE_BYTES_MAX + " bytes");
        }
        // ISO 8859-1 reads any bytes; PEM itself is ASCII.
        return new Loaded(TrustedAuthorities.parse(Files.readString(file, StandardCharsets.ISO_8859_1)), stamp);
    }

    private static String describe(Exception e) {
        return e instanceof CertificateException ? String.valueOf(e.getMessage()) : "cannot be read: " + e;
    }

    /** What the file held, and how it looked just before it was read. */
    private record Loaded(TrustedAuthorities authorities, Stamp stamp) {
    }

    /** How a file looks from outside; a file that was replaced or written looks different. */
    private record Stamp(FileTime modified, long sizeBytes, @Nullable Object key) {

        static Stamp of(Path file) throws IOException {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }
}
