package mortise.authn.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import mortise.core.kubeconfig.CallResult;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.spi.authentication.Authentication;

/** Asks the server, again when it is worth it, within one time for all attempts. Any thread; blocks it. */
final class Webhook implements AutoCloseable {

    /** How long a question may take, all attempts together. */
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ATTEMPTS_MAX = 5;
    private static final double GROWTH = 1.5;
    private static final double JITTER = 0.2;
    private static final Set<Integer> PASSING_STATUSES = Set.of(429, 500, 504);

    private final KubeconfigClient client;
    private final TokenReviews reviews;
    private final Duration firstPause;
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * What came of a question.
     *
     * @param answer what it says
     * @param certain whether the server said so; otherwise there was no answer
     * @param abandoned whether it is the caller who stopped waiting
     */
    record Finding(Authentication answer, boolean certain, boolean abandoned) {
    }

    /** Takes the pause before the second attempt; later ones grow. */
    Webhook(KubeconfigClient client, TokenReviews reviews, Duration firstPause) {
        this.client = client;
        this.reviews = reviews;
        this.firstPause = firstPause;
    }

    Finding ask(String token, List<String> audiences) {
        byte[] question = reviews.question(token, audiences);
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        double pauseNanos = firstPause.toNanos();
        for (int attempt = 1;; attempt++) {
            Duration left = Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
            CallResult result = client.post("?timeout=" + PATIENCE.toSeconds() + "s", question, left);
            if (attempt == ATTEMPTS_MAX || !passing(result)
                    || !pause(pause(result, pauseNanos), deadlineNanos)) {
                return finding(result, audiences);
            }
            pauseNanos *= GROWTH;
        }
    }

    /** Says whether another attempt may well end otherwise. */
    private static boolean passing(CallResult result) {
        return result instanceof Answered answered
                ? PASSING_STATUSES.contains(answered.status()) || !answered.ok() && answered.retryAfter().isPresent()
                : ((Failed) result).reason() == Reason.BROKEN;
    }

    private static long pause(CallResult result, double nanos) {
        long ours = (long) (nanos * (1 + JITTER * ThreadLocalRandom.current().nextDouble()));
        return result instanceof Answered answered
                ? Math.max(ours, answered.retryAfter().orElse(Duration.ZERO).toNanos()) : ours;
    }

    /** Waits, and says whether there is still time for another attempt then. */
    private boolean pause(long nanos, long deadlineNanos) {
        if (System.nanoTime() + nanos >= deadlineNanos) {
            return false;
        }
        try {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Finding finding(CallResult result, List<String> audiences) {
        if (result instanceof Failed failed) {
            return new Finding(new Authentication.Rejected("the webhook gives no answer: " + failed.message()), false,
                    failed.reason() == Reason.CANCELLED);
        }
        Answered answered = (Answered) result;
        if (!answered.ok()) {
            return new Finding(new Authentication.Rejected("the webhook " + client.server()
                    + " answers with status " + answered.status()), false, Thread.currentThread().isInterrupted());
        }
        try {
            return new Finding(reviews.verdict(answered.body(), audiences), true, false);
        } catch (UnusableAnswerException unusable) {
            return new Finding(new Authentication.Rejected("the answer of the webhook " + client.server()
                    + " cannot be used: " + unusable.getMessage()), false, false);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        client.close();
    }
}
