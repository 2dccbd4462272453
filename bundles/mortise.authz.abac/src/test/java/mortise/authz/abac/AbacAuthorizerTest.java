package mortise.authz.abac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.tck.authorization.AuthorizationRequests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbacAuthorizerTest {

    private static final UserInfo BOB = UserInfo.of("bob", "devs", UserInfo.AUTHENTICATED);

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("policies");
    }

    private boolean allows(String policy, AuthorizationRequest request) {
        return PolicyFiles.authorizer(PolicyFiles.write(file(), policy.replace('`', '\'')))
                .authorize(request) instanceof Decision.Allow;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "`user`:`bob`,`namespace`:`ns`,`resource`:`pods` | delete | ~~ | pods | ns | true",
        "`user`:`bob`,`namespace`:`ns`,`resource`:`pods` | delete | apps | pods | ns | false",
        "`user`:`bob`,`namespace`:`ns`,`resource`:`pods`,`apiGroup`:`*` | delete | apps | pods | ns | true",
        "`user`:`bob`,`namespace`:`ns`,`resource`:`pods`,`readonly`:true | watch | ~~ | pods | ns | true",
        "`user`:`bob`,`namespace`:`ns`,`resource`:`pods`,`readonly`:true | patch | ~~ | pods | ns | false",
        "`user`:`bob`,`namespace`:`*`,`resource`:`pods` | list | ~~ | pods | ~~ | true",
        "`user`:`bob`,`resource`:`nodes` | list | ~~ | nodes | ~~ | true",
        "`user`:`bob`,`resource`:`pods` | list | ~~ | pods | ns | false",
        "`user`:`bob`,`namespace`:`ns` | list | ~~ | pods | ns | false",
        "`user`:`bob`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | true",
        "`group`:`devs`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | true",
        "`user`:`bob`,`group`:`devs`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | true",
        "`user`:`bob`,`group`:`ops`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | false",
        "`user`:`eve`,`group`:`devs`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | false",
        "`user`:`Bob`,`namespace`:`ns`,`resource`:`*` | list | ~~ | pods | ns | false",
        "`namespace`:`*`,`resource`:`*` | list | ~~ | pods | ns | false",
        "`user`:`*`,`namespace`:`*`,`resource`:`*` | list | ~~ | pods | ns | true"})
    void resourcesAreMatched(String policy, String verb, String group, String resource, String namespace, boolean may) {
        assertThat(allows(policy, AuthorizationRequests.resource(BOB, verb, group, resource, namespace, "x")))
                .isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({"/logs/*, /logs/x, get, true", "/logs/*, /logs, get, false", "*, /x, post, true", "/x, /x, post, true",
        "/x, /x/y, get, false", "/x, /X, get, false"})
    void pathsAreMatchedByTheirBeginning(String pattern, String path, String verb, boolean may) {
        assertThat(allows("`user`:`bob`,`nonResourcePath`:`" + pattern + "`",
                AuthorizationRequests.path(BOB, verb, path))).isEqualTo(may);
        assertThat(allows("`user`:`bob`,`readonly`:true,`nonResourcePath`:`" + pattern + "`",
                AuthorizationRequests.path(BOB, verb, path))).isEqualTo(may && verb.equals("get"));
    }

    @Test
    void nobodyIsDenied() {
        AbacAuthorizer empty = PolicyFiles.authorizer(PolicyFiles.writeText(file(), ""));
        assertThat(empty.authorize(AuthorizationRequests.path(BOB, "get", "/")))
                .isEqualTo(new Decision.NoOpinion("No policy matched."));
    }

    @Test
    void aChangedFileCountsAndABrokenOneDoesNot() throws IOException {
        AuthorizationRequest question = AuthorizationRequests.resource(BOB, "get", "", "pods", "ns", "x");
        AbacAuthorizer authorizer = PolicyFiles.authorizer(PolicyFiles.writeText(file(), ""));
        PolicyFiles.write(file(), "'user':'bob','namespace':'ns','resource':'pods'");
        authorizer.look();
        assertThat(authorizer.authorize(question)).isInstanceOf(Decision.Allow.class);
        PolicyFiles.writeText(file(), "this is no policy");
        authorizer.look();
        assertThat(authorizer.authorize(question)).isInstanceOf(Decision.Allow.class);
        Files.delete(file());
        authorizer.look();
        assertThat(authorizer.authorize(question)).isInstanceOf(Decision.Allow.class);
        PolicyFiles.writeText(file(), "# nobody may do anything any more");
        authorizer.look();
        assertThat(authorizer.authorize(question)).isInstanceOf(Decision.NoOpinion.class);
    }

    @Test
    void rulesOfSomebodyAreListed() {
        AbacAuthorizer authorizer = PolicyFiles.authorizer(PolicyFiles.write(file(),
                "'user':'bob','namespace':'ns','resource':'pods','readonly':true",
                "'user':'bob','namespace':'other','resource':'pods'",
                "'user':'eve','namespace':'ns','resource':'*'",
                "'group':'devs','namespace':'*','resource':'*','apiGroup':'*','nonResourcePath':'*'"));
        Rules rules = authorizer.rules(new RulesQuestion(BOB, "ns"));
        assertThat(rules.incomplete()).isFalse();
        assertThat(rules.resourceRules()).containsExactly(
                new Rules.Resources(List.of("get", "list", "watch"), List.of(""), List.of("pods"), List.of()),
                new Rules.Resources(List.of("*"), List.of("*"), List.of("*"), List.of()));
        assertThat(rules.pathRules()).containsExactly(new Rules.Paths(List.of("*"), List.of("*")));
    }

    @Test
    void aFileThatCannotBeUsedEndsTheStart() {
        String missing = directory.resolve("missing").toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AbacAuthorizer(PolicyFiles.config(missing), PolicyFiles.NAMES, false))
                .withMessage("authorization.policy.file: there is no file " + missing);
        PolicyFiles.writeText(file(), "{\"user\":\"bob\"}\n{\"usr\":\"eve\"}");
        assertThatIllegalArgumentException().isThrownBy(() -> PolicyFiles.authorizer(file()))
                .withMessageContaining("line 2: {\"usr\":\"eve\"}: unknown field \"usr\"");
    }

    @Test
    void fileAndModeBelongTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AbacAuthorizer(PolicyFiles.config("", "RBAC,ABAC"), PolicyFiles.NAMES, false))
                .withMessageContaining("authorization-mode ABAC's authorization policy file not passed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AbacAuthorizer(PolicyFiles.config("/x", "RBAC"), PolicyFiles.NAMES, false))
                .withMessageContaining("cannot specify --authorization-policy-file without mode ABAC");
    }
}
