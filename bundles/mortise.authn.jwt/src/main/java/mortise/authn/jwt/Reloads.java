package mortise.authn.jwt;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts how often the configuration was read again, for {@code /metrics}. Any thread. */
final class Reloads {

    private static final String RELOAD = "apiserver_authentication_config_controller_automatic_reload";
    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";
    private static final double MILLIS = 1000;

    private final InstantSource clock;
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile Instant lastSuccess = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;

    Reloads(InstantSource clock) {
        this.clock = clock;
    }

    void succeeded() {
        successes.incrementAndGet();
        lastSuccess = clock.instant();
    }

    void failed() {
        failures.incrementAndGet();
        lastFailure = clock.instant();
    }

    List<MetricFamily> metrics(Collection<KeySource> sources) {
        return List.of(
                new MetricFamily(RELOAD + "s_total", Type.COUNTER, Stability.BETA,
                        "Total number of automatic reloads of authentication configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), failures.get()),
                                new Value(List.of(SUCCESS), successes.get()))),
                new MetricFamily(RELOAD + "_last_timestamp_seconds", Type.GAUGE, Stability.BETA,
                        "Timestamp of the last automatic reload of authentication configuration split by status.",
                        List.of("status"), List.of(new Value(List.of(FAILURE), seconds(lastFailure)),
                                new Value(List.of(SUCCESS), seconds(lastSuccess)))),
                new MetricFamily("apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds",
                        Type.GAUGE, Stability.ALPHA,
                        "Timestamp of the last fetch of the keys of an issuer split by result.",
                        List.of("jwt_issuer_hash", "result"), fetches(sources)),
                new MetricFamily("apiserver_authentication_jwt_authenticator_latency_seconds",
                        Type.HISTOGRAM, Stability.ALPHA,
                        "Time that it took to judge a token of an issuer split by result.",
                        List.of("jwt_issuer_hash", "result"), latencies(sources)));
    }

    private static List<Sample> latencies(Collection<KeySource> sources) {
        var samples = new ArrayList<Sample>();
        for (KeySource source : sources) {
            source.latency(false).sample(List.of(hash(source), FAILURE)).ifPresent(samples::add);
            source.latency(true).sample(List.of(hash(source), SUCCESS)).ifPresent(samples::add);
        }
        return samples;
    }

    private static String hash(KeySource source) {
        return "sha256:" + TokenCache.digest(source.issuer());
    }

    private static List<Sample> fetches(Collection<KeySource> sources) {
        var samples = new ArrayList<Sample>();
        for (KeySource source : sources) {
            String issuer = hash(source);
            source.lastFailure().ifPresent(at -> samples.add(new Value(List.of(issuer, FAILURE), seconds(at))));
            source.lastSuccess().ifPresent(at -> samples.add(new Value(List.of(issuer, SUCCESS), seconds(at))));
        }
        return samples;
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / MILLIS;
    }
}
