package mortise.core.http.measure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts how it was found out who sends requests. Thread-safe. */
public final class AuthenticationMetrics {

    private static final double NANOS_PER_SECOND = 1e9;
    /** The users that are counted by their names; there are too many others. */
    private static final Set<String> NAMED =
            Set.of("admin", "client", "kube_proxy", "kubelet", "system:serviceaccount:kube-system:default");

    private final Map<Result, Histogram> durations = new EnumMap<>(Result.class);
    private final Map<String, LongAdder> users = new ConcurrentHashMap<>();

    /** What came out. */
    public enum Result {
        /** The sender is known, or may be unknown. */
        SUCCESS,
        /** Nobody knew the credential. */
        FAILURE,
        /** Who should have said could not. */
        ERROR
    }

    /** Starts with nothing. */
    public AuthenticationMetrics() {
        for (Result result : Result.values()) {
            durations.put(result, new Histogram(Histogram.DOUBLING_NANOS));
        }
    }

    /** Counts a request whose sender is known. */
    public void known(String user, long nanos) {
        durations.get(Result.SUCCESS).observe(nanos);
        users.computeIfAbsent(label(user), unseen -> new LongAdder()).increment();
    }

    /** Counts any other request. */
    public void unknown(Result result, long nanos) {
        durations.get(result).observe(nanos);
    }

    private static String label(String user) {
        return NAMED.contains(user) ? user : user.indexOf('@') >= 0 ? "email_id" : "other";
    }

    /** Returns what was counted. */
    public List<MetricFamily> metrics() {
        var attempts = new ArrayList<Sample>();
        var seconds = new ArrayList<Sample>();
        durations.forEach((result, histogram) -> {
            List<String> label = List.of(result.name().toLowerCase(Locale.ROOT));
            var distribution = histogram.sample(label, NANOS_PER_SECOND, 0);
            attempts.add(new Value(label, distribution.counts().stream().mapToLong(Long::longValue).sum()));
            seconds.add(distribution);
        });
        var byUser = new ArrayList<Sample>();
        new TreeMap<>(users).forEach((user, count) -> byUser.add(new Value(List.of(user), count.sum())));
        return List.of(
                new MetricFamily("authentication_attempts", Type.COUNTER, Stability.ALPHA,
                        "Requests by whether it was found out who sent them.", List.of("result"), attempts),
                new MetricFamily("authentication_duration_seconds", Type.HISTOGRAM, Stability.ALPHA,
                        "Time that it took to find out who sent a request.", List.of("result"), seconds),
                new MetricFamily("authenticated_user_requests", Type.COUNTER, Stability.ALPHA,
                        "Requests by who sent them, as far as that is told apart.", List.of("username"), byUser));
    }
}
