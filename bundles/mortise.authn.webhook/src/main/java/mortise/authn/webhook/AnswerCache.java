package mortise.authn.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mortise.api.LastUsed;
import mortise.authn.webhook.Webhook.Finding;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * What the server said about tokens, by a digest whose key only this object knows. Callers with the same token wait for
 * one question. Holds only what the server said, and does not hold refusals that it gave a reason for: those may pass.
 * For any number of threads.
 */
final class AnswerCache {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final Duration holds;
    private final InstantSource clock;
    private final CacheMetrics metrics;
    private final SecretKeySpec key;
    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Known> known;
    private final Map<String, CompletableFuture<Finding>> asked = new HashMap<>(); // guarded by known

    private record Known(Authentication answer, Instant from, Instant until) {

        boolean counts(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }

    /** Either an answer, or the question of somebody else, or one's own that others may wait for. */
    private record Place(@Nullable Authentication answer, CompletableFuture<Finding> question, boolean first) {
    }

    AnswerCache(Duration holds, int entriesMax, InstantSource clock, CacheMetrics metrics) {
        this.holds = holds;
        this.clock = clock;
        this.metrics = metrics;
        byte[] secret = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(secret);
        key = new SecretKeySpec(secret, ALGORITHM);
        known = new LastUsed<>(entriesMax);
    }

    /** Returns what is known, or asks. */
    Authentication get(String token, List<String> audiences, Supplier<Finding> question) {
        long startNanos = System.nanoTime();
        String digest = digest(token, audiences);
        long deadlineNanos = startNanos + Webhook.PATIENCE.toNanos();
        while (true) {
            Place place = place(digest);
            if (place.answer() != null) {
                metrics.hit(System.nanoTime() - startNanos);
                return place.answer();
            }
            Finding found = place.first() ? ask(digest, place.question(), question)
                    : waited(place.question(), deadlineNanos);
            // Somebody else's question that nobody waits for any more says nothing to us.
            if (place.first() || !found.abandoned() || Thread.currentThread().isInterrupted()
                    || System.nanoTime() >= deadlineNanos) {
                metrics.miss(System.nanoTime() - startNanos);
                return found.answer();
            }
        }
    }

    private Place place(String digest) {
        synchronized (known) {
            Known present = known.get(digest);
            if (present != null && present.counts(clock.instant())) {
                return new Place(present.answer(), new CompletableFuture<>(), false);
            }
            CompletableFuture<Finding> running = asked.get(digest);
            if (running != null) {
                return new Place(null, running, false);
            }
            var own = new CompletableFuture<Finding>();
            asked.put(digest, own);
            return new Place(null, own, true);
        }
    }

    private Finding ask(String digest, CompletableFuture<Finding> own, Supplier<Finding> question) {
        metrics.begin();
        Finding found = new Finding(new Rejected("the webhook was not asked"), false, true);
        try {
            found = question.get();
            return found;
        } finally {
            synchronized (known) {
                asked.remove(digest);
                if (found.certain() && !(found.answer() instanceof Rejected) && !holds.isZero()) {
                    Instant now = clock.instant();
                    known.put(digest, new Known(found.answer(), now, now.plus(holds)));
                }
            }
            metrics.end(found.certain());
            own.complete(found);
        }
    }

    private Finding waited(CompletableFuture<Finding> question, long deadlineNanos) {
        metrics.block();
        try {
            return question.get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Finding(new Rejected("the request has ended"), false, true);
        } catch (ExecutionException | TimeoutException never) {
            return new Finding(new Rejected("the webhook gives no answer in time"), false, false);
        } finally {
            metrics.unblock();
        }
    }

    int size() {
        synchronized (known) {
            return known.size();
        }
    }

    private String digest(String token, List<String> audiences) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(token.getBytes(StandardCharsets.UTF_8));
            for (String audience : audiences) {
                mac.update((byte) 0);
                mac.update(audience.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
