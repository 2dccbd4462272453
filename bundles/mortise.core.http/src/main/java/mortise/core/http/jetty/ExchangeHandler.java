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
    private final Watchdog watchdog;
    private final Supplier<Processing> processing;

    /**
     * How requests are worked on.
     *
     * @param pipeline what every request goes through
     * @param requestTimeout how long a request may take
     * @param pluginTimeout how long one call of a plug-in may take
     */
    public record Processing(Filter.Next pipeline, Duration requestTimeout, Duration pluginTimeout) {
    }

    /** Works on each request in the way that is given when it comes, to its end. */
    public ExchangeHandler(Supplier<PluginSnapshot> plugins, Watchdog watchdog, Supplier<Processing> processing) {
        this.plugins = plugins;
        this.watchdog = watchdog;
        this.processing = processing;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Processing now = processing.get();
        var known = new AtomicReference<@Nullable ApiExchange>();
        var guard = new RequestGuard(System.nanoTime() + now.requestTimeout().toNanos(),
                now.pluginTimeout().toNanos(),
                status -> {
                    ApiExchange hanging = known.get();
                    if (hanging != null) {
                        hanging.failLater(status);
                    }
                });
        var exchange = new ApiExchange(new JettyWire(request, response, callback), plugins.get(), guard);
        known.set(exchange);
        watchdog.watch(guard);
        try {
            now.pipeline().proceed(exchange);
        } finally {
            watchdog.release(guard);
            exchange.done();
        }
        return true;
    }
}
