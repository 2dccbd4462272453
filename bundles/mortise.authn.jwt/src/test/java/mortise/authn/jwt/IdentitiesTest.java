package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.api.UserInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who a token says somebody is, by claims, by expressions and by flags. */
class IdentitiesTest {

    private static Provider provider;

    @TempDir
    private Path folder;
    private World world;

    @BeforeAll
    static void start() {
        provider = new Provider();
        provider.publish("k", Provider.ec("secp256r1"));
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @BeforeEach
    void make() {
        world = new World(folder);
    }

    private String token(Object... claims) {
        Map<String, Object> all = provider.claims(world.instant());
        for (int i = 0; i < claims.length; i += 2) {
            all.put((String) claims[i], claims[i + 1]);
        }
        return provider.token("k", "ES256", all);
    }

    private JwtAuthenticator mapped(String more) {
        return world.withFile(World.document(provider, more));
    }

    private JwtAuthenticator flags(String... pairs) {
        var values = new HashMap<String, String>(Map.of("oidc.issuer.url", provider.url(),
                "oidc.client.id", "mortise", "oidc.signing.algs", "ES256,RS256",
                "oidc.ca.file", world.write("ca.pem", Provider.authority()).toString()));
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return world.configured(values);
    }

    @Test
    void claimsBecomeNameGroupsAndUid() {
        JwtAuthenticator authenticator = mapped("""
                  claimMappings:
                    username: {claim: preferred, prefix: 'u:'}
                    groups: {claim: roles, prefix: 'g:'}
                    uid: {claim: uid}
                """);
        assertThat(World.user(authenticator, token("preferred", "pat", "roles", List.of("a", "", "b"), "uid", "7")))
                .isEqualTo(new UserInfo("u:pat", "7", List.of("g:a", "g:b"), Map.of()));
        assertThat(World.user(authenticator, token("preferred", "pat", "roles", "one", "uid", "7")).groups())
                .containsExactly("g:one");
        assertThat(World.user(authenticator, token("preferred", "pat", "uid", "7")).groups()).isEmpty();
        assertThat(World.refusal(authenticator, token("preferred", "pat")))
                .isEqualTo("oidc: claim uid is not a string");
        assertThat(World.refusal(authenticator, token("preferred", "pat", "uid", "7", "roles", List.of(1))))
                .isEqualTo("oidc: claim roles must be a string or a list of strings");
        assertThat(World.refusal(authenticator, token("uid", "7"))).contains("claim preferred is not a string");
    }

    @Test
    void expressionsBecomeNameGroupsUidAndExtra() {
        JwtAuthenticator authenticator = mapped("""
                  claimMappings:
                    username: {expression: 'claims.org.name + "/" + claims.sub'}
                    groups: {expression: 'claims.roles.map(r, "r:" + r)'}
                    uid: {expression: 'string(claims.number)'}
                    extra:
                    - {key: example.org/one, valueExpression: claims.org.name}
                    - {key: example.org/many, valueExpression: 'claims.roles'}
                    - {key: example.org/none, valueExpression: '""'}
                    - {key: example.org/absent, valueExpression: 'claims.?absent.orValue([])'}
                """);
        assertThat(World.user(authenticator,
                token("org", Map.of("name", "acme"), "roles", List.of("x", "y"), "number", 7)))
                .isEqualTo(new UserInfo("acme/alice", "7", List.of("r:x", "r:y"), Map.of(
                        "example.org/one", List.of("acme"), "example.org/many", List.of("x", "y"))));
        assertThat(World.refusal(authenticator, token("roles", List.of(), "number", 7)))
                .contains("an expression has no value");
        assertThat(World.refusal(authenticator,
                token("org", Map.of("name", "acme"), "roles", List.of(Map.of()), "number", 7)))
                .contains("an expression has no value");
    }

    @Test
    void anExpressionThatIsNotATextOrEmptyIsNoName() {
        JwtAuthenticator authenticator = mapped("  claimMappings: {username: {expression: claims.name}}\n");
        assertThat(World.refusal(authenticator, token("name", ""))).isEqualTo("oidc: the user name is empty");
        assertThat(World.refusal(authenticator, token("name", 7))).isEqualTo("oidc: the user name is not a string");
        assertThat(World.refusal(authenticator, token())).contains("an expression has no value");
    }

    @Test
    void rulesOverClaimsAndUsersDecide() {
        JwtAuthenticator authenticator = mapped("""
                  claimValidationRules:
                  - {claim: hd, requiredValue: example.com}
                  - {expression: 'claims.exp - claims.iat <= 3600', message: lives too long}
                  userValidationRules:
                  - {expression: "!user.username.startsWith('system:')", message: a reserved name}
                  - {expression: "user.groups.all(g, g != 'admins') && user.uid == ''"}
                """);
        assertThat(World.user(authenticator, token("hd", "example.com")).name()).isEqualTo("alice");
        assertThat(World.refusal(authenticator, token())).isEqualTo("oidc: required claim hd not present in ID token");
        assertThat(World.refusal(authenticator, token("hd", "secret-value")))
                .isEqualTo("oidc: required claim hd value does not match");
        assertThat(World.refusal(authenticator, token("hd", "example.com", "exp", 1_800_009_999)))
                .isEqualTo("oidc: claim validation failed: lives too long");
        assertThat(World.refusal(authenticator, token("hd", "example.com", "sub", "system:admin")))
                .isEqualTo("oidc: user validation failed: a reserved name");
    }

    @Test
    void anExpressionThatCostsTooMuchIsStopped() {
        JwtAuthenticator authenticator = mapped("""
                  claimValidationRules:
                  - expression: claims.n.all(a, claims.n.all(b, claims.n.all(c, a + b + c >= 0)))
                """);
        assertThat(World.user(authenticator, token("n", List.of(1, 2))).name()).isEqualTo("alice");
        assertThat(World.refusal(authenticator, token("n", Collections.nCopies(1000, 1))))
                .contains("an expression has no value");
    }

    @Test
    void anAddressThatIsSaidToBeUnverifiedIsNoName() {
        for (JwtAuthenticator authenticator : List.of(flags("oidc.username.claim", "email"),
                mapped("  claimMappings: {username: {claim: email, prefix: ''}}\n"))) {
            assertThat(World.user(authenticator, token("email", "a@b.c")).name()).isEqualTo("a@b.c");
            assertThat(World.user(authenticator, token("email", "a@b.c", "email_verified", true)).name())
                    .isEqualTo("a@b.c");
            for (Object not : List.of(false, "true", 1)) {
                assertThat(World.refusal(authenticator, token("email", "a@b.c", "email_verified", not)))
                        .isEqualTo("oidc: email not verified");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", value = {
        "sub,   '',  URL#alice",
        "sub,   -,   alice",
        "sub,   x:,  x:alice",
        "email, '',  a@b.c",
        "email, x:,  x:a@b.c",
        "name,  '',  URL#Alice"})
    void flagsPrefixNames(String claim, String prefix, String name) {
        JwtAuthenticator authenticator = flags("oidc.username.claim", claim, "oidc.username.prefix", prefix);
        assertThat(World.user(authenticator, token("email", "a@b.c", "name", "Alice")).name())
                .isEqualTo(name.replace("URL", provider.url()));
    }

    @Test
    void flagsSayGroupsAndRequiredClaims() {
        JwtAuthenticator authenticator = flags("oidc.groups.claim", "roles", "oidc.groups.prefix", "g:",
                "oidc.required.claim", "hd=example.com,level=");
        assertThat(World.user(authenticator, token("roles", List.of("a"), "hd", "example.com", "level", "")).groups())
                .containsExactly("g:a");
        assertThat(World.refusal(authenticator, token("hd", "example.com"))).contains("required claim level");
    }

    @Test
    void onlyTheAlgorithmsOfTheFlagCount() {
        assertThat(World.refusal(flags("oidc.signing.algs", "RS256"), token()))
                .isEqualTo("oidc: it is signed with an algorithm that is not accepted");
    }
}
