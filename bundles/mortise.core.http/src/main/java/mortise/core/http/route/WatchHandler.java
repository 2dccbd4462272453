package mortise.core.http.route;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheWatch;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.exchange.Wire;
import mortise.core.http.negotiate.ListParameters;
import mortise.core.http.render.EventEncoder;
import mortise.core.http.websocket.WebSocketHandshake;
import mortise.core.registry.ListOptions;
import mortise.core.registry.WatchRequest;

/**
 * Opens a watch, as a body of events or as a WebSocket, and lets go of the thread: from then on {@link WatchStream}
 * writes events as they come. The only handler that returns before its answer is complete.
 */
final class WatchHandler implements ResourceHandler {

    private static final ApiStatus OTHER_VERSION = ApiStatus.of(ErrorReason.BAD_REQUEST,
            "only version " + WebSocketHandshake.VERSION + " of WebSocket is served",
            ApiStatus.Details.of(List.of(), 0));

    private static final Runnable NOTHING = () -> { };

    private final WatchSettings settings;

    WatchHandler(WatchSettings settings) {
        this.settings = settings;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        boolean webSocket = wantsWebSocket(exchange);
        if (webSocket && !WebSocketHandshake.versionFits(exchange.wire().headers())) {
            exchange.fail(OTHER_VERSION, "Sec-WebSocket-Version", WebSocketHandshake.VERSION);
            return;
        }
        List<String> agreement = webSocket
                ? WebSocketHandshake.agreement(exchange.wire().headers()) : List.of();
        watch(call, agreement);
    }

    private static boolean wantsWebSocket(ApiExchange exchange) {
        return !exchange.wire().header("Upgrade").isEmpty() && exchange.wire().switchesProtocols()
                && WebSocketHandshake.wanted(exchange.wire().headers());
    }

    /**
     * Watches.
     *
     * @param agreement headers that make the connection a WebSocket; empty for a body of events
     */
    private void watch(ResourceCall call, List<String> agreement) {
        ApiExchange exchange = call.exchange();
        ListOptions options = ListParameters.parse(exchange.query(), true);
        Duration length = options.timeout().orElseGet(this::usualLength);
        RequestInfo info = exchange.info();
        // The deprecated path names the object; everywhere else the field selector does.
        String name = info.pathName();
        var encoder = new EventEncoder(call.shape());
        if (!agreement.isEmpty()) {
            encoder.messages();
        }
        var ended = new AtomicReference<Runnable>(NOTHING);
        var stream = new WatchStream(
                exchange.wire(), exchange.labels(), encoder, settings, () -> ended.get().run());
        CacheWatch watch = call.resource().verbs().watch(new WatchRequest(call.namespace(), name, options,
                Optional.of(settings.clock().instant().plus(length))), stream::readable);
        Optional<Wire.Body> body = open(exchange, watch, call.representation().streamType(), agreement);
        body.ifPresent(opened -> {
            exchange.audit().ifPresent(trail -> ended.set(trail.hold()));
            stream.start(watch, opened, length);
        });
    }

    private static Optional<Wire.Body> open(
            ApiExchange exchange, CacheWatch watch, String type, List<String> agreement) {
        Optional<Wire.Body> body = Optional.empty();
        try {
            body = agreement.isEmpty() ? exchange.open(true, 200, type, "X-Content-Type-Options", "nosniff")
                    : exchange.webSocket(agreement);
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
