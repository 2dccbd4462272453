package mortise.storage.rocksdb;

import java.nio.file.Path;
import java.time.Duration;
import mortise.storage.rocksdb.RocksStore.Settings;

/** The defaults, in a directory of the test. */
final class TestSettings {

    private TestSettings() {
    }

    static Settings in(Path directory) {
        return new Settings(directory, true, 32, Duration.ofMinutes(5), Duration.ofSeconds(30), 4096, 8 << 20,
            Duration.ofMillis(1), false);
    }
}
