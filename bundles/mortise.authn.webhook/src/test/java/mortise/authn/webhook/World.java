package mortise.authn.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.operations.ServerNames;
import mortise.tck.authentication.Requests;
import mortise.tck.operations.Configurations;

/** A folder for files, a clock that stands still, a server to ask, and authenticators that ask it. */
final class World implements InstantSource, AutoCloseable {

    private static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    private static final Map<String, String> KEYS = Map.of("version", "authentication.token.webhook.version",
            "ttl", "authentication.token.webhook.cache.ttl", "audiences", "api.audiences");

    private final Path folder;
    private final List<WebhookAuthenticator> made = new ArrayList<>();
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);
    final ReviewServer server = new ReviewServer();

    World(Path folder) {
        this.folder = folder;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void later(Duration time) {
        now = now.plus(time);
    }

    Path write(String text) {
        try {
            return Files.writeString(folder.resolve("webhook.kubeconfig"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns an authenticator that asks the server, with these settings beside the file. */
    WebhookAuthenticator asking(Map<String, String> values) {
        Path file = write(server.kubeconfig());
        return configured(Optional.of(file.toString()), values);
    }

    WebhookAuthenticator configured(Optional<String> file, Map<String, String> values) {
        var authenticator = new WebhookAuthenticator(config(file, values), NAMES, this, Duration.ofMillis(1));
        made.add(authenticator);
        return authenticator;
    }

    static Authentication ask(WebhookAuthenticator authenticator, String token) {
        return authenticator.authenticate(Requests.withBearerToken(token));
    }

    static Authentication ask(WebhookAuthenticator authenticator, String token, List<String> audiences) {
        return authenticator.authenticate(new AuthenticationRequest("/",
                Map.of("authorization", List.of("Bearer " + token)), List.of(), "", audiences));
    }

    static Authenticated known(Authentication answer) {
        assertThat(answer).isInstanceOf(Authenticated.class);
        return (Authenticated) answer;
    }

    static String refusal(Authentication answer) {
        assertThat(answer).isInstanceOf(Rejected.class);
        return ((Rejected) answer).why();
    }

    @Override
    public void close() {
        made.forEach(WebhookAuthenticator::stop);
        server.close();
    }

    private static WebhookConfig config(Optional<String> file, Map<String, String> values) {
        var all = new HashMap<String, String>();
        values.forEach((name, value) -> all.put(KEYS.get(name), value));
        file.ifPresent(path -> all.put("authentication.token.webhook.config.file", path));
        return Configurations.of(WebhookConfig.class, all);
    }
}
