package mortise.core.http.route;

import java.time.Duration;
import java.util.Optional;
import mortise.core.cache.CacheWatch;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.exchange.Wire;
import mortise.core.http.negotiate.ListParameters;
import mortise.core.http.render.EventEncoder;
import mortise.core.registry.ListOptions;
import mortise.core.registry.WatchRequest;

/**
 * Opens a watch and lets go of the thread: from then on {@link WatchStream} writes events as they come. The only
 * handler that returns before its answer is complete.
 */
final class WatchHandler implements ResourceHandler {

    private final WatchSettings settings;

    WatchHandler(WatchSettings settings) {
        this.settings = settings;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        ListOptions options = ListParameters.parse(exchange.query(), true);
        Duration length = options.timeout().orElseGet(this::usualLength);
        RequestInfo info = exchange.info();
        // The deprecated path names the object; everywhere else the field selector does.
        String name = info.pathName();
        var stream = new WatchStream(exchange.wire(), new EventEncoder(call.shape()), settings);
        CacheWatch watch = call.resource().verbs().watch(new WatchRequest(call.namespace(), name, options,
                Optional.of(settings.clock().instant().plus(length))), stream::readable);
        Optional<Wire.Body> body = open(exchange, watch, call.representation().streamType());
        body.ifPresent(opened -> stream.start(watch, opened, length));
    }

    private static Optional<Wire.Body> open(ApiExchange exchange, CacheWatch watch, String type) {
        Optional<Wire.Body> body = Optional.empty();
        try {
            body = exchange.open(true, 200, type, "X-Content-Type-Options", "nosniff");
        } finally {
            if (body.isEmpty()) {
                watch.close();
            }
        }
        return body;
    }

    private Duration usualLength() {
        long shortest = settings.shortest().toMillis();
        return Duration.ofMillis(shortest + (long) (shortest * settings.random().nextDouble()));
    }
}
