package mortise.authz.webhook;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import mortise.api.GoDuration;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.spi.authorization.AuthorizerOrder.Step;

/** What start flags say about the one server that they can name. Pure. */
final class FlagSettings {

    private static final String CONFIG = "authorization.config";
    private static final String FILE = "authorization.webhook.config.file";
    private static final String VERSION = "authorization.webhook.version";
    private static final String AUTHORIZED_TTL = "authorization.webhook.cache.authorized.ttl";
    private static final String UNAUTHORIZED_TTL = "authorization.webhook.cache.unauthorized.ttl";

    private FlagSettings() {
    }

    /**
     * Returns the server, if flags name one.
     *
     * @throws IllegalArgumentException when flags contradict each other, or one has a value that cannot be used
     */
    static Optional<Entry> read(WebhookConfig config) {
        String file = config.authorization_webhook_config_file().strip();
        List<String> modes = Arrays.stream(config.authorization_mode())
                .flatMap(text -> Arrays.stream(text.split(","))).map(String::strip).toList();
        Hook hook = hook(config, file);
        if (!config.authorization_config().isBlank()) {
            boolean others = !file.isEmpty() || !modes.isEmpty() || !hook.reviewVersion().equals("v1beta1")
                    || !SettingsReader.AUTHORIZED_TTL.equals(hook.authorizedTtl())
                    || !SettingsReader.UNAUTHORIZED_TTL.equals(hook.unauthorizedTtl());
            if (others) {
                throw new IllegalArgumentException(CONFIG + ": --authorization-config can not be specified when"
                        + " --authorization-mode or --authorization-webhook-* flags are defined");
            }
            return Optional.empty();
        }
        boolean mode = modes.contains(AuthorizationSettings.WEBHOOK);
        if (mode && file.isEmpty()) {
            throw new IllegalArgumentException("authorization.mode: authorization-mode Webhook's authorization config"
                    + " file not passed");
        }
        if (!modes.isEmpty() && !mode && !file.isEmpty()) {
            throw new IllegalArgumentException(
                    FILE + ": cannot specify --authorization-webhook-config-file without mode Webhook");
        }
        return file.isEmpty() ? Optional.empty() : Optional.of(new Entry(AuthorizationSettings.WEBHOOK,
                Step.nameOf(AuthorizationSettings.WEBHOOK), Optional.of(hook)));
    }

    private static Hook hook(WebhookConfig config, String file) {
        String version = config.authorization_webhook_version().strip();
        if (!List.of("v1", "v1beta1").contains(version)) {
            throw new IllegalArgumentException(VERSION + ": \"" + version + "\" is neither v1 nor v1beta1");
        }
        return new Hook(SettingsCheck.TIMEOUT_MAX,
                ttl(AUTHORIZED_TTL, config.authorization_webhook_cache_authorized_ttl()),
                ttl(UNAUTHORIZED_TTL, config.authorization_webhook_cache_unauthorized_ttl()), true, true, version, "v1",
                Webhook.NO_OPINION, new Connection(Connection.FILE, Optional.of(file)), List.of());
    }

    private static Duration ttl(String name, String text) {
        return GoDuration.setting(name, text);
    }
}
