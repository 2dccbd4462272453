package mortise.core.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.StoredValue;
import mortise.core.rocksdb.KeyLayout.LogRecord;
import mortise.core.rocksdb.KeyLayout.Pointer;
import mortise.core.rocksdb.KeyLayout.Version;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

final class KeyLayoutPropertyTest {

    private static final int ROUNDS = 20_000;
    private static final String[] PIECES = {"\0", "\u0001", "a", "b", "/", "\u007f", "é", "\u07ff", "\uE000", "\uFFFD",
        "\uFFFF", "\uD83D\uDE80", "\uDBFF\uDFFF"};
    private static final long[] REVISIONS = {1, 2, 255, 256, 65_535, 1L << 32, Long.MAX_VALUE};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @BeforeEach
    void publishSeed(TestReporter reporter) {
        reporter.publishEntry("seed", Long.toString(seed));
    }

    @Test
    void theOrderOfBytesIsTheOrderOfKeyThenLatestRevision() {
        for (int i = 0; i < ROUNDS; i++) {
            String left = key();
            String right = random.nextInt(4) == 0 ? left : random.nextBoolean() ? left + key() : key();
            long leftRevision = revision();
            long rightRevision = revision();
            int byKey = Integer.signum(KeyOrder.INSTANCE.compare(left, right));
            int expected = byKey != 0 ? byKey : Long.compare(rightRevision, leftRevision);

            assertThat(compare(KeyLayout.versionKey(KeyLayout.key(left), leftRevision),
                KeyLayout.versionKey(KeyLayout.key(right), rightRevision)))
                .as("(%s, %d) and (%s, %d), seed %d", hex(left), leftRevision, hex(right), rightRevision, seed)
                .isEqualTo(expected);
            assertThat(compare(KeyLayout.key(left), KeyLayout.key(right)))
                .as("%s and %s, seed %d", hex(left), hex(right), seed).isEqualTo(byKey);
        }
    }

    @Test
    void keysAndRevisionsComeBackAsTheyWere() {
        for (int i = 0; i < ROUNDS; i++) {
            String key = key();
            long revision = revision();
            byte[] bytes = KeyLayout.key(key);
            byte[] version = KeyLayout.versionKey(bytes, revision);

            assertThat(KeyLayout.key(bytes)).as("seed %d", seed).isEqualTo(key);
            assertThat(KeyLayout.version(version)).as("seed %d", seed).isEqualTo(new Version(key, revision));
            assertThat(KeyLayout.keyOf(version)).as("seed %d", seed).isEqualTo(bytes);
            String other = key + key();
            byte[] otherVersion = KeyLayout.versionKey(KeyLayout.key(other), revision());
            assertThat(KeyLayout.sameKey(version, otherVersion))
                .as("%s and %s, seed %d", hex(key), hex(other), seed).isEqualTo(other.equals(key));
            assertThat(compare(otherVersion, KeyLayout.endOfVersions(bytes)))
                .as("end of %s and %s, seed %d", hex(key), hex(other), seed).isEqualTo(other.equals(key) ? -1 : 1);
        }
    }

    @Test
    void valuesAndLogRecordsComeBackAsTheyWere() {
        byte[] value = "value".getBytes(StandardCharsets.UTF_8);
        StoredValue read = KeyLayout.value("a", 7, KeyLayout.value(3, value));

        assertThat(read.createRevision()).isEqualTo(3);
        assertThat(read.modRevision()).isEqualTo(7);
        assertThat(read.value()).isEqualTo(value);
        assertThat(KeyLayout.value("a", 7, KeyLayout.value(3, null))).as("deleted").isNull();
        assertThat(KeyLayout.value("a", 7, KeyLayout.value(3, new byte[0])).value()).as("empty").isEmpty();
        assertThat(KeyLayout.pointer(KeyLayout.pointer(3, 7))).isEqualTo(new Pointer(3, 7));
        assertThat(KeyLayout.logRecord(KeyLayout.logRecord(KeyLayout.key("a\0b"), value, 3, 5)))
            .isEqualTo(new LogRecord(KeyLayout.PUT, 3, 5, "a\0b"));
        assertThat(KeyLayout.logRecord(KeyLayout.logRecord(KeyLayout.key("a"), null, 3, 5)))
            .isEqualTo(new LogRecord(KeyLayout.DELETE, 3, 5, "a"));
    }

    @Test
    void aKeyThatUtf8CannotSayIsRefused() {
        assertThatThrownBy(() -> KeyLayout.key("a\uD83Db")).isInstanceOf(IllegalArgumentException.class);
    }

    private String key() {
        StringBuilder key = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            key.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return key.toString();
    }

    private long revision() {
        return REVISIONS[random.nextInt(REVISIONS.length)];
    }

    private static int compare(byte[] left, byte[] right) {
        return Integer.signum(Arrays.compareUnsigned(left, right));
    }

    private static String hex(String key) {
        return HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8));
    }
}
