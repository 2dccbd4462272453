package mortise.authn.jwt;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.core.jwt.JwtException;
import mortise.core.jwt.JwtJson;
import mortise.core.jwt.PublishedKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one provider. They are fetched in the background: at the start, again and again until that succeeds, and
 * every hour. A token that none of the known keys has signed has them fetched too, but not more often than every
 * {@link #PAUSE}, whatever clients send; a few such requests wait for the answer, the others are refused at once.
 * Keys stay known while the provider cannot be reached. Any thread.
 */
final class KeySource {

    /** At least this long from one fetch to the next. */
    static final Duration PAUSE = Duration.ofSeconds(10);
    /** Keys that were withdrawn are forgotten after this. */
    static final Duration AGE_MAX = Duration.ofHours(1);
    /** How long a request waits for keys. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(KeySource.class);
    private static final int WAITING_MAX = 8;
    private static final String WELL_KNOWN = "/.well-known/openid-configuration";

    private final Origin origin;
    private final InstantSource clock;
    private final Latency accepting = new Latency();
    private final Latency refusing = new Latency();
    private final Semaphore waiting = new Semaphore(WAITING_MAX);
    private volatile @Nullable PublishedKeys keys;
    private volatile Instant succeeded = Instant.MIN;
    private volatile Instant failed = Instant.MIN;
    /** The fetch that is under way. Guarded by this. */
    private @Nullable CompletableFuture<?> running;
    /** When the last fetch began. Guarded by this. */
    private Instant attempted = Instant.MIN;
    /** Made with the first fetch. Guarded by this. */
    private @Nullable Documents documents;
    /** The problem that is in the log, so that it is there once. */
    private volatile String problem = "";

    /** Where keys come from; sources of the same origin have the same keys. */
    record Origin(String issuer, String discoveryUrl, String authorities) {
    }

    KeySource(Origin origin, InstantSource clock) {
        this.origin = origin;
        this.clock = clock;
    }

    String issuer() {
        return origin.issuer();
    }

    /** Returns what counts the time that it took to judge tokens of this issuer, good ones or others. */
    Latency latency(boolean good) {
        return good ? accepting : refusing;
    }

    /** Returns when keys were fetched last, in seconds since 1970. */
    Optional<Instant> lastSuccess() {
        return Optional.of(succeeded).filter(at -> at.isAfter(Instant.MIN));
    }

    /** Returns when they could not be fetched last. */
    Optional<Instant> lastFailure() {
        return Optional.of(failed).filter(at -> at.isAfter(Instant.MIN));
    }

    /**
     * Returns the claims of a token that the provider has signed; may wait for its keys.
     *
     * @throws JwtException when it has not, or its keys are not known
     */
    Map<String, Object> verify(String token, Set<String> algorithms) throws JwtException {
        PublishedKeys.requireAlgorithm(token, algorithms);
        PublishedKeys known = keys;
        if (known != null) {
            try {
                return known.verify(token, algorithms);
            } catch (JwtException perhapsOfANewKey) {
                PublishedKeys newer = newer();
                if (newer == known || newer == null) {
                    throw perhapsOfANewKey;
                }
                return newer.verify(token, algorithms);
            }
        }
        PublishedKeys first = newer();
        if (first == null) {
            throw new JwtException("the keys of its issuer could not be fetched yet");
        }
        return first.verify(token, algorithms);
    }

    private @Nullable PublishedKeys newer() {
        Optional<CompletableFuture<?>> fetch = fetch();
        if (fetch.isPresent() && waiting.tryAcquire()) {
            try {
                await(fetch.get(), PATIENCE);
            } finally {
                waiting.release();
            }
        }
        return keys;
    }

    private static void await(CompletableFuture<?> fetch, Duration patience) {
        try {
            fetch.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The fetch itself reports why; what is known already has to do.
            LOG.trace("no newer keys", e);
        }
    }

    /** Fetches keys when there are none yet, or they are old. Does not block. */
    void tick() {
        if (keys == null || clock.instant().isAfter(succeeded.plus(AGE_MAX))) {
            fetch();
        }
    }

    /** Waits until keys were fetched or could not be, if they are not known yet. */
    void prepare(Duration patience) {
        if (keys == null) {
            fetch().ifPresent(fetch -> await(fetch, patience));
        }
    }

    /** Returns the fetch that is under way, or one that begins now unless the last one was just before. */
    private synchronized Optional<CompletableFuture<?>> fetch() {
        if (running != null && !running.isDone()) {
            return Optional.of(running);
        }
        Instant now = clock.instant();
        // A clock that was set back must not keep us from fetching.
        if (!attempted.equals(Instant.MIN) && !now.isBefore(attempted) && now.isBefore(attempted.plus(PAUSE))) {
            return Optional.empty();
        }
        attempted = now;
        if (documents == null) {
            documents = new Documents(origin.authorities());
        }
        CompletableFuture<?> fetch = fetch(documents).whenComplete(this::report);
        running = fetch;
        return Optional.of(fetch);
    }

    private CompletableFuture<PublishedKeys> fetch(Documents from) {
        String url = origin.discoveryUrl().isEmpty()
                ? origin.issuer().replaceAll("/+$", "") + WELL_KNOWN : origin.discoveryUrl();
        return from.fetch(url).thenCompose(document -> from.fetch(keysUrl(document))).thenApply(document -> {
            try {
                return PublishedKeys.parse(document);
            } catch (JwtException broken) {
                throw new CompletionException(new IOException("its key set cannot be used: " + broken.getMessage()));
            }
        });
    }

    private String keysUrl(byte[] document) {
        try {
            Map<String, Object> discovered = JwtJson.read(document);
            if (!origin.issuer().equals(discovered.get("issuer"))) {
                throw new CompletionException(new IOException("its discovery document is of another issuer"));
            }
            return String.valueOf(discovered.get("jwks_uri"));
        } catch (JwtException broken) {
            throw new CompletionException(
                    new IOException("its discovery document cannot be used: " + broken.getMessage()));
        }
    }

    private void report(@Nullable PublishedKeys fetched, @Nullable Throwable failure) {
        if (fetched != null) {
            boolean isNews = keys == null || !problem.isEmpty();
            keys = fetched;
            succeeded = clock.instant();
            problem = "";
            if (isNews) {
                LOG.info("issuer {}: {} keys are known", origin.issuer(), fetched.size());
            }
            return;
        }
        failed = clock.instant();
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause() : failure;
        String described = String.valueOf(cause);
        if (!described.equals(problem)) {
            problem = described;
            LOG.warn("issuer {}: keys cannot be fetched: {}; {}", origin.issuer(), described,
                    keys == null ? "its tokens are refused" : "those known before stay known");
        }
    }
}
