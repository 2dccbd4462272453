package mortise.authn.jwt;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.api.ListSetting;
import mortise.core.settings.FollowedFile;
import mortise.core.settings.Reloads;
import mortise.spi.authentication.AnonymousAccess;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
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
 * Knows the tokens of identity providers. The configuration is one immutable object that is replaced when the file
 * changes; a request works with the one it found. A file that cannot be used changes nothing.
 */
@Component(
        name = "mortise.authn.jwt",
        service = {RequestAuthenticator.class, AnonymousAccess.class, MetricsSource.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = "service.ranking:Integer=30")
@Designate(ocd = JwtConfig.class)
public final class JwtAuthenticator implements RequestAuthenticator, AnonymousAccess, MetricsSource {

    private static final Logger LOG = LoggerFactory.getLogger(JwtAuthenticator.class);
    private static final int CONFIGURATION_BYTES_MAX = 3 << 20;
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(2);
    /** How long a new configuration waits for the keys of new issuers, while the old one stays in force. */
    private static final Duration PREPARATION_MAX = Duration.ofSeconds(5);

    private final @Nullable FollowedFile file;
    private final Set<String> ownIssuers;
    private final ServerNames names;
    private final boolean anonymousByFlag;
    private final InstantSource clock;
    private final Reloads reloads;
    private final Optional<ScheduledExecutorService> timer;
    /** Written by one thread at a time. */
    private volatile Issuers issuers;
    /** The problem that is in the log, so that it is there once. For the thread of {@link #look}. */
    private String problem = "";

    /**
     * Reads the configuration; keys of providers are fetched in the background.
     *
     * @throws IllegalArgumentException when it cannot be used, with all that is wrong in one line
     */
    @Activate
    public JwtAuthenticator(JwtConfig config, @Reference ServerNames names) {
        this(config, names, InstantSource.system(), true);
    }

    JwtAuthenticator(JwtConfig config, ServerNames names, InstantSource clock, boolean timed) {
        this.names = names;
        this.clock = clock;
        this.reloads = new Reloads("authentication", clock);
        ownIssuers = Set.copyOf(ListSetting.texts(config.service_account_issuer()));
        anonymousByFlag = !config.anonymous_auth().isBlank();
        boolean byFlags = FlagSettings.given(config);
        String path = config.authentication_config().strip();
        if (byFlags && !path.isEmpty()) {
            throw new IllegalArgumentException("authentication-config file and oidc-* flags are mutually exclusive");
        }
        file = path.isEmpty() ? null : new FollowedFile(path, CONFIGURATION_BYTES_MAX);
        issuers = state(file != null ? first(file) : byFlags ? checked(FlagSettings.read(config))
                : AuthenticationSettings.NOTHING, Optional.empty());
        timer = timed && (file != null || byFlags) ? Optional.of(Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "mortise-authn-jwt");
            thread.setDaemon(true);
            return thread;
        })) : Optional.empty();
        timer.ifPresent(looking -> looking.scheduleWithFixedDelay(
                this::lookQuietly, 0, LOOK_PERIOD.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Deactivate
    void stop() {
        timer.ifPresent(ScheduledExecutorService::shutdownNow);
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        Optional<String> token = request.bearerToken();
        return token.isEmpty() ? Authentication.NOT_MINE : issuers.authenticate(token.get(), clock.instant());
    }

    @Override
    public Optional<Boolean> allows(String path) {
        return issuers.allowsAnonymous(path);
    }

    @Override
    public List<MetricFamily> metrics() {
        var all = new ArrayList<>(reloads.metrics());
        all.addAll(IssuerMetrics.of(issuers.sources()));
        return all;
    }

    /** A task that throws is not run again. */
    private void lookQuietly() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.error("looking at the configuration and keys failed", e);
        }
    }

    /** Reads the file again if it has changed, and sees to it that keys are fresh. For one thread at a time. */
    void look() {
        if (file != null) {
            reload(file);
        }
        issuers.sources().forEach(KeySource::tick);
    }

    private void reload(FollowedFile changed) {
        try {
            Optional<byte[]> text = changed.changed();
            if (text.isEmpty()) {
                return;
            }
            Issuers next = state(parsed(text.get()), Optional.of(issuers));
            next.sources().forEach(KeySource::tick);
            next.sources().forEach(source -> source.prepare(PREPARATION_MAX));
            issuers = next;
            problem = "";
            reloads.succeeded();
            LOG.info("authentication.config: {} has changed, {} issuers count now", changed.path(),
                    next.sources().size());
        } catch (IOException | IllegalArgumentException unusable) {
            String described = String.valueOf(unusable.getMessage());
            if (!described.equals(problem) || unusable instanceof IllegalArgumentException) {
                problem = described;
                reloads.failed();
                LOG.error("authentication.config: {} cannot be used, the configuration before stays in force: {}",
                        changed.path(), described);
            }
        }
    }

    private AuthenticationSettings first(FollowedFile start) {
        try {
            return parsed(start.changed().orElse(new byte[0]));
        } catch (IOException e) {
            throw new IllegalArgumentException("authentication.config: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("authentication.config: " + e.getMessage(), e);
        }
    }

    private AuthenticationSettings parsed(byte[] text) {
        AuthenticationSettings settings =
                SettingsReader.read(text, CONFIGURATION_BYTES_MAX, names.apiDomain());
        if (settings.anonymous().isPresent() && anonymousByFlag) {
            throw new IllegalArgumentException("anonymous: Forbidden: --anonymous-auth flag cannot be set when"
                    + " anonymous field is configured in authentication configuration file");
        }
        return checked(settings);
    }

    private AuthenticationSettings checked(AuthenticationSettings settings) {
        SettingsCheck.check(settings, ownIssuers, List.of(names.apiDomain(), names.labelDomain()));
        return settings;
    }

    private Issuers state(AuthenticationSettings settings, Optional<Issuers> before) {
        return new Issuers(settings, before, origin -> new KeySource(origin, clock));
    }
}
