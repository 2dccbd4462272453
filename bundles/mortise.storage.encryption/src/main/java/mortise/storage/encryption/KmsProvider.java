package mortise.storage.encryption;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import mortise.spi.storage.KeyServiceException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts with keys that are stored beside the values, themselves encrypted by a key service, which is asked once for
 * each of its own keys and not for each value. Any thread.
 */
final class KmsProvider implements Provider, AutoCloseable {

    /** How long nothing is asked of a service that did not answer: a list has many values that need it. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final KmsSettings settings;
    private final byte[] prefix;
    private final KeyServiceSource source;
    private final LongSupplier clock;
    private final Runnable onRecovery;
    private final KeyRotation rotation;
    private final KeyCache cache = new KeyCache();
    private volatile boolean missed;
    private volatile @Nullable Silence silence;

    /** Until when a service is not asked, and what it said last. */
    private record Silence(long untilNanos, String why) {
    }

    /**
     * Asks nothing before it is {@linkplain #start started}.
     *
     * @param clock nanoseconds
     * @param onRecovery called when the service answers again and values could not be read without it
     */
    KmsProvider(KmsSettings settings, KeyServiceSource source, LongSupplier clock, Runnable onRecovery) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
        this.onRecovery = onRecovery;
        prefix = ("k8s:enc:kms:v2:" + settings.name() + ":").getBytes(StandardCharsets.UTF_8);
        rotation = new KeyRotation(settings, source, clock, this::well);
    }

    void start() {
        rotation.start();
    }

    KmsSettings settings() {
        return settings;
    }

    KeyRotation rotation() {
        return rotation;
    }

    private void well() {
        silence = null;
        if (missed) {
            missed = false;
            onRecovery.run();
        }
    }

    @Override
    public boolean recognizes(byte[] stored) {
        return Provider.startsWith(stored, prefix);
    }

    @Override
    public byte[] write(byte[] value, String key) throws EncryptionException {
        WriteKey seal = rotation.writeKey();
        // What was just written is read soon.
        cache.put(KeyCache.name(seal.envelope()), seal.cipher());
        try {
            byte[] data = seal.cipher().encrypt(value, context(key));
            return new EncryptedObject(data, seal.envelope().source(), seal.envelope().type()).bytes(prefix);
        } catch (GeneralSecurityException e) {
            throw new EncryptionException("cannot encrypt: " + e.getMessage(), e);
        }
    }

    @Override
    public Opened read(byte[] stored, String key) throws EncryptionException {
        EncryptedObject object = EncryptedObject.parse(stored, prefix.length);
        try {
            byte[] value = cipher(object).decrypt(object.data(), 0, context(key));
            String keyId = rotation.keyId();
            boolean stale = !keyId.isEmpty() && !keyId.equals(object.source().keyId())
                    || object.type() != EncryptedObject.SEED;
            return new Opened(value, stale);
        } catch (GeneralSecurityException e) {
            throw new EncryptionException("cannot be decrypted with the key that KMS provider " + settings.name()
                    + " gave for it: " + e.getMessage(), e);
        }
    }

    private ValueCipher cipher(EncryptedObject object) throws EncryptionException, GeneralSecurityException {
        ByteBuffer name = KeyCache.name(object);
        ValueCipher cached = cache.get(name);
        if (cached != null) {
            return cached;
        }
        byte[] key = decrypted(object);
        ValueCipher cipher = object.type() == EncryptedObject.SEED ? new SeededCipher(key) : new AesGcmCipher(key);
        cache.put(name, cipher);
        return cipher;
    }

    private byte[] decrypted(EncryptedObject object) throws EncryptionException {
        Silence silent = silence;
        if (silent != null && clock.getAsLong() - silent.untilNanos() < 0) {
            missed = true;
            throw new EncryptionException(silent.why(), null);
        }
        try {
            return source.get().decrypt(object.source(), UUID.randomUUID().toString());
        } catch (KeyServiceException e) {
            String why = "failed to decrypt DEK, error: " + e.getMessage();
            // Whatever the reason, the next answer that all is well may be the end of it.
            missed = true;
            if (e.away()) {
                silence = new Silence(clock.getAsLong() + SILENCE_NANOS, why);
                rotation.probeSoon();
            }
            throw new EncryptionException(why, e);
        }
    }

    @Override
    public Set<String> readers() {
        return Set.of("kms:" + settings);
    }

    private static byte[] context(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        rotation.close();
    }
}
