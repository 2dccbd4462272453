package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.filter.PanicGuard;
import mortise.core.http.plugin.TestPlugins;
import mortise.spi.authentication.Authentication;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.EndpointResponse;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MisbehavingPluginTest {

    private static TestServer server() throws Exception {
        var server = new TestServer("plugin_timeout_seconds", 1, "request_timeout", "30s");
        server.plugins.authenticator("test", 0, false,
                request -> new Authentication.Authenticated(UserInfo.of("bob")));
        server.plugins.authorizer("test", "AlwaysAllow", request -> new Decision.Allow(""));
        server.plugins.endpoint("test", request -> EndpointResponse.text(200, "ok"), "/good", "/bad");
        return server;
    }

    /** Misbehaves on one path and stays out of everything else. */
    private static void authenticator(TestPlugins plugins, Runnable misbehaviour) {
        plugins.authenticator("mortise.bad", 10, false, request -> {
            if (request.path().equals("/bad")) {
                misbehaviour.run();
            }
            return Authentication.NOT_MINE;
        });
    }

    private static void isBlamed(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("plug-in mortise.bad (MisbehavingPluginTest$").endsWith("\n");
    }

    @Test
    void anExceptionIsAnInternalErrorThatNamesTheBundle() throws Exception {
        try (var server = server()) {
            authenticator(server.plugins, () -> {
                throw new IllegalStateException("secret");
            });
            HttpResponse<String> answer = server.get("/bad");
            isBlamed(answer, 500);
            assertThat(answer.body()).contains("Internal error occurred: ").doesNotContain("secret");
            assertThat(server.get("/good").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anErrorIsAnInternalErrorThatNamesTheBundle() throws Exception {
        try (var server = server()) {
            authenticator(server.plugins, () -> {
                throw new NoClassDefFoundError("mortise/gone");
            });
            isBlamed(server.get("/bad"), 500);
            assertThat(server.get("/good").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nullIsAnInternalErrorThatNamesTheBundle() throws Exception {
        try (var server = server()) {
            server.plugins.authenticator("mortise.bad", 10, false,
                    request -> request.path().equals("/bad") ? null : Authentication.NOT_MINE);
            isBlamed(server.get("/bad"), 500);
        }
    }

    @Test
    void aPluginThatWaitsTooLongIsInterruptedAndBlamed() throws Exception {
        var interrupted = new CountDownLatch(1);
        try (var server = server()) {
            authenticator(server.plugins, () -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException asExpected) {
                    interrupted.countDown();
                }
            });
            isBlamed(server.get("/bad"), 504);
            assertThat(interrupted.getCount()).isZero();
            assertThat(server.get("/good").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aPluginThatNeverAnswersIsAnsweredForAndHurtsNoOtherRequest() throws Exception {
        var release = new CountDownLatch(1);
        var threads = Executors.newCachedThreadPool();
        try (var server = server()) {
            authenticator(server.plugins, () -> {
                while (release.getCount() > 0) {
                    // Does not care about interrupts.
                    LockSupport.parkNanos(1_000_000);
                }
            });
            var hanging = new ArrayList<Future<HttpResponse<String>>>();
            for (int i = 0; i < 20; i++) {
                hanging.add(threads.submit(() -> server.get("/bad")));
            }
            for (int i = 0; i < 5; i++) {
                assertThat(server.get("/good").statusCode()).isEqualTo(200);
            }
            for (Future<HttpResponse<String>> answer : hanging) {
                isBlamed(answer.get(20, TimeUnit.SECONDS), 504);
            }
            // Too many of its calls hang for it to be asked again, so this is answered at once.
            HttpResponse<String> atOnce = server.get("/bad");
            isBlamed(atOnce, 504);
            assertThat(atOnce.body()).contains("still hangs in");
            release.countDown();
        } finally {
            release.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void anAuthorizerAndAnEndpointAreGuardedTheSameWay() throws Exception {
        try (var server = TestServer.withTokens("plugin_timeout_seconds", 1)) {
            server.plugins.authorizer("mortise.other", "Unused", request -> new Decision.Allow(""));
            server.plugins.endpoint("mortise.bad", request -> {
                throw new IllegalStateException("no");
            }, "/throws");
            server.plugins.endpoint("mortise.bad", request -> null, "/null");
            isBlamed(server.get("/throws", "Authorization", "Bearer x"), 500);
            isBlamed(server.get("/null", "Authorization", "Bearer x"), 500);
        }
    }

    @Test
    void aRequestThatTakesTooLongTimesOut() throws Exception {
        try (var server = server()) {
            server.plugins.endpoint("mortise.bad", request -> {
                LockSupport.parkNanos(Duration.ofSeconds(20).toNanos());
                return EndpointResponse.text(200, "late");
            }, "/slow");
            HttpResponse<String> answer = server.get("/slow?timeout=300ms");
            assertThat(answer.statusCode()).isEqualTo(504);
            assertThat(answer.body()).contains("\"reason\":\"Timeout\"");
        }
    }

    @Test
    void whatAClientDidWrongFillsNoLog() throws Exception {
        var log = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(PanicGuard.class);
        var seen = new ListAppender<ILoggingEvent>();
        seen.start();
        log.addAppender(seen);
        log.setLevel(Level.DEBUG);
        log.setAdditive(false);
        try (var server = server()) {
            server.plugins.endpoint("test", request -> {
                ErrorReason reason = request.path().equals("/ours") ? ErrorReason.INTERNAL_ERROR : ErrorReason.INVALID;
                throw new ApiException(ApiStatus.of(reason, "refused"), new IllegalArgumentException("why"));
            }, "/theirs", "/ours");
            assertThat(server.get("/theirs").statusCode()).isEqualTo(422);
            assertThat(seen.list).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.INFO));
            assertThat(server.get("/ours").statusCode()).isEqualTo(500);
            assertThat(seen.list).anyMatch(event -> event.getLevel().equals(Level.WARN));
        } finally {
            log.detachAppender(seen);
            log.setLevel(Level.OFF);
            log.setAdditive(true);
        }
    }
}
