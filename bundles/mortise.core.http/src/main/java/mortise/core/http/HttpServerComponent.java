package mortise.core.http;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.Watchdog;
import mortise.core.http.filter.Authenticate;
import mortise.core.http.filter.Authorize;
import mortise.core.http.filter.Deadline;
import mortise.core.http.filter.MaxInFlight;
import mortise.core.http.filter.PanicGuard;
import mortise.core.http.filter.RequestId;
import mortise.core.http.filter.ResolveRequestInfo;
import mortise.core.http.jetty.ExchangeHandler;
import mortise.core.http.jetty.JettyServer;
import mortise.core.http.plugin.PluginRegistry;
import mortise.core.http.render.Renderer;
import mortise.core.http.route.OpenWatches;
import mortise.core.http.route.ResourceRouter;
import mortise.core.http.route.WatchSettings;
import mortise.core.http.tls.TlsIdentity;
import mortise.core.registry.Registry;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens while it is active. The place where the parts of this bundle are put together. */
@Component(name = "mortise.core.http", service = HttpServerComponent.class, immediate = true,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = HttpServerConfig.class)
public final class HttpServerComponent {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServerComponent.class);
    /** Made for use by many threads; nothing that it decides is a secret. */
    private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

    private final ScheduledThreadPoolExecutor timer;
    private final Watchdog watchdog;
    private final OpenWatches watches = new OpenWatches();
    private final JettyServer server;
    private final ReadinessAnnouncer readiness;

    /** Starts to listen; throws when the port or a file cannot be had. */
    @Activate
    public HttpServerComponent(HttpServerConfig config, @Reference Registry registry, @Reference PluginRegistry plugins,
            BundleContext bundle) throws IOException {
        this(config, registry, plugins, Optional.of(bundle));
    }

    HttpServerComponent(HttpServerConfig config, Registry registry, PluginRegistry plugins,
            Optional<BundleContext> bundle) throws IOException {
        TlsIdentity identity = identity(config);
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName("mortise-http-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        watchdog = new Watchdog(timer);
        var handler = new ExchangeHandler(plugins::snapshot, pipeline(config, registry), watchdog,
                Duration.ofSeconds(config.request_timeout_seconds()),
                Duration.ofSeconds(config.plugin_timeout_seconds()));
        server = start(config, identity, handler);
        String address = "https://" + bracketed(config.bind_address()) + ":" + server.port();
        readiness = new ReadinessAnnouncer(bundle, plugins, timer, address);
        LOG.info("Listening on {}", address);
    }

    private JettyServer start(HttpServerConfig config, TlsIdentity identity, ExchangeHandler handler)
            throws IOException {
        try {
            return JettyServer.start(settings(config), identity, handler);
        } catch (IOException failure) {
            timer.shutdownNow();
            throw failure;
        }
    }

    private Filter.Next pipeline(HttpServerConfig config, Registry registry) {
        var watchSettings = new WatchSettings(Duration.ofSeconds(config.min_request_timeout_seconds()),
                Duration.ofSeconds(config.watch_stall_seconds()), timer, Clock.systemUTC(), RANDOM, watches);
        return new RequestPipeline(List.of(
                new RequestId(RANDOM),
                new PanicGuard(),
                new ResolveRequestInfo(),
                new Deadline(Duration.ofSeconds(config.request_timeout_seconds())),
                new Authenticate(),
                new MaxInFlight(config.max_requests_inflight(), config.max_mutating_requests_inflight()),
                new Authorize(modes(config.authorization_mode())),
                new ResourceRouter(registry::snapshot, new Renderer(config.response_compression_bytes()),
                        watchSettings)));
    }

    private static JettyServer.Settings settings(HttpServerConfig config) {
        return new JettyServer.Settings(config.bind_address(), config.secure_port(), config.threads_max(),
                Duration.ofSeconds(config.idle_timeout_seconds()), config.header_bytes_max(),
                config.http2_max_streams_per_connection(), config.connections_max(),
                Duration.ofSeconds(config.shutdown_timeout_seconds()));
    }

    private static TlsIdentity identity(HttpServerConfig config) throws IOException {
        Optional<Path> clientCa = config.client_ca_file().isBlank()
                ? Optional.empty() : Optional.of(Path.of(config.client_ca_file()));
        return TlsIdentity.load(file("tls.cert.file", config.tls_cert_file()),
                file("tls.private.key.file", config.tls_private_key_file()), clientCa, config.tls_min_version());
    }

    private static Path file(String key, @Nullable String configured) throws IOException {
        if (configured == null || configured.isBlank()) {
            throw new IOException(key + " is not set");
        }
        return Path.of(configured);
    }

    /** Splits texts at commas, which a configuration file may write as one value or as several. */
    static List<String> modes(String[] configured) {
        var modes = new ArrayList<String>();
        for (String text : configured) {
            for (String mode : text.split(",")) {
                if (!mode.isBlank()) {
                    modes.add(mode.strip());
                }
            }
        }
        return modes;
    }

    private static String bracketed(String address) {
        return address.indexOf(':') >= 0 ? "[" + address + "]" : address;
    }

    /** Returns the port it listens on. */
    int port() {
        return server.port();
    }

    /** Returns how many watches are open. */
    int openWatches() {
        return watches.count();
    }

    /** Returns how many connections are open. */
    int connections() {
        return server.connections();
    }

    /** Stops: no longer ready, then watches end, then requests in flight, then connections. */
    @Deactivate
    void stop() {
        readiness.close();
        watches.endAll();
        server.close();
        watchdog.close();
        timer.shutdownNow();
    }
}
