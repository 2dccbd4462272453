package mortise.tck.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
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
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RequestAuthenticator} has to do. A bundle extends this class, says how its authenticator is made,
 * and which requests it knows.
 */
public abstract class RequestAuthenticatorContract {

    private static final int THREADS = 8;
    private static final int CALLS_PER_THREAD = 100;
    private static final int GARBAGE_REQUESTS = 300;
    private static final Duration PROMPT = Duration.ofSeconds(5);

    /** Returns the authenticator under test, configured so that it knows {@link #knownRequests()}. */
    protected abstract RequestAuthenticator authenticator();

    /** Returns requests that carry a valid credential; none for a fallback. */
    protected abstract List<AuthenticationRequest> knownRequests();

    /** Returns requests that carry a credential of this authenticator's kind that is not valid; often none. */
    protected List<AuthenticationRequest> rejectedRequests() {
        return List.of();
    }

    /** Returns texts that nobody may read in a log: keys, tokens, passwords the authenticator was configured with. */
    protected List<String> secrets() {
        return List.of();
    }

    /** Says whether the authenticator has {@link RequestAuthenticator#FALLBACK} and so knows every request. */
    protected boolean fallback() {
        return false;
    }

    @Test
    void aRequestWithoutACredentialIsNobody() {
        Authentication answer = authenticator().authenticate(Requests.bare());
        if (fallback()) {
            assertThat(answer).isInstanceOfSatisfying(Authenticated.class, authenticated ->
                    assertThat(authenticated.user().groups()).contains(UserInfo.UNAUTHENTICATED));
        } else {
            assertThat(answer).isEqualTo(Authentication.NOT_MINE);
        }
    }

    @Test
    void aValidCredentialProvesTheSameIdentityEveryTime() {
        RequestAuthenticator authenticator = authenticator();
        assertThat(knownRequests()).as("known requests; only a fallback has none").satisfies(known ->
                assertThat(known.isEmpty()).isEqualTo(fallback()));
        for (AuthenticationRequest request : knownRequests()) {
            Authentication first = authenticator.authenticate(request);
            assertThat(first).isInstanceOf(Authenticated.class);
            assertThat(authenticator.authenticate(request)).isEqualTo(first);
        }
    }

    @Test
    void anInvalidCredentialIsRejected() {
        RequestAuthenticator authenticator = authenticator();
        for (AuthenticationRequest request : rejectedRequests()) {
            assertThat(authenticator.authenticate(request)).isInstanceOf(Rejected.class);
        }
    }

    @Test
    void garbageInHeadersProvesNothingAndBreaksNothing() {
        RequestAuthenticator authenticator = authenticator();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<AuthenticationRequest> garbage = new ArrayList<>(Requests.hostileHeaders());
        for (int i = 0; i < GARBAGE_REQUESTS; i++) {
            garbage.add(Requests.randomHeaders(random));
        }
        for (AuthenticationRequest request : garbage) {
            provesNothing(authenticator, request, "seed " + seed + ": " + request.headers());
        }
    }

    @Test
    void garbageInCertificatesProvesNothingAndBreaksNothing() {
        RequestAuthenticator authenticator = authenticator();
        var stranger = Certificates.stranger();
        var broken = new BrokenCertificate();
        for (var chain : List.of(List.of(stranger), List.of(broken), List.of(stranger, broken),
                List.of(broken, stranger), List.of(stranger, stranger, stranger))) {
            provesNothing(authenticator, Requests.withCertificates(chain), "chain of " + chain.size());
        }
    }

    @Test
    void aRejectionSaysNothingSecret() {
        RequestAuthenticator authenticator = authenticator();
        List<AuthenticationRequest> requests = new ArrayList<>(rejectedRequests());
        requests.addAll(Requests.hostileHeaders());
        requests.add(Requests.withCertificates(List.of(Certificates.stranger())));
        for (AuthenticationRequest request : requests) {
            if (authenticator.authenticate(request) instanceof Rejected rejected) {
                assertThat(rejected.why()).isNotNull();
                for (String secret : secretsOf(request)) {
                    assertThat(rejected.why()).doesNotContain(secret);
                }
            }
        }
    }

    @Test
    void manyThreadsGetTheAnswersOfOne() throws Exception {
        RequestAuthenticator authenticator = authenticator();
        List<AuthenticationRequest> requests = new ArrayList<>(knownRequests());
        requests.addAll(rejectedRequests());
        requests.add(Requests.bare());
        List<Authentication> expected = requests.stream().map(authenticator::authenticate).toList();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<List<Authentication>>> answers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                answers.add(threads.submit(manyTimes(authenticator, requests, start)));
            }
            start.countDown();
            for (Future<List<Authentication>> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anInterruptedThreadReturnsPromptly() throws Exception {
        RequestAuthenticator authenticator = authenticator();
        List<AuthenticationRequest> requests = new ArrayList<>(knownRequests());
        requests.add(Requests.bare());
        for (AuthenticationRequest request : requests) {
            Thread thread = new Thread(() -> {
                Thread.currentThread().interrupt();
                answerOrFailure(authenticator, request);
            }, "interrupted-request");
            thread.setDaemon(true);
            thread.start();
            thread.join(PROMPT.toMillis());
            assertThat(thread.isAlive()).as("still busy %s after the interrupt", PROMPT).isFalse();
        }
        // What the interrupt broke was that request only.
        knownRequests().forEach(request ->
                assertThat(authenticator.authenticate(request)).isInstanceOf(Authenticated.class));
    }

    private void provesNothing(RequestAuthenticator authenticator, AuthenticationRequest request, String what) {
        Authentication answer = authenticator.authenticate(request);
        assertThat(answer).as(what).isNotNull();
        if (!fallback()) {
            assertThat(answer).as(what).isNotInstanceOf(Authenticated.class);
        }
    }

    private List<String> secretsOf(AuthenticationRequest request) {
        List<String> all = new ArrayList<>(secrets());
        request.bearerToken().ifPresent(all::add);
        all.addAll(request.header("authorization"));
        // Nobody could tell a leak of one letter from a coincidence.
        all.removeIf(secret -> secret.length() < 4);
        return all;
    }

    private static Callable<List<Authentication>> manyTimes(
            RequestAuthenticator authenticator, List<AuthenticationRequest> requests, CountDownLatch start) {
        return () -> {
            if (!start.await(10, TimeUnit.SECONDS)) {
                throw new TimeoutException("the other threads did not start");
            }
            List<Authentication> first = requests.stream().map(authenticator::authenticate).toList();
            for (int i = 1; i < CALLS_PER_THREAD; i++) {
                List<Authentication> again = requests.stream().map(authenticator::authenticate).toList();
                assertThat(again).isEqualTo(first);
            }
            return first;
        };
    }

    /** An interrupted authenticator may answer or fail; it only has to return. */
    private static Object answerOrFailure(RequestAuthenticator authenticator, AuthenticationRequest request) {
        try {
            return authenticator.authenticate(request);
        } catch (RuntimeException e) {
            return Map.of("failed with", e);
        }
    }
}
