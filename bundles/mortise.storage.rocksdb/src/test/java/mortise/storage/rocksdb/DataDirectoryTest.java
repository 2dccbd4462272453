package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import mortise.spi.storage.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {

    @TempDir
    Path directory;

    @Test
    void aDirectoryThatAnotherProcessHoldsIsRefusedWithTheNumberOfTheProcess() throws IOException {
        ChildProcess child = ChildProcess.start(directory, "holder");
        try {
            assertThatThrownBy(this::open).isInstanceOf(StoreException.class)
                .hasMessage("data directory " + directory.toRealPath() + " is in use by process " + child.pid());
        } finally {
            child.kill();
        }

        RocksStore store = open();
        assertThat(store.currentRevision()).isPositive();
        store.close();
    }

    @Test
    void aDirectoryThatThisProcessHoldsIsRefusedAndStaysHeld() throws IOException {
        RocksStore store = open();
        long pid = ProcessHandle.current().pid();
        String refusal = "data directory " + directory.toRealPath() + " is in use by process " + pid;

        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessage(refusal);
        assertThatThrownBy(() -> open(directory.resolve("../" + directory.getFileName()))).hasMessage(refusal);
        assertThatThrownBy(() -> ChildProcess.start(directory, "second")).isInstanceOf(IllegalStateException.class);
        store.close();
        open().close();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsAClearError() {
        assertThatThrownBy(() -> open(Path.of("/dev/null/data"))).isInstanceOf(StoreException.class)
            .hasMessageStartingWith("data directory ").hasMessageContaining("cannot be used");
    }

    private RocksStore open() {
        return open(directory);
    }

    private static RocksStore open(Path path) {
        return new RocksStore(TestSettings.in(path), Clock.systemUTC(), step -> { });
    }
}
