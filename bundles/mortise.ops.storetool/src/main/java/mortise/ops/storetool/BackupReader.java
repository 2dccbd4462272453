package mortise.ops.storetool;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.function.ObjLongConsumer;
import java.util.zip.GZIPInputStream;
import mortise.api.Sha256;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;

/** Reads a backup, see {@link BackupWriter}. */
final class BackupReader {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int KEY_BYTES_MAX = 1 << 16;
    private static final int VALUE_BYTES_MAX = 1 << 30;

    private final Path directory;
    private final BackupManifest manifest;
    private final InstantSource clock;

    /**
     * Opens a backup and compares its checksums, so that nothing is done with a damaged one.
     *
     * @throws StoreException when it is no backup, or damaged
     */
    BackupReader(Path directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
        this.manifest = BackupManifest.read(directory);
        MessageDigest digest = Sha256.begin();
        try (InputStream file = new DigestInputStream(Files.newInputStream(values()), digest)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            while (file.read(buffer) >= 0) {
                // Only for the digest.
            }
        } catch (IOException e) {
            throw new StoreException("the backup cannot be read: " + e, e);
        }
        if (!BackupManifest.hex(digest.digest()).equals(manifest.sha256())) {
            throw new StoreException(values() + " is damaged: its checksum is another one than the manifest's", null);
        }
    }

    BackupManifest manifest() {
        return manifest;
    }

    /** Hands over each value and how long it still lives, in seconds, 0 for ever; in the order of their revisions. */
    void forEach(ObjLongConsumer<StoredValue> action) {
        try (var input = new DataInputStream(new BufferedInputStream(
                new GZIPInputStream(Files.newInputStream(values()), BUFFER_BYTES), BUFFER_BYTES))) {
            for (long i = 0; i < manifest.values(); i++) {
                String key = new String(bytes(input, KEY_BYTES_MAX), StandardCharsets.UTF_8);
                long created = input.readLong();
                long changed = input.readLong();
                long endMillis = input.readLong();
                byte[] value = bytes(input, VALUE_BYTES_MAX);
                long left = endMillis == 0 ? 0 : Math.max(1, (endMillis - clock.millis()) / 1_000);
                action.accept(new StoredValue(key, value, created, changed), left);
            }
        } catch (IOException e) {
            throw new StoreException("the backup cannot be read: " + e, e);
        }
    }

    private static byte[] bytes(DataInputStream input, int max) throws IOException {
        int length = input.readInt();
        if (length < 0 || length > max) {
            throw new IOException("a length of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        input.readFully(bytes);
        return bytes;
    }

    private Path values() {
        return directory.resolve(BackupWriter.VALUES);
    }
}
