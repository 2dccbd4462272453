package mortise.authz.webhook;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts how often the configuration was read again, for {@code /metrics}. Any thread. */
final class Reloads {

    private static final String PREFIX = "apiserver_authorization_config_controller_";
    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";
    private static final double MILLIS = 1000;

    private final InstantSource clock;
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile Instant lastSuccess = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;
    private volatile String digest = "";

    Reloads(InstantSource clock) {
        this.clock = clock;
    }

    /** Remembers which text counts now. */
    void loaded(byte[] text) {
        try {
            digest = "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void succeeded() {
        successes.incrementAndGet();
        lastSuccess = clock.instant();
    }

    void failed() {
        failures.incrementAndGet();
        lastFailure = clock.instant();
    }

    List<MetricFamily> metrics() {
        return List.of(
                new MetricFamily(PREFIX + "automatic_reloads_total", Type.COUNTER, Stability.BETA,
                        "Total number of automatic reloads of authorization configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), failures.get()),
                                new Value(List.of(SUCCESS), successes.get()))),
                new MetricFamily(PREFIX + "automatic_reload_last_timestamp_seconds", Type.GAUGE, Stability.BETA,
                        "Timestamp of the last automatic reload of authorization configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), seconds(lastFailure)),
                                new Value(List.of(SUCCESS), seconds(lastSuccess)))),
                new MetricFamily(PREFIX + "last_config_info", Type.GAUGE, Stability.ALPHA,
                        "Information about the last applied authorization configuration with hash as label.",
                        List.of("hash"), digest.isEmpty() ? List.of() : List.of(new Value(List.of(digest), 1))));
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / MILLIS;
    }
}
