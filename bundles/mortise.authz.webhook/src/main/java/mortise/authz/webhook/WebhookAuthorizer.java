package mortise.authz.webhook;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.core.settings.FollowedFile;
import mortise.core.settings.Reloads;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server that flags name, as the mode {@code Webhook}; or says in the order of a file who is asked, other
 * servers among them. The order is one immutable object that is replaced when the file changes; a file that cannot be
 * used changes nothing.
 */
@Component(
        name = "mortise.authz.webhook",
        service = {Authorizer.class, AuthorizerOrder.class, MetricsSource.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = {Authorizer.MODE + "=Webhook", Authorizer.TIMEOUT_SECONDS + ":Integer=" + Order.TIMEOUT_SECONDS})
@Designate(ocd = WebhookConfig.class)
public final class WebhookAuthorizer implements Authorizer, AuthorizerOrder, MetricsSource {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookAuthorizer.class);
    private static final int CONFIGURATION_BYTES_MAX = 3 << 20;
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(2);
    /** Every so many looks the file is read whatever it looks like from outside: once a minute. */
    private static final int LOOKS_PER_READ = 30;
    private static final Decision NO_OPINION = new Decision.NoOpinion("");

    private final ServerNames names;
    private final WebhookMetrics metrics = new WebhookMetrics();
    private final Webhook.Surroundings around;
    private final Reloads reloads;
    private final @Nullable FollowedFile file;
    private final boolean abacHasFile;
    private final ScheduledExecutorService timer;
    /** Written by one thread at a time. */
    private volatile Order order;
    private volatile LoadedText loaded = LoadedText.NONE;
    // For the thread of look().
    /** The problem that is in the log, so that it is there once; empty when there is none. */
    private volatile String problem = "";
    private int looks;

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when it cannot be used or flags contradict each other, in one line
     */
    @Activate
    public WebhookAuthorizer(WebhookConfig config, @Reference ServerNames names) {
        this(config, names, InstantSource.system(), true);
    }

    WebhookAuthorizer(WebhookConfig config, ServerNames names, InstantSource clock, boolean timed) {
        this.names = names;
        reloads = new Reloads("authorization", clock);
        around = new Webhook.Surroundings(names.group("authorization"), metrics, clock,
                () -> ThreadLocalRandom.current().nextLong());
        Optional<Entry> byFlags = FlagSettings.read(config);
        String path = config.authorization_config().strip();
        abacHasFile = !config.authorization_policy_file().isBlank();
        file = path.isEmpty() ? null : new FollowedFile(path, CONFIGURATION_BYTES_MAX);
        order = file == null ? byFlags(byFlags) : first(file);
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "mortise-authz-webhook");
            thread.setDaemon(true);
            return thread;
        });
        if (timed && file != null) {
            timer.scheduleWithFixedDelay(
                    this::lookQuietly, LOOK_PERIOD.toMillis(), LOOK_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private Order byFlags(Optional<Entry> entry) {
        try {
            return Order.of(new AuthorizationSettings(entry.map(List::of).orElse(List.of())), Order.empty(),
                    this::open, around);
        } catch (IOException unusable) {
            throw new IllegalArgumentException(
                    "authorization.webhook.config.file: " + unusable.getMessage(), unusable);
        }
    }

    private Order first(FollowedFile start) {
        try {
            return read(start.changed(true).orElse(new byte[0]), Order.empty());
        } catch (IOException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException("authorization.config: " + unusable.getMessage(), unusable);
        }
    }

    private Order read(byte[] text, Order before) throws IOException {
        AuthorizationSettings settings =
                SettingsReader.read(text, CONFIGURATION_BYTES_MAX, names.apiDomain());
        SettingsCheck.check(settings);
        if (!before.steps().isEmpty()) {
            SettingsCheck.checkModes(before.settings(), settings);
        }
        if (!abacHasFile && settings.authorizers().stream().anyMatch(entry -> entry.type().equals("ABAC"))) {
            throw new IllegalArgumentException("an authorizer of type ABAC needs --authorization-policy-file");
        }
        Order next = Order.of(settings, before, this::open, around);
        loaded = new LoadedText(text);
        return next;
    }

    private Clients.Client open(Entry entry) throws IOException {
        var hook = entry.hook().orElseThrow();
        try {
            return Clients.open(hook.connection(), hook.reviewVersion(), names);
        } catch (IOException unusable) {
            throw new IOException("authorizer " + entry.name() + ": " + unusable.getMessage(), unusable);
        }
    }

    @Deactivate
    void stop() {
        timer.shutdownNow();
        order.hooks().values().forEach(Clients.Client::close);
    }

    @Override
    public List<Step> steps() {
        return order.steps();
    }

    @Override
    public boolean isOutdated() {
        return !problem.isEmpty();
    }

    @Override
    public Decision authorize(AuthorizationRequest request) {
        if (file != null || order.steps().isEmpty()) {
            return NO_OPINION;
        }
        return order.steps().get(0).authorizer().orElseThrow().authorize(request);
    }

    @Override
    public List<MetricFamily> metrics() {
        var all = new ArrayList<>(metrics.metrics());
        if (file != null) {
            all.addAll(reloads.metrics());
            all.add(loaded.metric());
        }
        return all;
    }

    /** A task that throws is not run again. */
    private void lookQuietly() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.error("looking at the configuration failed", e);
        }
    }

    /** Reads the file again if it has changed. For one thread at a time. */
    void look() {
        if (file == null) {
            return;
        }
        try {
            Optional<byte[]> text = file.changed(++looks % LOOKS_PER_READ == 0);
            if (text.isPresent()) {
                replace(read(text.get(), order));
                LOG.info("authorization.config: {} has changed, {} authorizers are asked now", file.path(),
                        order.steps().size());
            }
            if (!file.isForgotten()) {
                problem = "";
            }
        } catch (IOException | IllegalArgumentException unusable) {
            file.forget(); // what it refers to may be usable later
            String described = String.valueOf(unusable.getMessage());
            if (!described.equals(problem)) {
                problem = described;
                reloads.failed();
                LOG.error("authorization.config: {} cannot be used, the configuration before stays in force: {}",
                        file.path(), described);
            }
        }
    }

    private void replace(Order next) {
        List<Clients.Client> unused = order.without(next);
        order = next;
        reloads.succeeded();
        // Requests that have begun end with the servers that they began with.
        timer.schedule(() -> unused.forEach(Clients.Client::close), 2L * Order.TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
