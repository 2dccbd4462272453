package mortise.storage.encryption;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that is written with: asks a key service how it is, takes a new seed whenever the service has a new key, and
 * lets go of the seed when the service does not answer for too long. Reads go on without it. One thread of its own.
 */
final class KeyRotation implements AutoCloseable {

    /** How long a seed is used when the service does not say that its key is still the same. */
    static final Duration UNCONFIRMED_MAX = Duration.ofMinutes(3);

    private static final Logger LOG = LoggerFactory.getLogger(KeyRotation.class);
    private static final long WELL_SECONDS = 60;
    private static final long ILL_SECONDS = 10;
    /** How old an answer about health may be when somebody asks. */
    private static final long WELL_NANOS_MAX = TimeUnit.SECONDS.toNanos(20);
    private static final long ILL_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);
    private static final long MOMENT_MILLIS = 1_000;
    private static final Set<String> VERSIONS = Set.of("v2", "v2beta1");

    private final KmsSettings settings;
    private final KeyServiceSource source;
    private final LongSupplier clock;
    private final Runnable onWell;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Boolean> probed = new CompletableFuture<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable WriteKey current;
    private volatile String problem = "not asked yet";
    private volatile long probedNanos;

    /**
     * Asks nothing before it is {@linkplain #start started}.
     *
     * @param clock nanoseconds
     * @param onWell called after each answer that all is well
     */
    KeyRotation(KmsSettings settings, KeyServiceSource source, LongSupplier clock, Runnable onWell) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
        this.onWell = onWell;
        probedNanos = clock.getAsLong();
        timer = Executors.newSingleThreadScheduledExecutor(work -> {
            var thread = new Thread(work, "mortise-kms-" + settings.name());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins to ask, at once and from time to time. */
    void start() {
        timer.execute(this::round);
    }

    private void round() {
        probe();
        try {
            timer.schedule(this::round, problem.isEmpty() ? WELL_SECONDS : ILL_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} is no longer asked", settings.name());
        }
    }

    /** Asks soon and not here. */
    void probeSoon() {
        if (asked.compareAndSet(false, true)) {
            try {
                timer.execute(this::probe);
            } catch (RejectedExecutionException closed) {
                LOG.debug("{} is no longer asked", settings.name());
            }
        }
    }

    /** Asks the service how it is and takes a new seed when it has a new key. Blocks; never throws. */
    void probe() {
        if (attemptInTurn()) {
            // Without the lock, for it takes others.
            onWell.run();
        }
    }

    private synchronized boolean attemptInTurn() {
        asked.set(false);
        String now = attempt();
        if (!now.isEmpty() && !now.equals(problem)) {
            LOG.warn("{}", now);
        } else if (now.isEmpty() && !problem.isEmpty()) {
            LOG.info("KMS provider {} is healthy", settings.name());
        }
        problem = now;
        probedNanos = clock.getAsLong();
        probed.complete(true);
        return now.isEmpty();
    }

    private String attempt() {
        try {
            KeyService service = source.get();
            KeyService.Status status = service.status();
            String illness = illness(status);
            if (illness.isEmpty()) {
                EncryptedObject.checkKeyId(status.keyId());
                rotate(service, status.keyId());
                return "";
            }
            return "kmsv2 Provider " + settings.name() + " is not healthy, error: " + illness;
        } catch (KeyServiceException | EncryptionException e) {
            return "failed to perform status section of the healthz check for KMS Provider " + settings.name()
                    + ", error: " + e.getMessage();
        } catch (RuntimeException e) {
            LOG.error("KMS provider {}", settings.name(), e);
            return "KMS Provider " + settings.name() + " failed: " + e.getClass().getName();
        }
    }

    private static String illness(KeyService.Status status) {
        var illness = new StringBuilder();
        if (!status.health().equals("ok")) {
            illness.append("got unexpected healthz status: ").append(status.health()).append("; ");
        }
        if (!VERSIONS.contains(status.version())) {
            illness.append("expected KMSv2 API version v2, got ").append(status.version()).append("; ");
        }
        if (status.keyId().isEmpty()) {
            illness.append("expected KMSv2 KeyID to be set, got ").append(status.keyId()).append("; ");
        }
        return illness.isEmpty() ? "" : illness.substring(0, illness.length() - 2);
    }

    private void rotate(KeyService service, String keyId) throws KeyServiceException, EncryptionException {
        // The time begins before the service is asked, for it is the longest that may pass.
        long expiry = clock.getAsLong() + UNCONFIRMED_MAX.toNanos();
        WriteKey before = current;
        if (before != null && before.keyId().equals(keyId)) {
            current = before.until(expiry);
            return;
        }
        WriteKey next = WriteKey.generate(service, expiry);
        if (!next.keyId().equals(keyId)) {
            throw new EncryptionException("failed to rotate DEK: the status names another key than the one that"
                    + " encrypts", null);
        }
        current = next;
        LOG.info("KMS provider {} has a new key, a new seed is in use", settings.name());
    }

    /**
     * Returns what to write with. Waits for the first answer of the service.
     *
     * @throws EncryptionException when the service has never answered, or not for too long
     */
    WriteKey writeKey() throws EncryptionException {
        WriteKey key = current;
        if (key == null) {
            awaitFirst();
            key = current;
        }
        if (key == null) {
            probeSoon();
            throw new EncryptionException("the KMS provider " + settings.name() + " is not ready: " + problem, null);
        }
        if (clock.getAsLong() - key.expiryNanos() > 0) {
            probeSoon();
            throw new EncryptionException("encryptedDEKSource of KMS provider " + settings.name() + " expired: "
                    + problem, null);
        }
        return key;
    }

    private void awaitFirst() throws EncryptionException {
        try {
            // Two calls, and a moment for what is around them.
            probed.get(2 * settings.timeout().toMillis() + MOMENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EncryptionException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} is not there yet", settings.name(), e);
        }
    }

    /** Returns the name of the service's key now; empty when it has never answered. */
    String keyId() {
        WriteKey key = current;
        return key == null ? "" : key.keyId();
    }

    /** Returns what is wrong; empty when all is well. Does not block, but asks again when the answer is old. */
    String problem() {
        String now = problem;
        if (clock.getAsLong() - probedNanos > (now.isEmpty() ? WELL_NANOS_MAX : ILL_NANOS_MAX)) {
            probeSoon();
        }
        return now;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
