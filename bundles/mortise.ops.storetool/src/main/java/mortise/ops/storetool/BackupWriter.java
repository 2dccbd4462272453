package mortise.ops.storetool;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import mortise.api.Sha256;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;

/**
 * Writes a backup: a directory with a manifest and the values, which has its name once it is complete and on the disk.
 * The values are a gzip stream of records: length of the key (4 bytes, big endian as all), key, create revision (8),
 * mod revision (8), end of the lifetime in milliseconds since 1970 or 0 (8), length of the value (4), value; in the
 * order of their revisions.
 */
final class BackupWriter implements AutoCloseable {

    /** Name of the file with the values. */
    static final String VALUES = "values.gz";

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;
    private final Path unfinished;
    private final InstantSource clock;
    private final MessageDigest digest = Sha256.begin();
    private final DataOutputStream output;
    private long values;

    /**
     * Begins a backup.
     *
     * @throws StoreException when the directory exists or cannot be made
     */
    BackupWriter(Path directory, InstantSource clock) {
        this.clock = clock;
        this.directory = directory.toAbsolutePath();
        this.unfinished = this.directory.resolveSibling(this.directory.getFileName() + ".unfinished");
        if (Files.exists(directory)) {
            throw new StoreException(directory + " exists already", null);
        }
        try {
            delete(unfinished);
            Files.createDirectories(unfinished);
            OutputStream file = new DigestOutputStream(Files.newOutputStream(unfinished.resolve(VALUES)), digest);
            output = new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(file, BUFFER_BYTES) {
                {
                    def.setLevel(Deflater.BEST_SPEED);
                }
            }, BUFFER_BYTES));
        } catch (IOException e) {
            throw new StoreException(unfinished + " cannot be written: " + e, e);
        }
    }

    void add(StoredValue value, long lifetimeSeconds) {
        try {
            byte[] key = value.key().getBytes(StandardCharsets.UTF_8);
            output.writeInt(key.length);
            output.write(key);
            output.writeLong(value.createRevision());
            output.writeLong(value.modRevision());
            output.writeLong(lifetimeSeconds == 0 ? 0 : clock.millis() + lifetimeSeconds * 1_000);
            output.writeInt(value.value().length);
            output.write(value.value());
            values++;
        } catch (IOException e) {
            throw new StoreException("the backup cannot be written: " + e, e);
        }
    }

    /** Completes the backup, and gives it its name. */
    BackupManifest finish(String backend, long revision) {
        try {
            output.close();
            var manifest = new BackupManifest(backend, revision, values, clock.instant().toString(),
                    BackupManifest.hex(digest.digest()));
            Files.writeString(unfinished.resolve(BackupManifest.FILE), manifest.text());
            sync(unfinished.resolve(VALUES), StandardOpenOption.WRITE);
            sync(unfinished.resolve(BackupManifest.FILE), StandardOpenOption.WRITE);
            Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
            if (!System.getProperty("os.name").startsWith("Windows")) {
                sync(directory.getParent(), StandardOpenOption.READ);
            }
            return manifest;
        } catch (IOException e) {
            throw new StoreException("the backup cannot be completed: " + e, e);
        }
    }

    private static void sync(Path file, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(file, option)) {
            channel.force(true);
        }
    }

    /** Removes what was not finished. */
    @Override
    public void close() {
        try {
            output.close();
            delete(unfinished);
        } catch (IOException e) {
            throw new StoreException(unfinished + " stays behind: " + e, e);
        }
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
