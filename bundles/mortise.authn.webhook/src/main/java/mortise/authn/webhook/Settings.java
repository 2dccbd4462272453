package mortise.authn.webhook;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import mortise.api.GoDuration;
import mortise.api.ListSetting;

/**
 * The settings, checked. Immutable.
 *
 * @param kubeconfig names the server
 * @param version of TokenReview
 * @param holds how long an answer holds; zero for not at all
 * @param audiences that this server is
 */
record Settings(Path kubeconfig, String version, Duration holds, List<String> audiences) {

    /** @throws IllegalArgumentException when a setting is bad, with one line for people */
    static Settings read(WebhookConfig config) {
        String version = config.authentication_token_webhook_version().strip();
        if (!version.equals("v1") && !version.equals("v1beta1")) {
            throw new IllegalArgumentException("authentication.token.webhook.version is \"" + version
                    + "\": must be v1 or v1beta1");
        }
        OptionalLong nanos = GoDuration.nanos(config.authentication_token_webhook_cache_ttl().strip());
        if (nanos.isEmpty() || nanos.getAsLong() < 0) {
            throw new IllegalArgumentException("authentication.token.webhook.cache.ttl is \""
                    + config.authentication_token_webhook_cache_ttl() + "\": must be a duration such as 2m0s");
        }
        List<String> audiences = ListSetting.texts(config.api_audiences());
        return new Settings(path(config.authentication_token_webhook_config_file().strip()), version,
                Duration.ofNanos(nanos.getAsLong()),
                audiences.isEmpty() ? ListSetting.texts(config.service_account_issuer()) : audiences);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException broken) {
            throw new IllegalArgumentException("authentication.token.webhook.config.file is no path", broken);
        }
    }
}
