package mortise.core.http.filter;

import java.time.Duration;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.GoDuration;

/** Shortens the time of a request to what its {@code timeout} parameter says, which never makes it longer. */
public final class Deadline implements Filter {

    private final Duration most;

    /** Takes the time that every request has. */
    public Deadline(Duration most) {
        this.most = most;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        String wanted = exchange.query().first("timeout");
        if (!wanted.isEmpty() && !exchange.info().longRunning()) {
            long nanos = nanos(wanted);
            if (nanos > 0 && nanos < most.toNanos()) {
                exchange.guard().deadline(System.nanoTime() + nanos);
            }
        }
        next.proceed(exchange);
    }

    private static long nanos(String text) {
        return GoDuration.nanos(text).orElseThrow(() -> ApiException.badRequest(
                "invalid timeout specified in the request URL: time: invalid duration \"" + text + "\""));
    }
}
