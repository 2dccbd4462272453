package mortise.authz.webhook;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.authz.webhook.WebhookMetrics.Result;
import mortise.core.codec.MalformedBodyException;
import mortise.core.kubeconfig.CallResult;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one server. Answers count for a while; whatever fails is decided by the failure policy. Any thread; blocks until
 * the answer is there, at most for the timeout.
 */
final class Webhook implements Authorizer {

    static final String NO_OPINION = "NoOpinion";
    static final String DENY = "Deny";
    /** Questions whose parts that the caller chooses are longer, in characters, are asked each time. */
    static final int CACHED_CHARS_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final int ATTEMPTS_MAX = 5;
    private static final double FIRST_PAUSE_NANOS = 500e6;
    private static final double PAUSE_FACTOR = 1.5;
    private static final double PAUSE_JITTER = 0.2;

    private final Entry entry;
    private final Hook hook;
    private final Duration timeout;
    private final MatchConditions conditions;
    private final Caller caller;
    private final String group;
    private final WebhookMetrics metrics;
    private final AnswerCache cache;
    private final RandomGenerator random;

    /** Sends a body to the server and waits for its answer; never throws. */
    interface Caller {
        CallResult call(byte[] body, Duration timeout);
    }

    /**
     * What all servers have in common.
     *
     * @param group name of the group of reviews
     * @param random for pauses; of any thread
     */
    record Surroundings(String group, WebhookMetrics metrics, InstantSource clock, RandomGenerator random) {
    }

    Webhook(Entry entry, Caller caller, Surroundings around) {
        this.entry = entry;
        this.caller = caller;
        hook = entry.hook().orElseThrow();
        timeout = Objects.requireNonNull(hook.timeout(), "checked before");
        conditions = MatchConditions.of(hook.conditions());
        group = around.group();
        metrics = around.metrics();
        random = around.random();
        cache = new AnswerCache(around.clock());
    }

    /** Returns what it was made from. */
    Entry entry() {
        return entry;
    }

    @Override
    public Decision authorize(AuthorizationRequest request) {
        Map<String, @Nullable Object> spec = Review.spec(request);
        if (!conditions.isEmpty()) {
            long begin = System.nanoTime();
            MatchConditions.Answer judged = conditions.judge(spec);
            metrics.judged(entry.name(), judged, System.nanoTime() - begin);
            if (judged == MatchConditions.Answer.SKIP) {
                return new Decision.NoOpinion("");
            }
            if (judged == MatchConditions.Answer.FAILED) {
                LOG.debug("authorizer {}: a match condition has no value", entry.name());
                return failed("a match condition of the authorizer " + entry.name() + " failed");
            }
        }
        byte[] body = Review.body(spec, group, hook.reviewVersion());
        AnswerCache.Key key = AnswerCache.Key.of(body);
        return cache.find(key).or(() -> ask(request, body, key)).map(Webhook::decision)
                .orElseGet(() -> failed("the authorizer " + entry.name() + " could not be asked"));
    }

    /** What failed is in the log; the caller learns no more than that something did. */
    private Decision failed(String what) {
        return hook.failurePolicy().equals(DENY) ? new Decision.Deny(what) : new Decision.NoOpinion(what);
    }

    private static Decision decision(Review.Status answer) {
        if (answer.denied()) {
            return new Decision.Deny(answer.reason());
        }
        return answer.allowed() ? new Decision.Allow(answer.reason()) : new Decision.NoOpinion(answer.reason());
    }

    private Optional<Review.Status> ask(AuthorizationRequest request, byte[] body, AnswerCache.Key key) {
        Optional<Review.Status> answer = attempts(body);
        answer.ifPresent(status -> {
            boolean kept = status.allowed() ? hook.cacheAuthorized() : hook.cacheUnauthorized();
            Duration ttl = status.allowed() ? hook.authorizedTtl() : hook.unauthorizedTtl();
            if (kept && ttl != null && controlledChars(request) < CACHED_CHARS_MAX) {
                cache.keep(key, status, ttl);
            }
        });
        return answer;
    }

    private static int controlledChars(AuthorizationRequest request) {
        return request.namespace().length() + request.verb().length() + request.group().length()
                + request.version().length() + request.resource().length() + request.subresource().length()
                + request.name().length() + request.path().length();
    }

    /** Asks until there is an answer, a failure that stays, or the time is over. */
    private Optional<Review.Status> attempts(byte[] body) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        double pauseNanos = FIRST_PAUSE_NANOS;
        for (int attempt = 1;; attempt++) {
            long begin = System.nanoTime();
            CallResult called = caller.call(body, Duration.ofNanos(Math.max(1, deadlineNanos - begin)));
            Optional<Review.Status> answer = Optional.empty();
            String problem = problem(called);
            if (problem.isEmpty() && called instanceof Answered answered) {
                try {
                    answer = Optional.of(Review.status(answered.body(), group + "/" + hook.reviewVersion()));
                } catch (MalformedBodyException malformed) {
                    problem = String.valueOf(malformed.getMessage());
                }
            }
            Result result = answer.isPresent() ? Result.SUCCESS : result(called);
            metrics.called(entry.name(), result, System.nanoTime() - begin);
            if (answer.isPresent()) {
                return answer;
            }
            if (result == Result.CANCELED) {
                throw stopped();
            }
            pauseNanos *= attempt == 1 ? 1 : PAUSE_FACTOR;
            long pause = (long) (pauseNanos * (1 + PAUSE_JITTER * random.nextDouble()));
            if (attempt == ATTEMPTS_MAX || !passes(called) || !pause(Math.max(pause, wanted(called)), deadlineNanos)) {
                LOG.warn("authorizer {}: {}", entry.name(), problem);
                if (hook.failurePolicy().equals(NO_OPINION)) {
                    metrics.failedOpen(entry.name(), result);
                }
                return Optional.empty();
            }
        }
    }

    /** Nobody may be asked in the place of one who was just taken away, and might have denied. */
    private ApiException stopped() {
        return new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE,
                "the authorizer " + entry.name() + " was stopped", ApiStatus.Details.of(List.of(), 1)));
    }

    private static String problem(CallResult called) {
        if (called instanceof Failed failed) {
            return failed.message();
        }
        Answered answered = (Answered) called;
        return answered.ok() ? "" : "it answered " + answered.status();
    }

    private static Result result(CallResult called) {
        if (!(called instanceof Failed failed)) {
            return Result.ERROR;
        }
        return switch (failed.reason()) {
            case TIMEOUT, BUSY -> Result.TIMEOUT;
            case CANCELLED -> Result.CANCELED;
            default -> Result.ERROR;
        };
    }

    /** Says whether another attempt may succeed where this one did not. */
    private static boolean passes(CallResult called) {
        if (called instanceof Failed failed) {
            return failed.reason() == Reason.UNREACHABLE;
        }
        Answered answered = (Answered) called;
        return answered.status() == 429 || answered.status() == 500 || answered.status() == 504
                || !answered.ok() && answered.retryAfter().isPresent();
    }

    private static long wanted(CallResult called) {
        return called instanceof Answered answered ? answered.retryAfter().orElse(Duration.ZERO).toNanos() : 0;
    }

    /** Waits, unless that would take until after the deadline. */
    private boolean pause(long nanos, long deadlineNanos) {
        if (nanos >= deadlineNanos - System.nanoTime()) {
            return false;
        }
        try {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw stopped();
        }
    }
}
