package mortise.itests.kinds;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The lists of facts beside the tests. */
final class Lines {

    private Lines() {
    }

    /** Returns the lines of a file, comments and empty lines left out. */
    static List<String> of(String file) {
        try (InputStream in = Lines.class.getResourceAsStream("/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
