package mortise.core.settings;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts how often the configuration was read again, for {@code /metrics}. Any thread. */
public final class Reloads {

    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";
    private static final double MILLIS = 1000;

    private final String what;
    private final InstantSource clock;
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile Instant lastSuccess = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;

    /**
     * Begins with none.
     *
     * @param what which configuration it is, {@code authentication} for instance; a part of the names of metrics
     */
    public Reloads(String what, InstantSource clock) {
        this.what = what;
        this.clock = clock;
    }

    /** Counts a change that is in force now. */
    public void succeeded() {
        successes.incrementAndGet();
        lastSuccess = clock.instant();
    }

    /** Counts a change that could not be used. */
    public void failed() {
        failures.incrementAndGet();
        lastFailure = clock.instant();
    }

    /** Returns how often there were changes, and when last; 0 s for never. */
    public List<MetricFamily> metrics() {
        String reload = "apiserver_" + what + "_config_controller_automatic_reload";
        return List.of(
                new MetricFamily(reload + "s_total", Type.COUNTER, Stability.BETA,
                        "Total number of automatic reloads of " + what + " configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), failures.get()),
                                new Value(List.of(SUCCESS), successes.get()))),
                new MetricFamily(reload + "_last_timestamp_seconds", Type.GAUGE, Stability.BETA,
                        "Timestamp of the last automatic reload of " + what + " configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), seconds(lastFailure)),
                                new Value(List.of(SUCCESS), seconds(lastSuccess)))));
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / MILLIS;
    }
}
