package mortise.authn.tokenfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.UserInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenTableTest {

    private final List<String> warnings = new ArrayList<>();

    @Test
    void aLineIsATokenAUserAUidAndGroups() {
        TokenTable table = parse("""
                admin-token,admin,u-admin,"system:masters"
                alice-token,alice,u-alice,"devs,qa"
                bob-token,bob,u-bob
                carl-token,carl,,one
                """);
        assertThat(table.find("admin-token"))
                .contains(new UserInfo("admin", "u-admin", List.of("system:masters"), Map.of()));
        assertThat(table.find("alice-token"))
                .contains(new UserInfo("alice", "u-alice", List.of("devs", "qa"), Map.of()));
        assertThat(table.find("bob-token")).contains(new UserInfo("bob", "u-bob", List.of(), Map.of()));
        assertThat(table.find("carl-token")).contains(UserInfo.of("carl", "one"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void onlyTheWholeTokenIsKnown() {
        TokenTable table = parse("secret,pat,1");
        for (String token : List.of("", "secre", "secrets", "Secret", " secret", "secret\u0000", "pat")) {
            assertThat(table.find(token)).as(token).isEmpty();
        }
    }

    /**
     * The shortest of many batches is what the work takes, whatever else the machine does. A comparison that ended at
     * the first difference would take some twenty times longer for the token that differs at its end.
     */
    @Test
    void howMuchOfATokenMatchesDoesNotShowInTheTime() {
        String token = "t".repeat(4096);
        TokenTable table = parse(token + ",pat,1");
        List<String> wrong = List.of("x" + token.substring(1), token.substring(1) + "x", "y" + token.substring(1));
        long[] shortest = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        for (int batch = 0; batch < 300; batch++) {
            for (int which = 0; which < wrong.size(); which++) {
                long start = System.nanoTime();
                for (int i = 0; i < 20; i++) {
                    assertThat(table.find(wrong.get(which)).isPresent()).isFalse();
                }
                shortest[which] = Math.min(shortest[which], System.nanoTime() - start);
            }
        }
        assertThat((double) shortest[1]).isLessThan(2.0 * Math.min(shortest[0], shortest[2]));
        assertThat((double) shortest[0]).isLessThan(2.0 * shortest[1]);
    }

    @Test
    void quotesKeepCommasLineEndsAndQuotes() {
        TokenTable table = parse("\"a,\"\"b\nc\",\"O'Neil, \"\"Pat\"\"\",7,\"g\"\r\n\r\nnext,sam,8\r\n");
        assertThat(table.find("a,\"b\nc")).map(UserInfo::name).contains("O'Neil, \"Pat\"");
        assertThat(table.find("next")).map(UserInfo::name).contains("sam");
    }

    @Test
    void aByteOrderMarkIsNotPartOfAToken() {
        assertThat(parse("\uFEFFt,pat,1").find("t")).isPresent();
    }

    @Test
    void emptyGroupsAreLeftOut() {
        assertThat(parse("t,pat,1,\",a,,b,\"").find("t")).map(UserInfo::groups).contains(List.of("a", "b"));
    }

    @Test
    void ofTwoLinesWithOneTokenTheLastCountsAndTheLogSaysSoWithoutTheToken() {
        TokenTable table = parse("secret,first,1\nsecret,last,2");
        assertThat(table.find("secret")).map(UserInfo::name).contains("last");
        assertThat(warnings)
                .containsExactly("tokens.csv line 2: the token is in an earlier line too; this line counts");
    }

    @Test
    void groupsInColumnsOfTheirOwnAreAWarning() {
        assertThat(parse("t,pat,1,a,b").find("t")).map(UserInfo::groups).contains(List.of("a"));
        assertThat(warnings).singleElement().asString().startsWith("tokens.csv line 1: columns after the fourth");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "a,b,1;c,d         | line 2: at least 3 columns are needed (token, user name, user uid), found 2",
        "token             | line 1: at least 3 columns are needed (token, user name, user uid), found 1",
        "a,b,1;;;,x,2      | line 4: the token is empty",
        "a,,1              | line 1: the user name is empty",
        "a\"b,pat,1        | line 1: a quote in a field that does not start with one",
        "\"a\"b,pat,1      | line 1: text after the closing quote of a field",
        "x,y,1;a,b,\"c;d;e | line 2: a quoted field without a closing quote"})
    void aMistakeIsNamedWithItsLine(String lines, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(lines.replace(';', '\n').replace("\\\"", "\"")))
                .withMessage("tokens.csv " + message);
    }

    @Test
    void anyTextIsReadOrRefusedWithItsLine() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String alphabet = "ab,\"\n\r \u0000\uFFFF\uFEFF";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(40); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(parse(text.toString()).find("not there")).isEmpty();
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d", seed).hasMessageStartingWith("tokens.csv line ");
            }
        }
    }

    private TokenTable parse(String text) {
        return TokenTable.parse(text, new byte[] {1, 2, 3}, "tokens.csv", warnings::add);
    }
}
