package mortise.tck.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The kit passes a good authenticator and catches each kind of bad one. */
class RequestAuthenticatorContractTest {

    @Test
    void aGoodAuthenticatorPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void anAuthenticatorThatThrowsOnAnUnknownTokenIsCaught() {
        assertThat(failedTestsOf(Throwing.class)).contains("garbageInHeadersProvesNothingAndBreaksNothing");
    }

    @Test
    void anAuthenticatorThatBelievesCertificatesIsCaught() {
        assertThat(failedTestsOf(Gullible.class)).contains("garbageInCertificatesProvesNothingAndBreaksNothing");
    }

    @Test
    void anAuthenticatorThatLogsTokensIsCaught() {
        assertThat(failedTestsOf(Chatty.class)).containsExactly("aRejectionSaysNothingSecret");
    }

    @Test
    void anAuthenticatorThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).contains("anInterruptedThreadReturnsPromptly");
    }

    @Test
    void anAuthenticatorThatChangesItsMindIsCaught() {
        assertThat(failedTestsOf(Fickle.class))
                .contains("aValidCredentialProvesTheSameIdentityEveryTime", "manyThreadsGetTheAnswersOfOne");
    }

    private static Set<String> failedTestsOf(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(contract)).execute()
                .testEvents().failed().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private static Authentication answer(AuthenticationRequest request) {
        return request.bearerToken().filter("right-token"::equals).isPresent()
                ? new Authenticated(UserInfo.of("pat")) : Authentication.NOT_MINE;
    }

    static class Good extends RequestAuthenticatorContract {
        @Override
        protected RequestAuthenticator authenticator() {
            return RequestAuthenticatorContractTest::answer;
        }

        @Override
        protected List<AuthenticationRequest> knownRequests() {
            return List.of(Requests.withBearerToken("right-token"));
        }
    }

    static class Throwing extends Good {
        @Override
        protected RequestAuthenticator authenticator() {
            return request -> {
                if (request.bearerToken().isPresent() && answer(request) == Authentication.NOT_MINE) {
                    throw new IllegalArgumentException("unknown token");
                }
                return answer(request);
            };
        }
    }

    static class Gullible extends Good {
        @Override
        protected RequestAuthenticator authenticator() {
            return request -> request.peerCertificates().isEmpty()
                    ? answer(request) : new Authenticated(UserInfo.of("stranger"));
        }
    }

    static class Chatty extends Good {
        @Override
        protected RequestAuthenticator authenticator() {
            return request -> request.bearerToken().isPresent() && answer(request) == Authentication.NOT_MINE
                    ? new Rejected("unknown token " + request.bearerToken().get()) : answer(request);
        }
    }

    static class Deaf extends Good {
        @Override
        protected RequestAuthenticator authenticator() {
            CountDownLatch never = new CountDownLatch(1);
            return request -> {
                while (Thread.currentThread().isInterrupted()) {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                return answer(request);
            };
        }
    }

    static class Fickle extends Good {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        protected RequestAuthenticator authenticator() {
            return request -> answer(request) == Authentication.NOT_MINE
                    ? Authentication.NOT_MINE : new Authenticated(UserInfo.of("pat" + calls.incrementAndGet()));
        }
    }
}
