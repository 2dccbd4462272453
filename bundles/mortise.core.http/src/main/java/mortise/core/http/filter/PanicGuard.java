package mortise.core.http.filter;

import java.io.UncheckedIOException;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.PluginFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns whatever is thrown into an answer, so that no failure of a filter, handler or plug-in costs more than its own
 * request, and notices when nobody answered.
 */
public final class PanicGuard implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(PanicGuard.class);
    private static final int SERVER_ERROR = 500;

    @Override
    public void apply(ApiExchange exchange, Next next) {
        try {
            next.proceed(exchange);
            if (!exchange.guard().answered()) {
                panic(exchange, new IllegalStateException("no filter or handler answered"));
            }
        } catch (ApiException expected) {
            if (expected.getCause() != null && expected.status().code() >= SERVER_ERROR) {
                LOG.warn("Request {} {} failed: {}", exchange.requestId(), path(exchange), expected.getMessage(),
                        expected.getCause());
            } else if (expected.getCause() != null) {
                // What a client did wrong is told to the client; a log that clients can fill is of no use to anybody.
                LOG.debug("Request {} {} was refused: {}", exchange.requestId(), path(exchange),
                        expected.getMessage(), expected.getCause());
            }
            exchange.fail(expected.status());
        } catch (PluginFailure failure) {
            LOG.error("Request {} {}: {}", exchange.requestId(), path(exchange), failure.getMessage(),
                    failure.getCause());
            exchange.fail(failure.status());
        } catch (UncheckedIOException gone) {
            LOG.debug("Request {} {}: the client went away", exchange.requestId(), path(exchange), gone);
        } catch (Throwable thrown) {
            // Errors too: a missing class or an endless recursion in one handler must not end the server.
            panic(exchange, thrown);
        }
    }

    private static void panic(ApiExchange exchange, Throwable thrown) {
        LOG.error("Request {} {} failed", exchange.requestId(), path(exchange), thrown);
        String guilty = guilty(exchange.servedBy(), thrown);
        exchange.fail(ApiStatus.of(ErrorReason.INTERNAL_ERROR, "Internal error occurred: "
                + (guilty.isEmpty() ? "the log has the details under " + exchange.requestId() : guilty + " failed")));
    }

    /** Names the bundle whose resource was worked on when its own code, called from the registry, threw. */
    private static String guilty(String bundle, Throwable thrown) {
        if (bundle.isEmpty()) {
            return "";
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith(bundle + ".")) {
                return "plug-in " + bundle + " (" + name.substring(name.lastIndexOf('.') + 1) + ")";
            }
        }
        return "";
    }

    private static String path(ApiExchange exchange) {
        return exchange.wire().method() + " " + exchange.wire().rawPath();
    }
}
