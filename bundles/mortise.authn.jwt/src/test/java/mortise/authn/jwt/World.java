package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.operations.ServerNames;
import mortise.tck.authentication.Requests;
import mortise.tck.operations.Configurations;

/** A folder for files, a clock that stands still, and authenticators that look only when they are told to. */
final class World implements InstantSource {

    private static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");

    private final Path folder;
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);
    private int written;

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

    /** Writes a file, each time with another time of modification. */
    Path write(String name, String text) {
        try {
            Path file = Files.writeString(folder.resolve(name), text);
            written++;
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * written));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns an authenticator with these keys of its configuration; the others have their defaults. */
    JwtAuthenticator configured(Map<String, String> values) {
        return new JwtAuthenticator(config(values), NAMES, this, false);
    }

    /** Returns an authenticator with a file, after its first look. */
    JwtAuthenticator withFile(String text) {
        JwtAuthenticator authenticator =
                configured(Map.of("authentication.config", write("authentication.yaml", text).toString()));
        authenticator.look();
        return authenticator;
    }

    static UserInfo user(JwtAuthenticator authenticator, String token) {
        Authentication answer = authenticator.authenticate(Requests.withBearerToken(token));
        assertThat(answer).isInstanceOf(Authenticated.class);
        return ((Authenticated) answer).user();
    }

    static String refusal(JwtAuthenticator authenticator, String token) {
        Authentication answer = authenticator.authenticate(Requests.withBearerToken(token));
        assertThat(answer).isInstanceOf(Rejected.class);
        return ((Rejected) answer).why();
    }

    /** Returns a document with one authenticator of a provider, whose user name is the claim {@code sub}. */
    static String document(Provider provider, String more) {
        return """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AuthenticationConfiguration
                jwt:
                """ + authenticator(provider, more);
    }

    static String authenticator(Provider provider, String more) {
        String mappings = more.contains("claimMappings:") ? "" : """
                  claimMappings:
                    username: {claim: sub, prefix: ""}
                """;
        return """
                - issuer:
                    url: %s
                    audiences: [mortise]
                    certificateAuthority: |
                %s
                """.formatted(provider.url(), Provider.authority().indent(6)) + mappings + more;
    }

    static JwtConfig config(Map<String, String> values) {
        return Configurations.of(JwtConfig.class, values);
    }
}
