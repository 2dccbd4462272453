package mortise.tck.operations;

import static mortise.tck.operations.BadPlugins.failedTestsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import mortise.api.ApiException;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import org.junit.jupiter.api.Test;

/** The kit passes a good endpoint and catches each kind of bad one. */
class EndpointContractTest {

    @Test
    void aGoodEndpointPasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void anEndpointThatAnswersNullIsCaught() {
        assertThat(failedTestsOf(Null.class)).contains("everyDeclaredPathIsAnswered", "garbageIsAnsweredOrRefused");
    }

    @Test
    void anEndpointThatDoesNotKnowItsOwnPathIsCaught() {
        assertThat(failedTestsOf(Promising.class)).contains("everyDeclaredPathIsAnswered");
    }

    @Test
    void anEndpointThatDoesNotSayWhatItSendsIsCaught() {
        assertThat(failedTestsOf(Untyped.class)).contains("everyDeclaredPathIsAnswered");
    }

    @Test
    void anEndpointThatStumblesOverAnOddHeaderIsCaught() {
        assertThat(failedTestsOf(Fussy.class)).containsExactly("garbageIsAnsweredOrRefused");
    }

    @Test
    void anEndpointThatBlamesItselfForGarbageIsCaught() {
        assertThat(failedTestsOf(Modest.class)).containsExactly("garbageIsAnsweredOrRefused");
    }

    @Test
    void anEndpointThatRepeatsWhatItHeardInAHeaderIsCaught() {
        assertThat(failedTestsOf(Parrot.class)).containsExactly("garbageIsAnsweredOrRefused");
    }

    @Test
    void anEndpointThatUsesABodyTwiceIsCaught() {
        assertThat(failedTestsOf(Thrifty.class)).containsExactly("anAnswerStaysAsItWasGiven");
    }

    @Test
    void anEndpointForOneThreadOnlyIsCaught() {
        assertThat(failedTestsOf(Lonely.class)).containsExactly("manyThreadsGetTheAnswersOfOne");
    }

    @Test
    void anEndpointThatIgnoresTheInterruptIsCaught() {
        assertThat(failedTestsOf(Deaf.class)).containsExactly("anInterruptedThreadReturnsPromptly");
    }

    private static EndpointResponse answer(EndpointRequest request) {
        return switch (request.path()) {
            case "/good", "/good/one" -> EndpointResponse.text(200, request.path());
            default -> throw ApiException.badRequest("no such path");
        };
    }

    static class Good extends EndpointContract {
        @Override
        protected Endpoint endpoint() {
            return EndpointContractTest::answer;
        }

        @Override
        protected List<String> paths() {
            return List.of("/good", "/good/*");
        }

        @Override
        protected List<String> served() {
            return List.of("/good/one");
        }
    }

    static class Null extends Good {
        @Override
        @SuppressWarnings("NullAway")
        protected Endpoint endpoint() {
            return request -> null;
        }
    }

    static class Promising extends Good {
        @Override
        protected List<String> paths() {
            return List.of("/good", "/better");
        }
    }

    static class Untyped extends Good {
        @Override
        protected Endpoint endpoint() {
            return request -> new EndpointResponse(200, "", Map.of(), answer(request).body());
        }
    }

    static class Fussy extends Good {
        @Override
        protected Endpoint endpoint() {
            return request -> {
                String accept = request.header("accept");
                if (!accept.isEmpty() && accept.split(";")[0].indexOf('/') < 0) {
                    throw new IllegalArgumentException(accept);
                }
                return answer(request);
            };
        }
    }

    static class Modest extends Good {
        @Override
        protected Endpoint endpoint() {
            return request -> {
                if (request.query().isEmpty()) {
                    return answer(request);
                }
                throw ApiException.internal("what is that?", new IllegalArgumentException());
            };
        }
    }

    static class Parrot extends Good {
        @Override
        protected Endpoint endpoint() {
            return request -> new EndpointResponse(200, "text/plain",
                    Map.of("x-accepted", request.header("accept") + request.header("user-agent")), new byte[0]);
        }
    }

    static class Thrifty extends Good {
        private final byte[] body = new byte[16];

        @Override
        protected Endpoint endpoint() {
            return request -> {
                Arrays.fill(body, (byte) ' ');
                byte[] text = (answer(request).body().length + "").getBytes(StandardCharsets.UTF_8);
                System.arraycopy(text, 0, body, 0, text.length);
                return new EndpointResponse(200, "text/plain", Map.of(), body);
            };
        }
    }

    static class Lonely extends Good {
        private final AtomicBoolean busy = new AtomicBoolean();

        @Override
        protected Endpoint endpoint() {
            return request -> {
                if (!busy.compareAndSet(false, true)) {
                    throw new IllegalStateException("somebody else is here");
                }
                LockSupport.parkNanos(100_000);
                busy.set(false);
                return answer(request);
            };
        }
    }

    static class Deaf extends Good {
        @Override
        protected Endpoint endpoint() {
            return request -> {
                BadPlugins.ignoreTheInterrupt();
                return answer(request);
            };
        }
    }
}
