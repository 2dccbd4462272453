package mortise.authn.bootstraptoken;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.tck.authentication.Requests;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTokenAuthenticatorTest {

    private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
    private static final String TOKEN = Secrets.ID + "." + Secrets.PROOF;

    private final FakeObjectAccess objects = Secrets.serving();

    private Authentication ask(String token) {
        return new BootstrapTokenAuthenticator(true, objects, () -> NOW).authenticate(Requests.withBearerToken(token));
    }

    private Authentication askWith(String key, String value) {
        var data = new HashMap<>(Secrets.GOOD);
        data.put(key, value);
        objects.others().create(Secrets.V1, "secrets", Secrets.secret(Secrets.ID, data));
        return ask(TOKEN);
    }

    @Test
    void aTokenIsABootstrapper() {
        assertThat(askWith("description", "x")).isEqualTo(new Authenticated(
                new UserInfo("system:bootstrap:07401b", "", List.of("system:bootstrappers"), Map.of())));
    }

    @Test
    void extraGroupsAreAddedInOrder() {
        Authentication answer = askWith("auth-extra-groups", "system:bootstrappers:two,system:bootstrappers:kit");
        assertThat(((Authenticated) answer).user().groups()).containsExactly(
                "system:bootstrappers", "system:bootstrappers:kit", "system:bootstrappers:two");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            expiration, 2030-06-01T12:00:01Z
            expiration, 2030-06-01T14:00:01+02:00
            """)
    void aTokenLastsUntilItsTime(String key, String value) {
        assertThat(askWith(key, value)).isInstanceOf(Authenticated.class);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            expiration, 2030-06-01T12:00:00Z, it is expired
            expiration, tomorrow, it is expired
            usage-bootstrap-authentication, yes, it is not for authentication
            auth-extra-groups, foo, one of its extra groups is not of bootstrappers
            auth-extra-groups, 'system:bootstrappers:a,', one of its extra groups is not of bootstrappers
            auth-extra-groups, system:masters, one of its extra groups is not of bootstrappers
            token-id, 07401c, another token-id than the secret's name says
            token-secret, f395accd246ae52e, another token-secret
            token-secret, '', the secret has no token-secret
            """)
    void whatIsNotAsItShouldBeIsRefused(String key, String value, String why) {
        assertThat(askWith(key, value)).isEqualTo(new Rejected("bootstrap token: " + why));
    }

    @Test
    void aSecretThatGoesOrIsAnotherKindCountsNoMore() {
        ApiObject going = Secrets.secret(Secrets.ID, Secrets.GOOD);
        going.metadata().tree().put("finalizers", List.of("test/hold"));
        objects.others().create(Secrets.V1, "secrets", going);
        objects.others().delete(Secrets.V1, "secrets", "kube-system", "bootstrap-token-" + Secrets.ID);
        assertThat(ask(TOKEN)).isEqualTo(new Rejected("bootstrap token: the secret is being deleted"));
        ApiObject opaque = Secrets.secret("aaaaaa", Secrets.GOOD);
        opaque.tree().put("type", "Opaque");
        objects.others().create(Secrets.V1, "secrets", opaque);
        assertThat(ask("aaaaaa." + Secrets.PROOF))
                .isEqualTo(new Rejected("bootstrap token: the secret is of another type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"07401b", "07401b.", "07401B.f395accd246ae52d", "07401b.f395accd246ae52d0",
        "bbbbbb.f395accd246ae52d", "../../a.f395accd246ae52d"})
    void otherTokensAreSomebodyElses(String token) {
        assertThat(ask(token)).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void itIsOffUnlessSwitchedOn() {
        objects.others().create(Secrets.V1, "secrets", Secrets.secret(Secrets.ID, Secrets.GOOD));
        assertThat(new BootstrapTokenAuthenticator(false, objects, () -> NOW)
                .authenticate(Requests.withBearerToken(TOKEN))).isEqualTo(Authentication.NOT_MINE);
        assertThat(objects.calls()).isEmpty();
    }

    @Test
    void aStoreThatFailsRefuses() {
        objects.beforeEachCall(call -> {
            throw ApiException.badRequest("no");
        });
        assertThat(ask(TOKEN)).isInstanceOf(Rejected.class);
    }
}
