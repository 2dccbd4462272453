package mortise.core.http;

import java.util.Hashtable;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginRegistry;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.ServerReady;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps {@link ServerReady} registered while every readiness check holds. */
final class ReadinessAnnouncer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadinessAnnouncer.class);
    private static final long WAITING_MILLIS = 20;
    private static final long READY_MILLIS = 1000;

    private final Optional<BundleContext> bundle;
    private final PluginRegistry plugins;
    private final ScheduledExecutorService timer;
    private final String address;
    // The next three are guarded by "this".
    private @Nullable ServiceRegistration<ServerReady> registration;
    private @Nullable ScheduledFuture<?> next;
    private boolean closed;

    ReadinessAnnouncer(
            Optional<BundleContext> bundle, PluginRegistry plugins, ScheduledExecutorService timer, String address) {
        this.bundle = bundle;
        this.plugins = plugins;
        this.timer = timer;
        this.address = address;
        look();
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        Optional<String> obstacle = obstacle();
        boolean ready = obstacle.isEmpty();
        if (ready && registration == null) {
            register();
        } else if (!ready && registration != null) {
            LOG.warn("No longer ready: {}", obstacle.get());
            unregister();
        }
        next = timer.schedule(this::look, ready ? READY_MILLIS : WAITING_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Returns the first check that does not hold, and why. */
    private Optional<String> obstacle() {
        for (var entry : plugins.snapshot().readiness().entrySet()) {
            Plugin<HealthCheck> check = entry.getValue();
            try {
                Optional<String> failure = check.service().failure();
                if (failure.isPresent()) {
                    return Optional.of(entry.getKey() + ": " + failure.get());
                }
            } catch (RuntimeException broken) {
                LOG.debug("{} threw", check, broken);
                return Optional.of(entry.getKey() + ": " + broken);
            }
        }
        return Optional.empty();
    }

    private void register() {
        var properties = new Hashtable<String, Object>();
        properties.put(ServerReady.ADDRESS, address);
        ServerReady ready = new ServerReady() {
        };
        bundle.ifPresent(context -> registration = context.registerService(ServerReady.class, ready, properties));
    }

    private void unregister() {
        ServiceRegistration<ServerReady> registered = registration;
        if (registered != null) {
            registration = null;
            registered.unregister();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel(false);
        }
        unregister();
    }
}
