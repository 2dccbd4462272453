package mortise.tck.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Decision.Allow;
import mortise.spi.authorization.Decision.Deny;
import mortise.spi.authorization.Decision.NoOpinion;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Authorizer} has to do. A bundle extends this class, says how its authorizer is made, and which
 * requests it allows and does not allow.
 */
public abstract class AuthorizerContract {

    private static final int THREADS = 8;
    private static final int ROUNDS_PER_THREAD = 20;
    private static final int GARBAGE_REQUESTS = 500;
    private static final Duration PROMPT = Duration.ofSeconds(5);

    /** Returns the authorizer under test, configured so that the requests below get their answers. */
    protected abstract Authorizer authorizer();

    /** Returns requests that the authorizer allows. */
    protected abstract List<AuthorizationRequest> allowed();

    /** Returns requests that the authorizer denies or has no opinion on. */
    protected abstract List<AuthorizationRequest> notAllowed();

    @Test
    void whatIsAllowedIsAllowed() {
        Authorizer authorizer = authorizer();
        assertThat(allowed()).allSatisfy(request ->
                assertThat(authorizer.authorize(request)).isInstanceOf(Allow.class));
    }

    @Test
    void whatIsNotAllowedIsNotAllowed() {
        Authorizer authorizer = authorizer();
        assertThat(notAllowed()).allSatisfy(request ->
                assertThat(authorizer.authorize(request)).isNotNull().isNotInstanceOf(Allow.class));
    }

    @Test
    void everyRequestHasADecisionWithAReason() {
        Authorizer authorizer = authorizer();
        assertThat(AuthorizationRequests.ordinary()).allSatisfy(request ->
                assertThat(reason(authorizer.authorize(request))).isNotNull());
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        Authorizer authorizer = authorizer();
        List<Decision> first = answers(authorizer, questions());
        assertThat(answers(authorizer, questions())).isEqualTo(first);
        List<AuthorizationRequest> backwards = new ArrayList<>(questions());
        Collections.reverse(backwards);
        List<Decision> answersBackwards = new ArrayList<>(answers(authorizer, backwards));
        Collections.reverse(answersBackwards);
        assertThat(answersBackwards).as("the order of the questions does not matter").isEqualTo(first);
    }

    @Test
    void garbageIsDecidedToo() {
        Authorizer authorizer = authorizer();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < GARBAGE_REQUESTS; i++) {
            AuthorizationRequest request = AuthorizationRequests.garbage(random);
            Decision decision = authorizer.authorize(request);
            assertThat(decision).as("seed %d: %s", seed, request).isNotNull();
            assertThat(reason(decision)).as("reason, seed %d: %s", seed, request).isNotNull();
            assertThat(authorizer.authorize(request)).as("again, seed %d: %s", seed, request).isEqualTo(decision);
        }
    }

    @Test
    void manyThreadsGetTheAnswersOfOne() throws Exception {
        Authorizer authorizer = authorizer();
        List<Decision> expected = answers(authorizer, questions());
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<List<Decision>>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(manyTimes(authorizer, start)));
            }
            start.countDown();
            for (Future<List<Decision>> one : all) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anInterruptedThreadReturnsPromptly() throws Exception {
        Authorizer authorizer = authorizer();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            answerOrFailure(authorizer, AuthorizationRequests.ordinary().get(0));
        }, "interrupted-request");
        thread.setDaemon(true);
        thread.start();
        thread.join(PROMPT.toMillis());
        assertThat(thread.isAlive()).as("still busy %s after the interrupt", PROMPT).isFalse();
        // What the interrupt broke was that request only.
        whatIsAllowedIsAllowed();
    }

    private List<AuthorizationRequest> questions() {
        List<AuthorizationRequest> all = new ArrayList<>(allowed());
        all.addAll(notAllowed());
        all.addAll(AuthorizationRequests.ordinary());
        return all;
    }

    private static List<Decision> answers(Authorizer authorizer, List<AuthorizationRequest> questions) {
        return questions.stream().map(authorizer::authorize).toList();
    }

    private Callable<List<Decision>> manyTimes(Authorizer authorizer, CountDownLatch start) {
        return () -> {
            if (!start.await(10, TimeUnit.SECONDS)) {
                throw new TimeoutException("the other threads did not start");
            }
            List<Decision> first = answers(authorizer, questions());
            for (int i = 1; i < ROUNDS_PER_THREAD; i++) {
                assertThat(answers(authorizer, questions())).isEqualTo(first);
            }
            return first;
        };
    }

    private static String reason(Decision decision) {
        if (decision instanceof Allow allow) {
            return allow.reason();
        }
        if (decision instanceof Deny deny) {
            return deny.reason();
        }
        return ((NoOpinion) decision).reason();
    }

    /** An interrupted authorizer may answer or fail; it only has to return. */
    private static Object answerOrFailure(Authorizer authorizer, AuthorizationRequest request) {
        try {
            return authorizer.authorize(request);
        } catch (RuntimeException e) {
            return Map.of("failed with", e);
        }
    }
}
