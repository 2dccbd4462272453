package mortise.authn.jwt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import mortise.api.Sha256;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** When the keys of issuers were fetched and how long their tokens took, for {@code /metrics}. Pure. */
final class IssuerMetrics {

    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";
    private static final double MILLIS = 1000;

    private IssuerMetrics() {
    }

    static List<MetricFamily> of(Collection<KeySource> sources) {
        return List.of(
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
        return "sha256:" + Sha256.hex(source.issuer());
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
