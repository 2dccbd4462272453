package mortise.authz.abac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import mortise.api.UserInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyReaderTest {

    private static PolicyReader.Policies read(String text) {
        return PolicyReader.read(text, "/p", "kubernetes.io");
    }

    @Test
    void blankLinesAndCommentsAreNoPolicies() {
        String text = "# who may what\r\n\n  \t\n" + PolicyFiles.policy("'user':'bob'") + "\r\n   # the end";
        assertThat(read(text).policies()).containsExactly(new Policy("bob", "", false, "", "", "", ""));
        assertThat(read("").policies()).isEmpty();
    }

    @Test
    void everyFieldIsRead() {
        assertThat(read(PolicyFiles.policy("'user':'u','group':'g','readonly':true,'apiGroup':'a','resource':'r',"
                + "'namespace':'n','nonResourcePath':'/p'")).policies())
                .containsExactly(new Policy("u", "g", true, "a", "r", "n", "/p"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "group"})
    void everybodyIsEverybodyWhoProvedAnIdentity(String field) {
        assertThat(read(PolicyFiles.policy("'" + field + "':'*'")).policies())
                .allSatisfy(policy -> {
                    assertThat(policy.group()).isEqualTo(UserInfo.AUTHENTICATED);
                    assertThat(policy.isAbout(UserInfo.of("bob", UserInfo.AUTHENTICATED))).isTrue();
                    assertThat(policy.isAbout(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED))).isFalse();
                });
    }

    @Test
    void inTheOldFormWhatIsNotSaidIsNotRestricted() {
        PolicyReader.Policies read = read("{\"user\":\"bob\",\"readonly\":true}\n{\"resource\":\"pods\"}\n{}\n"
                + "{\"group\":\"devs\",\"namespace\":\"ns\"}");
        assertThat(read.unversioned()).isEqualTo(4);
        assertThat(read.policies()).containsExactly(
                new Policy("bob", "", true, "*", "*", "*", "*"),
                new Policy("", UserInfo.AUTHENTICATED, false, "*", "pods", "*", ""),
                new Policy("", UserInfo.AUTHENTICATED, false, "*", "*", "*", "*"),
                new Policy("", "devs", false, "*", "*", "ns", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{ | JSON",
        "[] | not a JSON object",
        "{\"user\":1} | user must be a string",
        "{\"readonly\":\"yes\"} | readonly must be true or false",
        "{\"readOnly\":true} | unknown field \"readOnly\"",
        "{\"user\":\"a\",\"user\":\"b\"} | duplicate field \"user\"",
        "{\"apiVersion\":\"v1\",\"kind\":\"Policy\"} | no kind \"Policy\" is registered for version \"v1\"",
        "{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Pod\"} | no kind \"Pod\"",
        "{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Policy\",\"spec\":{\"User\":\"a\"}}"
                + " | unknown field \"spec.User\"",
        "{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Policy\",\"spec\":[]}"
                + " | spec must be an object"})
    void aMistakeIsToldWithItsLine(String line, String what) {
        assertThatIllegalArgumentException().isThrownBy(() -> read("# one\n\n" + line + "\n{}"))
                .withMessageStartingWith("error reading policy file /p, line 3: " + line)
                .withMessageContaining(what);
    }
}
