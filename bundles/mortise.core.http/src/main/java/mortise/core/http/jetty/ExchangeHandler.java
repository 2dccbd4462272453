package mortise.core.http.jetty;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.RequestGuard;
import mortise.core.http.exchange.Watchdog;
import mortise.core.http.plugin.PluginSnapshot;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Makes an exchange of each of Jetty's requests and sends it through the pipeline on Jetty's thread. */
public final class ExchangeHandler extends Handler.Abstract {

    private final Supplier<PluginSnapshot> plugins;
    private final Filter.Next pipeline;
    private final Watchdog watchdog;
    private final long requestTimeoutNanos;
    private final long pluginTimeoutNanos;

    /** Sends every request through the given pipeline. */
    public ExchangeHandler(Supplier<PluginSnapshot> plugins, Filter.Next pipeline, Watchdog watchdog,
            Duration requestTimeout, Duration pluginTimeout) {
        this.plugins = plugins;
        this.pipeline = pipeline;
        this.watchdog = watchdog;
        this.requestTimeoutNanos = requestTimeout.toNanos();
        this.pluginTimeoutNanos = pluginTimeout.toNanos();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var known = new AtomicReference<@Nullable ApiExchange>();
        var guard = new RequestGuard(System.nanoTime() + requestTimeoutNanos, pluginTimeoutNanos, status -> {
            ApiExchange hanging = known.get();
            if (hanging != null) {
                hanging.failLater(status);
            }
        });
        var exchange = new ApiExchange(new JettyWire(request, response, callback), plugins.get(), guard);
        known.set(exchange);
        watchdog.watch(guard);
        try {
            pipeline.proceed(exchange);
        } finally {
            watchdog.release(guard);
            exchange.done();
        }
        return true;
    }
}
