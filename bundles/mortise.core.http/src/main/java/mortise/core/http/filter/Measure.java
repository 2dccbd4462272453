package mortise.core.http.filter;

import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.measure.RequestMetrics;

/** Counts each request with the time that it took. */
public final class Measure implements Filter {

    private final RequestMetrics metrics;

    /** Counts there. */
    public Measure(RequestMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        long start = System.nanoTime();
        try {
            next.proceed(exchange);
        } finally {
            metrics.record(exchange.labels(), exchange.status(), System.nanoTime() - start, exchange.bytes());
        }
    }
}
