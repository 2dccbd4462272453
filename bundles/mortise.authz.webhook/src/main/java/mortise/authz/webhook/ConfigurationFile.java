package mortise.authz.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file with the configuration, and what it held when it was read last. For one thread at a time. */
final class ConfigurationFile {

    private static final int BYTES_MAX = 3 << 20;

    private final Path path;
    private @Nullable Stamp seen;
    private byte @Nullable [] content;

    ConfigurationFile(String path) {
        this.path = Path.of(path);
    }

    static int bytesMax() {
        return BYTES_MAX;
    }

    Path path() {
        return path;
    }

    /**
     * Returns what the file holds if that is not what it held before.
     *
     * @param anyway whether it is read even when it looks the same from outside
     * @throws IOException when it cannot be read, with a message for people; the next call tries again
     */
    Optional<byte[]> changed(boolean anyway) throws IOException {
        try {
            // Before it is read: a change in between is then seen the next time.
            Stamp stamp = Stamp.of(path);
            if (stamp.equals(seen) && !anyway) {
                return Optional.empty();
            }
            if (stamp.sizeBytes() > BYTES_MAX) {
                throw new IOException(path + " is larger than " + BYTES_MAX + " bytes");
            }
            byte[] read = Files.readAllBytes(path);
            seen = stamp;
            if (Arrays.equals(read, content)) {
                return Optional.empty();
            }
            content = read;
            return Optional.of(read);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + path, e);
        }
    }

    /** Takes whatever the file holds for something new when it is read the next time. */
    void forget() {
        content = null;
    }

    /** Says whether what was read last is not to be used. */
    boolean isForgotten() {
        return content == null;
    }

    /** How a file looks from outside; a file that was replaced or written looks different. */
    private record Stamp(FileTime modified, long sizeBytes, @Nullable Object key) {

        static Stamp of(Path file) throws IOException {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }
}
