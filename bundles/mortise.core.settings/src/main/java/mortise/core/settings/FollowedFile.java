package mortise.core.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file with settings, and what it held when it was read last. For one thread at a time. */
public final class FollowedFile {

    private final Path path;
    private final int bytesMax;
    private @Nullable Stamp seen;
    private byte @Nullable [] content;

    /**
     * Follows a file, which is not read yet.
     *
     * @param bytesMax size that the file may have, in bytes
     * @throws java.nio.file.InvalidPathException when the text cannot be a path
     */
    public FollowedFile(String path, int bytesMax) {
        this.path = Path.of(path);
        this.bytesMax = bytesMax;
    }

    /** Returns where the file is. */
    public Path path() {
        return path;
    }

    /**
     * Returns what the file holds if that is not what it held before. One that looks the same from outside is not read.
     *
     * @throws IOException when it cannot be read, with a message for people; the next call tries again
     */
    public Optional<byte[]> changed() throws IOException {
        return changed(false);
    }

    /**
     * Returns what the file holds if that is not what it held before.
     *
     * @param anyway whether it is read even when it looks the same from outside
     * @throws IOException when it cannot be read, with a message for people; the next call tries again
     */
    public Optional<byte[]> changed(boolean anyway) throws IOException {
        try {
            // Before it is read: a change in between is then seen the next time.
            Stamp stamp = Stamp.of(path);
            if (stamp.equals(seen) && !anyway) {
                return Optional.empty();
            }
            if (stamp.sizeBytes() > bytesMax) {
                throw new IOException(path + " is larger than " + bytesMax + " bytes");
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
    public void forget() {
        content = null;
    }

    /** Says whether what was read last is not to be used. */
    public boolean isForgotten() {
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
