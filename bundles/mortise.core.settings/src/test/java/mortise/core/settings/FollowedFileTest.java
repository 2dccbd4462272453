package mortise.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {

    private static final int BYTES_MAX = 8;

    @TempDir
    private Path folder;
    private Path path;
    private FollowedFile file;
    private int written;

    @BeforeEach
    void follow() {
        path = folder.resolve("settings");
        file = new FollowedFile(path.toString(), BYTES_MAX);
    }

    /** Gives every writing a time of its own, as if it took long. */
    private void write(String text) throws IOException {
        Files.writeString(path, text);
        Files.setLastModifiedTime(path, FileTime.fromMillis(++written * 10_000L));
    }

    private Optional<String> changed(boolean anyway) throws IOException {
        return file.changed(anyway).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @Test
    void saysOnceWhatIsNew() throws IOException {
        write("a");
        assertThat(changed(false)).hasValue("a");
        assertThat(file.changed()).isEmpty();
        write("b");
        assertThat(changed(false)).hasValue("b");
    }

    @Test
    void anEmptyFileIsSomethingNewToo() throws IOException {
        write("");
        assertThat(changed(false)).hasValue("");
        assertThat(changed(false)).isEmpty();
    }

    @Test
    void writtenAgainWithTheSameIsNoChange() throws IOException {
        write("a");
        changed(false);
        write("a");
        assertThat(changed(false)).isEmpty();
    }

    @Test
    void whatLooksTheSameIsReadOnlyWhenAsked() throws IOException {
        write("a");
        changed(false);
        written--;
        write("b");
        assertThat(changed(false)).isEmpty();
        assertThat(changed(true)).hasValue("b");
    }

    @Test
    void whatIsForgottenIsNewWhenItIsReadAgain() throws IOException {
        write("a");
        changed(false);
        assertThat(file.isForgotten()).isFalse();
        file.forget();
        assertThat(file.isForgotten()).isTrue();
        assertThat(changed(false)).isEmpty();
        assertThat(changed(true)).hasValue("a");
        assertThat(file.isForgotten()).isFalse();
    }

    @Test
    void aFileThatIsTooLargeOrMissingIsTriedAgain() throws IOException {
        assertThatIOException().isThrownBy(() -> file.changed()).withMessage("there is no file " + path);
        write("123456789");
        assertThatIOException().isThrownBy(() -> file.changed()).withMessage(path + " is larger than 8 bytes");
        assertThatIOException().isThrownBy(() -> file.changed());
        write("12345678");
        assertThat(changed(false)).hasValue("12345678");
    }
}
