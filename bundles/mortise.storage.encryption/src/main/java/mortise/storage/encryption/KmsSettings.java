package mortise.storage.encryption;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What the file says of a key service.
 *
 * @param name what its values are marked with
 * @param socket where it listens
 * @param timeout for each call
 */
record KmsSettings(String name, Path socket, Duration timeout) {
}
