package mortise.storage.encryption;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;
import org.junit.jupiter.api.Test;

/** Envelopes and when seeds change, with a key service in memory and a clock of the test's own. */
final class KmsProviderTest {

    private static final String KEY = "/registry/secrets/default/a";

    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong recoveries = new AtomicLong();
    private final KeyTable table = new KeyTable();
    private final KmsProvider provider = new KmsProvider(
            new KmsSettings("one", Path.of("/none"), Duration.ofSeconds(1)),
            () -> table, clock::get, recoveries::incrementAndGet);

    /** A key service that hands out numbers for keys and remembers them. */
    private static final class KeyTable implements KeyService {

        private final Map<ByteBuffer, byte[]> keys = new ConcurrentHashMap<>();
        private String statusKey = "k1";
        private String encryptKey = "k1";
        private volatile boolean away;
        /** Only as far as it says how it is. */
        private volatile boolean statusAway;

        private void called() throws KeyServiceException {
            if (away) {
                throw new KeyServiceException("away", true, null);
            }
        }

        @Override
        public Status status() throws KeyServiceException {
            called();
            if (statusAway) {
                throw new KeyServiceException("away", true, null);
            }
            return new Status("v2", "ok", statusKey);
        }

        @Override
        public SealedKey encrypt(byte[] key, String uid) throws KeyServiceException {
            called();
            byte[] name = ("sealed " + keys.size()).getBytes(UTF_8);
            keys.put(ByteBuffer.wrap(name), key);
            return new SealedKey(name, encryptKey,
                    Map.of("b.example.com", new byte[] {1}, "a.example.com", new byte[2]));
        }

        @Override
        public byte[] decrypt(SealedKey key, String uid) throws KeyServiceException {
            called();
            byte[] found = keys.get(ByteBuffer.wrap(key.ciphertext()));
            if (found == null) {
                throw new KeyServiceException("no such key", false, null);
            }
            return found;
        }

        @Override
        public void close() {
            away = true;
        }
    }

    private byte[] written(String value) throws EncryptionException {
        return provider.write(value.getBytes(UTF_8), KEY);
    }

    @Test
    void writesStopThreeMinutesAfterTheLastGoodAnswerAndReadsDoNot() throws Exception {
        provider.rotation().probe();
        byte[] stored = written("x");
        table.away = true;
        clock.addAndGet(KeyRotation.UNCONFIRMED_MAX.toNanos());
        provider.rotation().probe();
        assertThat(written("y")).isNotEmpty();
        clock.addAndGet(1);
        assertThatThrownBy(() -> written("z")).isInstanceOf(EncryptionException.class)
                .hasMessageContaining("encryptedDEKSource of KMS provider one expired");
        assertThat(provider.read(stored, KEY).value()).asString(UTF_8).isEqualTo("x");
        table.away = false;
        provider.rotation().probe();
        assertThat(written("z")).isNotEmpty();
        assertThat(table.keys).hasSize(1);
    }

    @Test
    void anotherKeyIdMakesAnotherSeedAndOldValuesStale() throws Exception {
        provider.rotation().probe();
        byte[] stored = written("x");
        assertThat(provider.read(stored, KEY).stale()).isFalse();
        table.statusKey = "k2";
        provider.rotation().probe();
        assertThat(provider.rotation().problem()).contains("failed to rotate DEK");
        assertThat(provider.read(stored, KEY).stale()).isFalse();
        table.encryptKey = "k2";
        provider.rotation().probe();
        assertThat(provider.rotation().problem()).isEmpty();
        assertThat(provider.read(stored, KEY).stale()).isTrue();
        assertThat(provider.read(written("y"), KEY).stale()).isFalse();
    }

    @Test
    void whoDidNotAnswerIsLeftAloneForASecondAndTheEndOfItIsTold() throws Exception {
        provider.rotation().probe();
        byte[] stored = written("x");
        var other = new KmsProvider(provider.settings(), () -> table, clock::get, recoveries::incrementAndGet);
        try (other) {
            other.rotation().probe();
            table.away = true;
            // It is asked how it is at once, on a thread of its own, and must not be well before this test wants it.
            table.statusAway = true;
            assertThatThrownBy(() -> other.read(stored, KEY)).hasMessage("failed to decrypt DEK, error: away");
            clock.addAndGet(999_999_999);
            table.away = false;
            assertThatThrownBy(() -> other.read(stored, KEY)).hasMessage("failed to decrypt DEK, error: away");
            table.statusAway = false;
            other.rotation().probe();
            assertThat(recoveries.get()).isPositive();
            assertThat(other.read(stored, KEY).value()).asString(UTF_8).isEqualTo("x");
        }
    }

    @Test
    void aValueIsBoundToItsKeyAndDamageIsFound() throws Exception {
        provider.rotation().probe();
        byte[] stored = written("x");
        assertThatThrownBy(() -> provider.read(stored, KEY + "b")).isInstanceOf(EncryptionException.class);
        int prefix = "k8s:enc:kms:v2:one:".length();
        for (int i = prefix; i < stored.length; i++) {
            byte[] damaged = stored.clone();
            damaged[i] ^= 1;
            if (changesNothing(stored, damaged, prefix)) {
                continue;
            }
            assertThatThrownBy(() -> provider.read(damaged, KEY)).as("byte %d", i)
                    .isInstanceOf(EncryptionException.class);
        }
        assertThatThrownBy(() -> provider.read(Arrays.copyOf(stored, prefix), KEY))
                .hasMessage("encrypted data is empty");
    }

    /** The service of this test does not look at the name of the key nor at annotations. */
    private static boolean changesNothing(byte[] stored, byte[] damaged, int prefix) throws EncryptionException {
        EncryptedObject before = EncryptedObject.parse(stored, prefix);
        try {
            EncryptedObject after = EncryptedObject.parse(damaged, prefix);
            return Arrays.equals(before.data(), after.data()) && before.type() == after.type()
                    && Arrays.equals(before.source().ciphertext(), after.source().ciphertext());
        } catch (EncryptionException broken) {
            return false;
        }
    }

    @Test
    void theMessageIsThatOfTheFormat() throws Exception {
        var object = new EncryptedObject(new byte[] {9, 8}, new KeyService.SealedKey(new byte[] {7}, "id",
                Map.of("b.c", new byte[] {2}, "a.b", new byte[] {1})), EncryptedObject.SEED);
        byte[] bytes = object.bytes(new byte[] {'p'});
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("70" + "0a020908" + "12026964" + "1a0107"
                + "22080a03612e62120101" + "22080a03622e63120102" + "2801");
        EncryptedObject read = EncryptedObject.parse(bytes, 1);
        assertThat(read.data()).containsExactly(9, 8);
        assertThat(read.source().keyId()).isEqualTo("id");
        assertThat(read.source().annotations()).containsOnlyKeys("a.b", "b.c");
    }

    /** Checked with the expansion of RFC 5869, test case 1, whose info is shorter; so here by HMAC's definition. */
    @Test
    void aSeedMakesTheKeyThatHkdfExpandsItTo() throws Exception {
        byte[] seed = Samples.KEY_1;
        byte[] sealed = new SeededCipher(seed).encrypt(new byte[] {1, 2, 3}, KEY.getBytes(UTF_8));
        assertThat(sealed).hasSize(32 + 12 + 3 + 16);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(seed, "HmacSHA256"));
        byte[] block = Arrays.copyOf(sealed, 33);
        block[32] = 1;
        byte[] value = new AesGcmCipher(mac.doFinal(block)).decrypt(sealed, 32, KEY.getBytes(UTF_8));
        assertThat(value).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> new SeededCipher(new byte[31])).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void plainKeysOfOlderServersAreReadAndStale() throws Exception {
        provider.rotation().probe();
        byte[] key = table.keys.values().iterator().next();
        byte[] data = new AesGcmCipher(key).encrypt("old".getBytes(UTF_8), KEY.getBytes(UTF_8));
        byte[] stored = new EncryptedObject(data, new KeyService.SealedKey("sealed 0".getBytes(UTF_8), "k1", Map.of()),
                EncryptedObject.KEY).bytes("k8s:enc:kms:v2:one:".getBytes(UTF_8));
        Provider.Opened opened = provider.read(stored, KEY);
        assertThat(opened.value()).asString(UTF_8).isEqualTo("old");
        assertThat(opened.stale()).isTrue();
    }

    @Test
    void theCacheIsBounded() {
        var cache = new KeyCache();
        for (int i = 0; i < KeyCache.KEYS_MAX + 10; i++) {
            cache.put(ByteBuffer.allocate(4).putInt(0, i), new AesGcmCipher(new byte[32]));
        }
        assertThat(cache.size()).isEqualTo(KeyCache.KEYS_MAX);
        assertThat(cache.get(ByteBuffer.allocate(4))).isNull();
    }
}
