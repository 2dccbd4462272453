package mortise.tck.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Decision.Allow;
import mortise.spi.authorization.Decision.NoOpinion;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The kit passes a good authorizer and catches each kind of bad one. */
class AuthorizerContractTest {

    @Test
    void aGoodAuthorizerPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void anAuthorizerThatAllowsTooMuchIsCaught() {
        assertThat(failedTestsOf(Generous.class)).containsExactly("whatIsNotAllowedIsNotAllowed");
    }

    @Test
    void anAuthorizerThatThrowsOnAnOddPathIsCaught() {
        assertThat(failedTestsOf(Fussy.class)).containsExactly("garbageIsDecidedToo");
    }

    @Test
    void anAuthorizerThatChangesItsMindIsCaught() {
        assertThat(failedTestsOf(Fickle.class)).contains("theSameQuestionHasTheSameAnswer");
    }

    @Test
    void anAuthorizerThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).containsExactly("anInterruptedThreadReturnsPromptly");
    }

    private static Set<String> failedTestsOf(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(contract)).execute()
                .testEvents().failed().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private static Decision decide(AuthorizationRequest request) {
        return request.user().name().equals("pat") ? new Allow("pat may") : new NoOpinion("");
    }

    static class Good extends AuthorizerContract {
        @Override
        protected Authorizer authorizer() {
            return AuthorizerContractTest::decide;
        }

        @Override
        protected List<AuthorizationRequest> allowed() {
            return List.of(AuthorizationRequests.path(UserInfo.of("pat"), "get", "/"));
        }

        @Override
        protected List<AuthorizationRequest> notAllowed() {
            return List.of(AuthorizationRequests.path(UserInfo.of("sam"), "get", "/"));
        }
    }

    static class Generous extends Good {
        @Override
        protected Authorizer authorizer() {
            return request -> new Allow("why not");
        }
    }

    static class Fussy extends Good {
        @Override
        protected Authorizer authorizer() {
            return request -> {
                if (request.resource().contains("*")) {
                    throw new IllegalArgumentException(request.resource());
                }
                return decide(request);
            };
        }
    }

    static class Fickle extends Good {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        protected Authorizer authorizer() {
            return request -> new NoOpinion("call " + calls.incrementAndGet());
        }
    }

    static class Deaf extends Good {
        @Override
        protected Authorizer authorizer() {
            CountDownLatch never = new CountDownLatch(1);
            return request -> {
                while (Thread.currentThread().isInterrupted()) {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                return decide(request);
            };
        }
    }
}
