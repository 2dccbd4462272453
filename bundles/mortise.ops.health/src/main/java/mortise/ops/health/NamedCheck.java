package mortise.ops.health;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mortise.spi.operations.HealthCheck;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A check with what its service properties say about it. */
final class NamedCheck {

    /** Those that need no other part come first, then by name. */
    static final Comparator<NamedCheck> ORDER =
            Comparator.comparingInt(NamedCheck::rank).thenComparing(NamedCheck::name);

    private static final Logger LOG = LoggerFactory.getLogger(NamedCheck.class);
    private static final List<String> FIRST = List.of("ping", "log");
    private static final Set<String> ENDPOINTS = Set.of("livez", "readyz");
    /** It is part of a path and of a line. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*");

    private final String name;
    private final Set<String> endpoints;
    private final HealthCheck check;
    /** Probes come every few seconds; the log is told when something changes. */
    private final AtomicBoolean failing = new AtomicBoolean();

    private NamedCheck(String name, Set<String> endpoints, HealthCheck check) {
        this.name = name;
        this.endpoints = endpoints;
        this.check = check;
    }

    /**
     * Reads the service properties.
     *
     * @throws IllegalArgumentException when they do not say what they should
     */
    static NamedCheck of(HealthCheck check, Map<String, Object> properties) {
        if (!(properties.get(HealthCheck.NAME) instanceof String name) || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("its property " + HealthCheck.NAME + " is not a name");
        }
        Set<String> endpoints = texts(properties.get(HealthCheck.ENDPOINTS));
        if (!ENDPOINTS.containsAll(endpoints)) {
            throw new IllegalArgumentException(
                    "its property " + HealthCheck.ENDPOINTS + " knows livez and readyz only");
        }
        return new NamedCheck(name, endpoints.isEmpty() ? ENDPOINTS : endpoints, check);
    }

    String name() {
        return name;
    }

    /** Returns those of {@code livez} and {@code readyz} that show it. */
    Set<String> endpoints() {
        return endpoints;
    }

    /** Runs the check; a reason to fail goes to the log when it is new. */
    boolean passes() {
        Optional<String> failure = failure();
        if (failure.isPresent()) {
            if (failing.compareAndSet(false, true)) {
                LOG.warn("Health check {} of {} fails: {}", name, check.getClass().getName(), failure.get());
            }
        } else if (failing.compareAndSet(true, false)) {
            LOG.info("Health check {} passes again", name);
        }
        return failure.isEmpty();
    }

    /** Returns what follows on the line of a check that passes: nothing, or a warning in brackets. */
    String warning() {
        try {
            return check.warning().map(text -> " (" + text.replaceAll("[^ -~]+", " ") + ")").orElse("");
        } catch (RuntimeException e) {
            return " (the check itself failed)";
        }
    }

    private Optional<String> failure() {
        try {
            return check.failure();
        } catch (RuntimeException e) {
            return Optional.of("the check itself failed with " + e);
        }
    }

    private int rank() {
        int place = FIRST.indexOf(name);
        return place < 0 ? FIRST.size() : place;
    }

    private static Set<String> texts(@Nullable Object property) {
        if (property instanceof String[] texts) {
            return Set.copyOf(List.of(texts));
        }
        if (property instanceof Collection<?> texts) {
            return texts.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
        }
        return property == null ? Set.of() : Set.of(property.toString());
    }
}
