package mortise.authn.requestheader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestHeaderAuthenticatorTest {

    private static final Map<String, List<String>> PAT = Map.of("x-remote-user", List.of("pat"));

    private final Pki ca = new Pki("CN=proxies");
    private final X509Certificate proxy = ca.client("CN=front-proxy");
    private Instant now = Pki.NOW;
    private Path file = Path.of("ca.pem");

    @TempDir
    private Path directory;

    @BeforeEach
    void writeAuthorities() throws Exception {
        file = ca.write(directory.resolve("ca.pem"));
    }

    private RequestHeaderAuthenticator allowing(String... names) {
        return new RequestHeaderAuthenticator(RequestHeaderConfigs.usual(file.toString(), names), () -> now);
    }

    private static Authentication ask(
            RequestHeaderAuthenticator authenticator, Map<String, List<String>> headers, X509Certificate... chain) {
        return authenticator.authenticate(new AuthenticationRequest("/", headers, List.of(chain), "192.0.2.7"));
    }

    private UserInfo user(Map<String, List<String>> headers) {
        Authentication answer = ask(allowing("front-proxy"), headers, proxy);
        assertThat(answer).isInstanceOf(Authenticated.class);
        return ((Authenticated) answer).user();
    }

    @Test
    void theHeadersOfAProxyAreBelieved() {
        assertThat(user(Map.of("x-remote-user", List.of("pat", "second"), "x-remote-uid", List.of("u-1"),
                "x-remote-group", List.of("g1", "", "g2"), "x-other-group", List.of("g3"),
                "x-remote-extra-scopes", List.of("a", "b"), "x-remote-extra-acme.com%2Fproject", List.of("p1"))))
                .isEqualTo(new UserInfo("pat", "u-1", List.of("g1", "g2", "g3"),
                        Map.of("scopes", List.of("a", "b"), "acme.com/project", List.of("p1"))));
    }

    @Test
    void theFirstHeaderWithAValueNamesTheUser() {
        assertThat(user(Map.of("x-remote-user", List.of(""), "x-other-user", List.of("low"))).name()).isEqualTo("low");
    }

    @Test
    void aKeyWithOtherPercentSignsIsTakenAsItIs() {
        assertThat(user(Map.of("x-remote-user", List.of("pat"), "x-remote-extra-50%", List.of("v"),
                "x-remote-extra-a+b", List.of("w"))).extra())
                .isEqualTo(Map.of("50%", List.of("v"), "a+b", List.of("w")));
    }

    @Test
    void aProxyThatNamesNobodyIsSomebodyElses() {
        assertThat(ask(allowing("front-proxy"), Map.of("x-remote-group", List.of("g")), proxy))
                .isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void headersWithoutAProxysCertificateMeanNothing() {
        RequestHeaderAuthenticator authenticator = allowing("front-proxy");
        assertThat(ask(authenticator, PAT)).isEqualTo(Authentication.NOT_MINE);
        assertThat(ask(authenticator, PAT, new Pki("CN=proxies").client("CN=front-proxy")))
                .isEqualTo(new Rejected("certificate of a proxy: not issued by a trusted authority"));
        assertThat(ask(authenticator, PAT, ca.client("CN=other-proxy")))
                .isEqualTo(new Rejected("certificate of a proxy: its common name is not an allowed one"));
        now = now.plusSeconds(86_400);
        assertThat(ask(authenticator, PAT, proxy)).isEqualTo(new Rejected("certificate of a proxy: expired"));
    }

    @Test
    void withoutAllowedNamesAnyNameIs() {
        assertThat(ask(allowing(), PAT, ca.client("CN=other-proxy"))).isInstanceOf(Authenticated.class);
    }

    @Test
    void withoutAuthoritiesItIsOff() {
        var off = new RequestHeaderAuthenticator(RequestHeaderConfigs.usual("", "front-proxy"), () -> now);
        assertThat(ask(off, PAT, proxy)).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void itSaysWhichHeadersAreItsOwn() {
        assertThat(allowing().credentialHeaders()).containsExactlyInAnyOrder("x-remote-user", "x-other-user",
                "x-remote-uid", "x-remote-group", "x-other-group", "x-remote-extra-*");
    }

    @Test
    void clientsThatCouldPassForProxiesEndTheStart() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> new RequestHeaderAuthenticator(
                RequestHeaderConfigs.besideClients(file, file), () -> now))
                .withMessageStartingWith("requestheader.allowed.names: no name is allowed");
        var named = new RequestHeaderAuthenticator(
                RequestHeaderConfigs.besideClients(file, file, "front-proxy"), () -> now);
        assertThat(ask(named, PAT, proxy)).isInstanceOf(Authenticated.class);
        Path clients = new Pki("CN=clients").write(directory.resolve("clients.pem"));
        var apart = new RequestHeaderAuthenticator(RequestHeaderConfigs.besideClients(file, clients), () -> now);
        assertThat(ask(apart, PAT, proxy)).isInstanceOf(Authenticated.class);
    }

    @Test
    void whatIsMissingEndsTheStart() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RequestHeaderAuthenticator(
                RequestHeaderConfigs.config(file.toString(), new String[0], new String[0], new String[0])))
                .withMessage("requestheader.username.headers: no header is named");
        assertThatIllegalArgumentException().isThrownBy(() -> new RequestHeaderAuthenticator(
                RequestHeaderConfigs.usual(directory.resolve("absent").toString())))
                .withMessageStartingWith("requestheader.client.ca.file: ");
    }
}
