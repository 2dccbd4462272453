package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiException;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Endpoint} has to do. A bundle extends this class, says how its endpoint is made, which paths it
 * declares, and what it serves below those that end in {@code /*}.
 */
public abstract class EndpointContract {

    private static final int ROUNDS = 50;
    private static final int GARBAGE_REQUESTS = 500;
    private static final int OK = 200;
    private static final Duration PROMPT = Duration.ofSeconds(5);

    /** Returns the endpoint under test, so that what it serves is there. */
    protected abstract Endpoint endpoint();

    /** Returns the paths as the service property {@link Endpoint#PATHS} has them, {@code /livez/*} for example. */
    protected abstract List<String> paths();

    /** Returns paths that are served below a declared {@code /*}, {@code /livez/ping} for example. */
    protected List<String> served() {
        return List.of();
    }

    @Test
    void everyDeclaredPathIsAnswered() throws Exception {
        Endpoint endpoint = endpoint();
        assertThat(requests()).as("paths that are no patterns").isNotEmpty();
        for (EndpointRequest request : requests()) {
            EndpointResponse response = Calls.within(PROMPT, () -> endpoint.get(request));
            wellFormed(response, request.path());
            assertThat(response.status()).as("status of %s", request.path()).isEqualTo(OK);
            assertThat(response.contentType()).as("content type of %s", request.path()).isNotBlank();
        }
    }

    @Test
    void garbageIsAnsweredOrRefused() throws Exception {
        Endpoint endpoint = endpoint();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < GARBAGE_REQUESTS; i++) {
            EndpointRequest request = EndpointRequests.garbage(random, paths(), served());
            String about = "seed " + seed + ": " + request;
            try {
                wellFormed(Calls.within(PROMPT, () -> endpoint.get(request)), about);
            } catch (ApiException refused) {
                assertThat(refused.status().code()).as(about).isBetween(400, 499);
            } catch (RuntimeException e) {
                throw new AssertionError("threw what is no ApiException, " + about, e);
            }
        }
    }

    @Test
    void anAnswerStaysAsItWasGiven() throws Exception {
        Endpoint endpoint = endpoint();
        for (EndpointRequest request : requests()) {
            EndpointResponse given = Calls.within(PROMPT, () -> endpoint.get(request));
            byte[] then = given.body().clone();
            for (EndpointRequest other : requests()) {
                Calls.within(PROMPT, () -> endpoint.get(other));
            }
            assertThat(given.body()).as("body of %s after further requests", request.path()).isEqualTo(then);
        }
    }

    @Test
    void manyThreadsGetTheAnswersOfOne() throws Exception {
        Endpoint endpoint = endpoint();
        Calls.together(ROUNDS, () -> {
            for (EndpointRequest request : requests()) {
                EndpointResponse response = endpoint.get(request);
                wellFormed(response, request.path());
                assertThat(response.status()).as("status of %s", request.path()).isEqualTo(OK);
            }
            return true;
        });
    }

    @Test
    void anInterruptedThreadReturnsPromptly() throws Exception {
        Endpoint endpoint = endpoint();
        for (EndpointRequest request : requests()) {
            Calls.interrupted(PROMPT, () -> endpoint.get(request));
            // What the interrupt broke was that request only.
            assertThat(Calls.within(PROMPT, () -> endpoint.get(request)).status()).isEqualTo(OK);
        }
    }

    private List<EndpointRequest> requests() {
        return EndpointRequests.paths(paths(), served()).stream()
                .map(path -> new EndpointRequest(path, Map.of(), Map.of())).toList();
    }

    /** A body has a type, and nothing that a client wrote ends a header line. */
    private static void wellFormed(EndpointResponse response, String about) {
        assertThat(response).as("answer to %s", about).isNotNull();
        assertThat(response.status()).as("status, %s", about).isBetween(200, 599);
        assertThat(response.body()).as("body, %s", about).isNotNull();
        assertThat(response.contentType()).as("content type, %s", about).isNotNull();
        if (response.body().length > 0) {
            assertThat(response.contentType()).as("content type, %s", about).isNotBlank();
        }
        oneLine(response.contentType(), about);
        response.headers().forEach((name, value) -> {
            assertThat(name).as("header, %s", about).isNotBlank();
            oneLine(name, about);
            oneLine(value, about);
        });
    }

    private static void oneLine(String text, String about) {
        assertThat(text.chars().noneMatch(c -> c < ' ' || c == 0x7f)).as("no control character in a header, %s", about)
                .isTrue();
    }
}
