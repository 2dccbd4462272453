package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that hold what was agreed; a run with the update switch rewrites them and a person reviews the difference. */
final class Golden {

    static final String UPDATE = "mortise.golden.update";

    private Golden() { }

    static boolean isUpdate() {
        return Boolean.getBoolean(UPDATE);
    }

    static void write(Path file, String text) {
        try {
            if (!Files.exists(file) || !Reactor.text(file).equals(text)) {
                Files.write(file, text.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
