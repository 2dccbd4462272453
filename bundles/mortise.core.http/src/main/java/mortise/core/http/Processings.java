package mortise.core.http;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import mortise.api.ListSetting;
import mortise.core.http.exchange.GoDuration;
import mortise.core.http.filter.Audit;
import mortise.core.http.filter.Authenticate;
import mortise.core.http.filter.Authorize;
import mortise.core.http.filter.Deadline;
import mortise.core.http.filter.Impersonate;
import mortise.core.http.filter.MaxInFlight;
import mortise.core.http.filter.Measure;
import mortise.core.http.filter.Modes;
import mortise.core.http.filter.PanicGuard;
import mortise.core.http.filter.RequestId;
import mortise.core.http.filter.ResolveRequestInfo;
import mortise.core.http.jetty.ExchangeHandler.Processing;
import mortise.core.http.measure.AuditMetrics;
import mortise.core.http.measure.AuthenticationMetrics;
import mortise.core.http.measure.DecisionMetrics;
import mortise.core.http.measure.RequestMetrics;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.core.http.proxy.PeerTls;
import mortise.core.http.proxy.ProxySettings;
import mortise.core.http.proxy.ReverseProxy;
import mortise.core.http.render.Renderer;
import mortise.core.http.route.DeprecatedRequests;
import mortise.core.http.route.OpenWatches;
import mortise.core.http.route.ResourceRouter;
import mortise.core.http.route.WatchSettings;
import mortise.core.http.tls.ClientTls;
import mortise.core.registry.Registry;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the pipeline of a configuration, and another one when that changes. Belongs to its owner's lock. */
final class Processings {

    private static final Logger LOG = LoggerFactory.getLogger(Processings.class);
    /** Made for use by many threads; nothing that it decides is a secret. */
    private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

    private final Registry registry;
    private final ScheduledExecutorService timer;
    private final OpenWatches watches;
    private final DeprecatedRequests deprecated = new DeprecatedRequests();
    private final RequestMetrics requests = new RequestMetrics();
    private final DecisionMetrics decisions = new DecisionMetrics();
    private final AuditMetrics audits = new AuditMetrics();
    private final AuthenticationMetrics authentications = new AuthenticationMetrics();
    private Modes modes = Modes.of(List.of(), decisions);
    private boolean allowedAll;
    private volatile @Nullable MaxInFlight limits;
    private @Nullable ScheduledFuture<?> sweep;

    Processings(Registry registry, ScheduledExecutorService timer, OpenWatches watches) {
        this.registry = registry;
        this.timer = timer;
        this.watches = watches;
    }

    /** Returns how requests are worked on from now on. Everything that decides about access is in this one object. */
    Processing make(HttpServerConfig config) {
        Modes access = modes(config);
        modes = access;
        var stall = Duration.ofSeconds(config.watch_stall_seconds());
        var watching = new WatchSettings(Duration.ofSeconds(config.min_request_timeout()), stall, timer,
                Clock.systemUTC(), RANDOM, watches);
        sweepEvery(stall.dividedBy(4));
        var requestTimeout = duration("request.timeout", config.request_timeout());
        var pipeline = new RequestPipeline(List.of(
                new RequestId(RANDOM),
                new Measure(requests),
                new PanicGuard(),
                new ResolveRequestInfo(),
                new Deadline(requestTimeout),
                new Audit(audits, Clock.systemUTC()),
                new Authenticate(plugins -> !access.allowsAll(plugins), authentications),
                new Impersonate(access),
                limits(config.max_requests_inflight(), config.max_mutating_requests_inflight()),
                new Authorize(access, decisions),
                new ResourceRouter(registry::snapshot, new Renderer(config.response_compression_bytes()), watching,
                        proxy(config), deprecated)));
        return new Processing(pipeline, requestTimeout, Duration.ofSeconds(config.plugin_timeout_seconds()));
    }

    private Modes modes(HttpServerConfig config) {
        if (!config.authorization_config().isBlank()) {
            return Modes.ordered(decisions);
        }
        Modes access = Modes.of(ListSetting.texts(config.authorization_mode()), decisions);
        boolean allowsAll = access.allowsAll(PluginSnapshot.EMPTY);
        if (allowsAll && !allowedAll) {
            LOG.info("AlwaysAllow is configured: anonymous requests are refused");
        }
        allowedAll = allowsAll;
        return access;
    }

    /** Returns how reviews are answered from now on, with the modes of the pipeline that was made last. */
    Reviews reviews(HttpServerConfig config, Supplier<PluginSnapshot> plugins) {
        List<String> audiences = ListSetting.texts(config.api_audiences());
        return new Reviews(plugins, modes,
                audiences.isEmpty() ? ListSetting.texts(config.service_account_issuer()) : audiences);
    }

    private static ReverseProxy proxy(HttpServerConfig config) {
        var settings = new ProxySettings(Duration.ofSeconds(config.proxy_connect_timeout_seconds()),
                duration("kubelet.timeout", config.kubelet_timeout()),
                Duration.ofSeconds(config.proxy_answer_timeout_seconds()),
                Duration.ofSeconds(config.proxy_idle_timeout_seconds()), config.proxy_requests_max());
        return new ReverseProxy(settings, new PeerTls(new ClientTls.Files(
                file(config.kubelet_certificate_authority()), file(config.kubelet_client_certificate()),
                file(config.kubelet_client_key()))));
    }

    private static Optional<Path> file(@Nullable String configured) {
        return configured == null || configured.isBlank() ? Optional.empty() : Optional.of(Path.of(configured));
    }

    /** Returns which deprecated versions were asked for, whatever the configuration was meanwhile. */
    DeprecatedRequests deprecated() {
        return deprecated;
    }

    /** Returns what was counted, whatever the configuration was meanwhile. Any thread. */
    List<MetricFamily> metrics() {
        var families = new ArrayList<>(requests.metrics());
        families.addAll(decisions.metrics());
        families.add(RequestMetrics.longRunning(watches.byLabels()));
        families.add(watches.events());
        families.add(deprecated.metric());
        families.addAll(audits.metrics());
        families.addAll(authentications.metrics());
        MaxInFlight present = limits;
        if (present != null) {
            families.add(new MetricFamily("apiserver_current_inflight_requests", Type.GAUGE, Stability.STABLE,
                    "Requests that are worked on.", List.of("request_kind"),
                    List.of(new Value(List.of("readOnly"), present.reading()),
                            new Value(List.of("mutating"), present.mutating()))));
        }
        return families;
    }

    private static Duration duration(String key, String text) {
        long nanos = GoDuration.nanos(text).orElse(0);
        if (nanos <= 0) {
            throw new IllegalArgumentException(key + ": not a duration above 0: " + text);
        }
        return Duration.ofNanos(nanos);
    }

    /** What is in flight goes on to count while the limits stay. */
    private MaxInFlight limits(int reading, int mutating) {
        MaxInFlight present = limits;
        if (present == null || !present.allows(reading, mutating)) {
            present = new MaxInFlight(reading, mutating);
            limits = present;
        }
        return present;
    }

    private void sweepEvery(Duration period) {
        if (sweep != null) {
            sweep.cancel(false);
        }
        long nanos = Math.max(1, period.toNanos());
        sweep = timer.scheduleWithFixedDelay(
                () -> watches.cutStalled(System.nanoTime()), nanos, nanos, TimeUnit.NANOSECONDS);
    }
}
