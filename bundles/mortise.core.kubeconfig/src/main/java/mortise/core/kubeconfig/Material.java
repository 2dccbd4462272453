package mortise.core.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A certificate, key or token: in the kubeconfig itself or in a file. Immutable.
 *
 * @param name what it is called in messages
 * @param file where it is; without one it is {@code data}
 * @param data its bytes, when it is not in a file
 */
public record Material(String name, Optional<Path> file, byte[] data) {

    /** How large one may be, in bytes. */
    public static final int BYTES_MAX = 4 << 20;

    /** Makes one that is in the kubeconfig itself. */
    public static Material inline(String name, byte[] data) {
        return new Material(name, Optional.empty(), data.clone());
    }

    /** Makes one that is in a file. */
    public static Material in(String name, Path file) {
        return new Material(name + " " + file, Optional.of(file), new byte[0]);
    }

    /**
     * Returns its bytes as they are now.
     *
     * @throws KubeconfigException when the file cannot be read or is larger than {@link #BYTES_MAX}
     */
    public byte[] read() throws KubeconfigException {
        if (file.isEmpty()) {
            return data;
        }
        try {
            if (Files.size(file.get()) > BYTES_MAX) {
                throw new KubeconfigException("unable to read " + name + ": larger than " + BYTES_MAX + " bytes");
            }
            return Files.readAllBytes(file.get());
        } catch (NoSuchFileException e) {
            throw new KubeconfigException("unable to read " + name + ": no such file or directory");
        } catch (KubeconfigException e) {
            throw e;
        } catch (IOException e) {
            throw new KubeconfigException("unable to read " + name + ": " + e);
        }
    }

    /** Says only where it is. */
    @Override
    public String toString() {
        return name;
    }
}
