package mortise.authn.webhook;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import mortise.core.kubeconfig.ClientSettings;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.core.kubeconfig.KubeconfigException;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the bearer tokens that another server knows. It is asked on the thread of the request, after the authenticators
 * that know without asking; its answers hold for a while.
 */
@Component(
        name = "mortise.authn.webhook",
        service = {RequestAuthenticator.class, MetricsSource.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = "service.ranking:Integer=20")
@Designate(ocd = WebhookConfig.class)
public final class WebhookAuthenticator implements RequestAuthenticator, MetricsSource {

    /** How many answers are held. */
    static final int ENTRIES_MAX = 8192;
    private static final Logger LOG = LoggerFactory.getLogger(WebhookAuthenticator.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration COMPLAINT_PERIOD = Duration.ofSeconds(10);
    private static final int TOKEN_LENGTH_MAX = 64 << 10;
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private final CacheMetrics metrics = new CacheMetrics();
    private final AtomicLong complainedNanos = new AtomicLong();
    private final Optional<Asking> asking;

    /** What there is when a server is named. */
    private record Asking(Webhook webhook, AnswerCache cache, List<String> audiences) {
    }

    /**
     * Reads the kubeconfig; the server is first asked about the first token.
     *
     * @throws IllegalArgumentException when a setting or the file cannot be used, with one line for people
     */
    @Activate
    public WebhookAuthenticator(WebhookConfig config, @Reference ServerNames names) {
        this(config, names, InstantSource.system(), FIRST_PAUSE);
    }

    WebhookAuthenticator(WebhookConfig config, ServerNames names, InstantSource clock, Duration firstPause) {
        Settings settings = Settings.read(config);
        // Without a file other settings may be there all the same, because other bundles have them too.
        asking = config.authentication_token_webhook_config_file().isBlank()
                ? Optional.empty() : Optional.of(asking(settings, names, clock, firstPause));
    }

    private Asking asking(Settings settings, ServerNames names, InstantSource clock, Duration firstPause) {
        try {
            KubeconfigClient client = KubeconfigClient.open(settings.kubeconfig(), ClientSettings.DEFAULT
                    .withApiDomain(names.apiDomain()).withAnswerBytesMax(ANSWER_BYTES_MAX).withClock(clock));
            var reviews = new TokenReviews(names.group("authentication") + "/" + settings.version(),
                    settings.audiences());
            return new Asking(new Webhook(client, reviews, firstPause),
                    new AnswerCache(settings.holds(), ENTRIES_MAX, clock, metrics), settings.audiences());
        } catch (KubeconfigException unusable) {
            throw new IllegalArgumentException(
                    "authentication.token.webhook.config.file: " + unusable.getMessage(), unusable);
        }
    }

    @Deactivate
    void stop() {
        asking.ifPresent(present -> present.webhook().close());
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        Optional<String> token = request.bearerToken().filter(text -> text.length() <= TOKEN_LENGTH_MAX);
        return asking.isEmpty() || token.isEmpty() ? Authentication.NOT_MINE
                : ask(asking.get(), token.get(), request.audiences());
    }

    private Authentication ask(Asking to, String token, List<String> asked) {
        List<String> audiences = asked.isEmpty() ? to.audiences() : asked;
        return to.cache().get(token, audiences, () -> {
            Webhook.Finding found = to.webhook().ask(token, audiences);
            if (!found.certain() && found.answer() instanceof Authentication.Rejected rejected) {
                complain(rejected.why());
            }
            return found;
        });
    }

    /** Tells the log, but not for each request while the server is down. */
    private void complain(String why) {
        long now = System.nanoTime();
        long last = complainedNanos.get();
        if ((last == 0 || now - last >= COMPLAINT_PERIOD.toNanos()) && complainedNanos.compareAndSet(last, now)) {
            LOG.warn("A token is refused because {}", why);
        }
    }

    @Override
    public List<MetricFamily> metrics() {
        return asking.isEmpty() ? List.of() : metrics.families();
    }
}
