package mortise.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file may say, and the words for what it may not. */
class SettingsTest {

    private static final String HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";
    private static final String USERNAME = "username: {claim: sub, prefix: ''}";

    private static AuthenticationSettings read(String text) {
        AuthenticationSettings settings = SettingsReader.read(
                text.getBytes(StandardCharsets.UTF_8), 1 << 20, "k8s.io");
        SettingsCheck.check(settings, Set.of("https://own"), List.of("k8s.io", "kubernetes.io"));
        return settings;
    }

    private static String jwt(String issuer, String mappings, String more) {
        return HEAD + "jwt:\n- {issuer: {" + issuer + "}, claimMappings: {" + mappings + "}" + more + "}\n";
    }

    private static void wrong(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessage(message);
    }

    @Test
    void everyFieldIsRead() {
        AuthenticationSettings settings = read(HEAD.replace("/v1", "/v1beta1") + """
                jwt:
                - issuer:
                    url: https://a
                    discoveryURL: https://b/.well-known/openid-configuration
                    audiences: [x, y]
                    audienceMatchPolicy: MatchAny
                  claimValidationRules:
                  - {claim: hd, requiredValue: example.com}
                  - {expression: 'claims.exp - claims.nbf <= 86400', message: too long}
                  claimMappings:
                    username: {expression: 'claims.sub'}
                    groups: {claim: groups, prefix: 'oidc:'}
                    uid: {claim: uid}
                    extra:
                    - {key: example.org/tenant, valueExpression: claims.tenant}
                  userValidationRules:
                  - {expression: "!user.username.startsWith('system:')", message: reserved}
                anonymous:
                  enabled: true
                  conditions: [{path: /livez}, {path: /readyz}]
                """);
        assertThat(settings.jwt()).singleElement().satisfies(jwt -> {
            assertThat(jwt.issuer().audiences()).containsExactly("x", "y");
            assertThat(jwt.claimRules()).hasSize(2);
            assertThat(jwt.mappings().groups().prefix()).contains("oidc:");
            assertThat(jwt.mappings().extra().get(0).key()).isEqualTo("example.org/tenant");
            assertThat(jwt.userRules().get(0).message()).isEqualTo("reserved");
        });
        assertThat(settings.anonymous()).contains(
                new AuthenticationSettings.Anonymous(true, List.of("/livez", "/readyz")));
    }

    @Test
    void aFileMaySayNothingAndMayBeJson() {
        assertThat(read(HEAD)).isEqualTo(AuthenticationSettings.NOTHING);
        assertThat(read("{\"apiVersion\":\"apiserver.config.k8s.io/v1\",\"kind\":\"AuthenticationConfiguration\","
                + "\"anonymous\":{\"enabled\":false}}").anonymous()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "x: 1                                        | Object 'Kind' is missing",
        "kind: AuthenticationConfiguration           | Object 'apiVersion' is missing",
        "{kind: X, apiVersion: apiserver.config.k8s.io/v1} | no kind \"X\" is registered for version \""
            + "apiserver.config.k8s.io/v1\"",
        "{kind: AuthenticationConfiguration, apiVersion: apiserver.config.k8s.io/v2} | no kind"
            + " \"AuthenticationConfiguration\" is registered for version \"apiserver.config.k8s.io/v2\""})
    void anotherDocumentIsRefused(String text, String message) {
        wrong(text, message);
    }

    @Test
    void fieldsAreReadStrictly() {
        wrong(HEAD + "jwts: []", "strict decoding error: unknown field \"jwts\"");
        wrong(HEAD + "jwt: [{issuer: {URL: x}}]\nanonymous: {enabled: 'yes'}",
                "strict decoding error: [unknown field \"jwt[0].issuer.URL\", anonymous.enabled must be a boolean]");
        wrong(HEAD + "jwt: {}", "strict decoding error: jwt must be a list");
        wrong(HEAD + "jwt: [x]", "strict decoding error: jwt[0] must be an object");
        assertThatIllegalArgumentException().isThrownBy(() -> read(HEAD + "jwt: []\njwt: []"))
                .withMessageContaining("already set in map");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "url: ''                 | issuer.url: Required value",
        "url: http://a           | issuer.url: Invalid value: \"http://a\": URL scheme must be https",
        "url: 'https://u:p@a'    | issuer.url: Invalid value: \"https://u:p@a\": URL must not contain a username or"
            + " password",
        "url: 'https://a?q=1'    | issuer.url: Invalid value: \"https://a?q=1\": URL must not contain a query",
        "url: 'https://a#f'      | issuer.url: Invalid value: \"https://a#f\": URL must not contain a fragment",
        "url: 'https://own'      | issuer.url: Invalid value: \"https://own\": URL must not overlap with disallowed"
            + " issuers: [https://own]",
        "url: 'https:///x'       | issuer.url: Invalid value: \"https:///x\": URL must have a host",
        "'url: https://a, discoveryURL: https://a/' | issuer.discoveryURL: Invalid value: \"https://a/\": discoveryURL"
            + " must be different from URL",
        "'url: https://a, certificateAuthority: x' | issuer.certificateAuthority: Invalid value: \"<omitted>\": data"
            + " does not contain any valid RSA or ECDSA certificates",
        "'url: https://a, egressSelectorType: cluster' | issuer.egressSelectorType: Invalid value: \"cluster\": egress"
            + " selector is not supported by this server"})
    void anIssuerHasAnHttpsUrlOfItsOwn(String issuer, String message) {
        wrong(jwt(issuer.replaceAll("^'url(.*)'$", "url$1") + ", audiences: [m]", USERNAME, ""), "jwt[0]." + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "audiences: []     | issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required",
        "audiences: ['']   | issuer.audiences[0]: Required value",
        "audiences: [a, b] | issuer.audienceMatchPolicy: Invalid value: \"\": audienceMatchPolicy must be MatchAny for"
            + " multiple audiences",
        "audiences: [a, a], audienceMatchPolicy: MatchAny | issuer.audiences[1]: Duplicate value: \"a\"",
        "audiences: [a], audienceMatchPolicy: All | issuer.audienceMatchPolicy: Invalid value: \"All\":"
            + " audienceMatchPolicy must be empty or MatchAny for single audience"})
    void audiencesAreNamed(String audiences, String message) {
        wrong(jwt("url: https://a, " + audiences, USERNAME, ""), "jwt[0]." + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "username: {} | username: Required value: claim or expression is required",
        "username: {claim: sub} | username.prefix: Required value: prefix is required when claim is set. It can be set"
            + " to an empty string to disable prefixing",
        "username: {claim: sub, expression: claims.sub} | username: Invalid value: \"\": claim and expression can't"
            + " both be set",
        "username: {expression: claims.sub, prefix: ''} | username.prefix: Invalid value: \"\": may not be specified"
            + " when expression is set",
        "username: {expression: '1'} | username.expression: Invalid value: \"1\": must evaluate to string",
        "username: {expression: claims.email} | username.expression: Invalid value: \"claims.email\":"
            + " claims.email_verified must be used in claimMappings.username.expression or"
            + " claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used"
            + " in claimMappings.username.expression",
        "U, groups: {claim: g} | groups.prefix: Required value: prefix is required when claim is set. It can be set to"
            + " an empty string to disable prefixing",
        "U, groups: {expression: 'true'} | groups.expression: Invalid value: \"true\": must evaluate to one of [string"
            + " list(string)]",
        "U, uid: {claim: u, expression: claims.u} | uid: Invalid value: \"\": claim and expression can't both be set",
        "U, extra: [{key: a, valueExpression: claims.x}] | extra[0].key: Invalid value: \"a\": must be a"
            + " domain-prefixed path (such as \"acme.io/foo\")",
        "U, extra: [{key: Acme.io/f, valueExpression: claims.x}] | extra[0].key: Invalid value: \"Acme.io/f\": must be"
            + " lowercase",
        "U, extra: [{key: a.k8s.io/f, valueExpression: claims.x}] | extra[0].key: Invalid value: \"a.k8s.io/f\":"
            + " k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use",
        "U, extra: [{key: a.io/f}] | extra[0].valueExpression: Required value",
        "U, extra: [{key: a.io/f, valueExpression: claims.x}, {key: a.io/f, valueExpression: claims.y}] |"
            + " extra[1].key: Duplicate value: \"a.io/f\""})
    void mappingsAreComplete(String mappings, String message) {
        wrong(jwt("url: https://a, audiences: [m]", mappings.replaceAll("^U", USERNAME), ""),
                "jwt[0].claimMappings." + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "claimValidationRules: [{}] | claimValidationRules[0]: Required value: claim or expression is required",
        "claimValidationRules: [{claim: a, expression: 'true'}] | claimValidationRules[0]: Invalid value: \"a\": claim"
            + " and expression can't both be set",
        "claimValidationRules: [{claim: a, message: m}] | claimValidationRules[0].message: Invalid value: \"m\": may"
            + " not be specified when claim is set",
        "claimValidationRules: [{claim: a}, {claim: a}] | claimValidationRules[1].claim: Duplicate value: \"a\"",
        "claimValidationRules: [{expression: 'true', requiredValue: v}] | claimValidationRules[0].requiredValue:"
            + " Invalid value: \"v\": may not be specified when expression is set",
        "claimValidationRules: [{expression: '1'}] | claimValidationRules[0].expression: Invalid value: \"1\": must"
            + " evaluate to bool",
        "userValidationRules: [{}] | userValidationRules[0].expression: Required value",
        "userValidationRules: [{expression: 'true'}, {expression: 'true'}] | userValidationRules[1].expression:"
            + " Duplicate value: \"true\""})
    void rulesAreComplete(String rules, String message) {
        wrong(jwt("url: https://a, audiences: [m]", USERNAME, ", " + rules), "jwt[0]." + message);
    }

    @Test
    void expressionsSeeOnlyWhatTheyAreAbout() {
        for (String rules : List.of("claimValidationRules: [{expression: user.username == ''}]",
                "userValidationRules: [{expression: claims.x == ''}]",
                "userValidationRules: [{expression: user.nonsense == ''}]",
                "claimValidationRules: [{expression: 'claims.x =='}]")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(jwt("url: https://a, audiences: [m]", USERNAME, ", " + rules)))
                    .withMessageContaining("compilation failed");
        }
    }

    @Test
    void issuersAreDifferentAndNotTooMany() {
        wrong(HEAD + "jwt:\n" + ("- {issuer: {url: https://a, discoveryURL: https://d, audiences: [m]},"
                + " claimMappings: {" + USERNAME + "}}\n").repeat(2),
                "[jwt[1].issuer.url: Duplicate value: \"https://a\","
                + " jwt[1].issuer.discoveryURL: Duplicate value: \"https://d\"]");
        String many = IntStream.range(0, 65).mapToObj(i -> "- {issuer: {url: https://a" + i
                + ", audiences: [m]}, claimMappings: {" + USERNAME + "}}\n").collect(Collectors.joining());
        wrong(HEAD + "jwt:\n" + many, "jwt: Too many: 65: must have at most 64 items");
        assertThat(read(HEAD + "jwt:\n" + many.substring(0, many.lastIndexOf("- {"))).jwt()).hasSize(64);
    }

    @Test
    void conditionsNeedAnonymousRequests() {
        wrong(HEAD + "anonymous: {enabled: false, conditions: [{path: /livez}]}", "anonymous.conditions: Invalid value:"
                + " \"/livez\": enabled should be set to true when conditions are defined");
    }

    @ParameterizedTest
    @ValueSource(strings = {"claims.email", "claims . email", "claims['email']", "claims[\"email\"]", "claims.?email",
        "claims[?'email']", "'x' + claims.email", "{1: claims.email}[1]"})
    void readingAClaimIsNoticed(String source) {
        assertThat(Rules.readsClaim(source, "email")).isTrue();
        assertThat(Rules.readsClaim(source, "email_verified")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"claims.email_verified", "claims.mail", "'claims.email'", "\"a\\\"claims.email\"",
        "claims.user.email", "myclaims.email"})
    void otherTextsAreNoReading(String source) {
        assertThat(Rules.readsClaim(source, "email")).isFalse();
    }

    @Test
    void anyTextIsReadOrRefused() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String good = jwt("url: https://a, audiences: [m]", USERNAME, ", claimValidationRules: [{claim: a}]");
        for (int i = 0; i < 3000; i++) {
            var text = new StringBuilder(good);
            for (int j = random.nextInt(4); j >= 0; j--) {
                text.setCharAt(random.nextInt(text.length()), (char) (random.nextInt(96) + 32));
            }
            try {
                assertThat(read(text.toString()).jwt()).as("seed " + seed).hasSizeLessThan(2);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).as("seed " + seed).isNotBlank();
            }
        }
    }
}
