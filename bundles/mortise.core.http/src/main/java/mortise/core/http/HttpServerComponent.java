package mortise.core.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import mortise.core.http.exchange.Watchdog;
import mortise.core.http.jetty.ExchangeHandler;
import mortise.core.http.jetty.ExchangeHandler.Processing;
import mortise.core.http.plugin.PluginRegistry;
import mortise.core.http.route.DeprecatedRequests;
import mortise.core.http.route.OpenWatches;
import mortise.core.registry.Registry;
import mortise.spi.authentication.TokenAuthentication;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.authentication.TokenQuestion;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens while it is active. The place where the parts of this bundle are put together.
 *
 * <p>A change of the configuration replaces the pipeline for the requests that begin after it, and the listener only
 * when something that concerns it has changed.
 */
@Component(name = "mortise.core.http", immediate = true,
        service = {HttpServerComponent.class, TokenAuthentication.class, AuthorizerChain.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = HttpServerConfig.class)
public final class HttpServerComponent implements TokenAuthentication, AuthorizerChain {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServerComponent.class);

    private final ScheduledThreadPoolExecutor timer;
    private final Watchdog watchdog;
    private final OpenWatches watches = new OpenWatches();
    /** Read once by each request; access and limits change together or not at all. */
    private volatile Processing processing;
    private volatile Reviews reviews;

    // Guarded by "this".
    private final Processings processings;
    private final PluginRegistry plugins;
    private final Listener listener;
    private final List<ServiceRegistration<?>> services = new ArrayList<>();
    private Duration patience;

    /** Starts to listen; throws when the port or a file cannot be had. */
    @Activate
    public HttpServerComponent(HttpServerConfig config, @Reference Registry registry, @Reference PluginRegistry plugins,
            BundleContext bundle) throws IOException {
        this(config, registry, plugins, Optional.of(bundle));
    }

    HttpServerComponent(HttpServerConfig config, Registry registry, PluginRegistry plugins,
            Optional<BundleContext> bundle) throws IOException {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName("mortise-http-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        watchdog = new Watchdog(timer);
        this.plugins = plugins;
        processings = new Processings(registry, timer, watches);
        processing = processings.make(config);
        reviews = processings.reviews(config, plugins::snapshot);
        patience = Duration.ofSeconds(config.shutdown_timeout_seconds());
        try {
            listener = new Listener(ListenerSettings.of(config),
                    () -> new ExchangeHandler(plugins::snapshot, watchdog, () -> processing), watches,
                    url -> new ReadinessAnnouncer(bundle, plugins, timer, url));
        } catch (IOException failure) {
            timer.shutdownNow();
            throw failure;
        }
        // Not declared: who shows metrics is an endpoint, and endpoints are what this component needs.
        bundle.ifPresent(context -> register(context, !config.authorization_config().isBlank()));
    }

    private void register(BundleContext context, boolean ordered) {
        services.add(context.registerService(MetricsSource.class, processings::metrics, new Hashtable<>()));
        if (ordered) {
            var properties = new Hashtable<String, Object>();
            properties.put(HealthCheck.NAME, OrderCheck.CHECK);
            properties.put(HealthCheck.ENDPOINTS, new String[] {"readyz"});
            services.add(context.registerService(HealthCheck.class, new OrderCheck(plugins::snapshot), properties));
        }
    }

    /** Works and listens as the configuration says from now on. What it cannot listen with stays as it was. */
    @Modified
    synchronized void modified(HttpServerConfig config) {
        // First, so that nobody who comes in by a new port meets old rights.
        processing = processings.make(config);
        reviews = processings.reviews(config, plugins::snapshot);
        patience = Duration.ofSeconds(config.shutdown_timeout_seconds());
        try {
            listener.change(ListenerSettings.of(config), patience);
        } catch (IOException failure) {
            LOG.error("The changed settings cannot be used; listening as before: {}", failure.getMessage(), failure);
        }
    }

    @Override
    public TokenFindings authenticate(TokenQuestion question) {
        return reviews.authenticate(question);
    }

    @Override
    public Verdict decide(AuthorizationRequest request) {
        return reviews.decide(request);
    }

    @Override
    public Rules rules(RulesQuestion question) {
        return reviews.rules(question);
    }

    /** Returns the port it listens on. */
    synchronized int port() {
        return listener.port();
    }

    /** Returns how many watches are open. */
    int openWatches() {
        return watches.count();
    }

    /** Returns which deprecated versions were asked for since the start. */
    public List<DeprecatedRequests.Asked> deprecatedRequests() {
        return processings.deprecated().all();
    }

    /** Returns what was counted since the start. */
    List<MetricFamily> metrics() {
        return processings.metrics();
    }

    /** Returns how many connections are open. */
    synchronized int connections() {
        return listener.connections();
    }

    /** Stops: no longer ready, then watches end, then requests in flight, then connections. */
    @Deactivate
    synchronized void stop() {
        services.forEach(ServiceRegistration::unregister);
        listener.close(patience);
        watchdog.close();
        timer.shutdownNow();
    }
}
