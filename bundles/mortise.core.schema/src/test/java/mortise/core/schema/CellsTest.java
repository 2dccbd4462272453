package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.ApiObject;
import mortise.spi.group.Elapsed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the expressions of cells show of an object. */
class CellsTest {

    private static final ApiObject OBJECT = new ApiObject(new LinkedHashMap<>(Map.ofEntries(
            Map.entry("name", "Web"),
            Map.entry("empty", ""),
            Map.entry("none", List.of()),
            Map.entry("struct", Map.of()),
            Map.entry("zero", 0L),
            Map.entry("count", 3L),
            Map.entry("no", false),
            Map.entry("yes", true),
            Map.entry("seconds", 3600L),
            Map.entry("began", "2026-01-02T03:04:05.5Z"),
            Map.entry("annotations", Map.of("a.b/c", "x")),
            Map.entry("letters", List.of("a", "b", "c", "d", "e")),
            Map.entry("lists", List.of(Map.of("in", List.of("a", "b")), Map.of("in", List.of("c", "d")))),
            Map.entry("rules", List.of(Map.of(), Map.of("host", "a"), Map.of("host", "b"))),
            Map.entry("ports", List.of(
                    Map.of("port", 80L, "protocol", "TCP"),
                    Map.of("port", 53L, "nodePort", 30053L, "protocol", "UDP"))),
            Map.entry("conditions", List.of(
                    Map.of("type", "Ready", "status", "False", "reason", "Broken"),
                    Map.of("type", "Failed", "status", "True"),
                    Map.of("type", "Complete", "status", "True"))))));

    @BeforeAll
    static void addWhatOnlyATreeCanHold() {
        OBJECT.tree().put("null", null);
    }

    private static Object cell(String expression) {
        return Cells.compile(expression).apply(OBJECT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
        ".name|Web",
        ".absent|''",
        ".null|''",
        ".name.deeper|''",
        ".struct|''",
        ".ports[1].protocol|UDP",
        ".ports[2].protocol|''",
        ".annotations[\"a.b/c\"]|x",
        ".ports[*].protocol|TCP",
        ".conditions[type=Ready].reason|Broken",
        ".conditions[type=Other].reason or \"?\"|?",
        ".conditions[type=Ready][status=True].type|''",
        ".conditions[type=Failed][status=True].type|Failed",
        ".ports[port=53].protocol|UDP",
        ".absent or \"<none>\"|<none>",
        ".empty or \"<none>\"|<none>",
        ".none or \"<none>\"|<none>",
        ".absent or .empty or .name or \"x\"|Web",
        "text(.name, \"/\", .count)|Web/3",
        "text(.absent or 0, \"/\", .zero)|0/0",
        "text(.absent, \"/\", .empty) or \"Local\"|Local",
        "text(\"a\", \"b\")|ab",
        "text(.name, text(\":\", .absent), text(\".\", .count))|Web.3",
        "join(\", \", .letters)|a, b, c, d, e",
        "join(\",\", .ports[*].port)|80,53",
        "join(\",\", .ports, .port, text(\":\", .nodePort), \"/\", .protocol)|80/TCP,53:30053/UDP",
        "join(\",\", .absent) or \"<none>\"|<none>",
        "some(3, .letters)|a,b,c + 2 more...",
        "some(5, .letters)|a,b,c,d,e",
        "some(3, .lists[*].in)|a,b,c + 1 more...",
        "some(3, .rules, .host)|a,b",
        "some(2, .rules, .host or \"*\")|*,a + 1 more...",
        "some(3, .absent) or \"*\"|*",
        "join(\"\", .letters, .)|abcde",
        "lower(.name)|web",
        "lower(.absent)|''",
        "trim(text(\" \", .name, \" \"))|Web",
        "when(.yes, \"on\") or \"off\"|on",
        "when(.no, \"on\") or \"off\"|off",
        "when(.absent, \"on\") or \"off\"|off",
        "when(.none, \"on\") or \"off\"|off",
        "when(.struct, \"on\") or \"off\"|on",
        "when(.name, .absent)|''",
        "choose(.no, true, \"True\", false, \"False\") or \"<unset>\"|False",
        "choose(.absent, true, \"True\", false, \"False\") or \"<unset>\"|<unset>",
        "choose(.count, 3, \"three\")|three",
        "condition(.conditions, \"Complete\", \"Failed\")|Complete",
        "condition(.conditions, \"Ready\") or \"Unknown\"|Unknown",
        "age(.absent)|<unknown>",
        "age(.absent) or \"<none>\"|<none>",
        "age(.name)|<unknown>",
        "duration(.seconds)|60m",
        "duration(.absent) or \"<none>\"|<none>",
        "labels(.annotations)|a.b/c=x",
        "labels(.struct)|<none>",
        "labels(.absent) or \"-\"|-",
        "selector(.absent)|<none>",
    })
    void showsTexts(String expression, String expected) {
        assertThat(cell(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        ".count,3", ".zero or 7,0", ".absent or 7,7", "len(.letters),5", "len(.annotations),1", "len(.absent),0",
        "'len(.letters, .annotations)',6", "len(.ports[*].nodePort),1", "sum(.ports[*].port),133", "sum(.absent),0",
    })
    void showsWholeNumbers(String expression, long expected) {
        assertThat(cell(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({".yes,true", ".no or true,false", ".absent or true,true", ".absent or false,false"})
    void showsBooleans(String expression, boolean expected) {
        assertThat(cell(expression)).isEqualTo(expected);
    }

    @Test
    void agesAreCountedWhenTheyAreShown() {
        var since = Elapsed.since(Instant.parse("2026-01-02T03:04:05.5Z"));
        assertThat(cell("age(.began)")).isEqualTo(since);
        assertThat(cell("age(.absent or .began)")).isEqualTo(since);
        assertThat(cell("when(.yes, age(.began))")).isEqualTo(since);
        assertThat(Cells.age("2026-01-02T03:04:05.5Z")).isEqualTo(since);
        assertThat(Cells.age(null)).isEqualTo("<unknown>");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "foo", "foo(.a)", "text()", "len()", "len(\"a\")", "\"a", ".a or", ".a .b", "join(.a, .b)", "join(\",\")",
        "when(.a)", "choose(.a, \"b\")", "choose(.a, .b, \"c\")", "age(.a, .b)", "text(age(.a))", "lower(age(.a))",
        "text(\"x\", when(.a, age(.b)))", "some(0, .a)", "some(\"3\", .a)", ".a[", ".a[x]", ".a[b=c", ".a..b", "..a",
        "formatted by hand", "code",
    })
    void refusesWhatIsNoExpression(String expression) {
        assertThatIllegalArgumentException().isThrownBy(() -> Cells.compile(expression))
                .withMessageContaining("of the cell " + expression);
    }

    @Test
    void lazyExpressionsAreCompiledWhenTheyAreNeeded() {
        assertThat(Cells.lazy(".name").apply(OBJECT)).isEqualTo("Web");
        var wrong = Cells.lazy("foo(");
        assertThatIllegalArgumentException().isThrownBy(() -> wrong.apply(OBJECT));
    }

    @Test
    void codeIsNoExpression() {
        assertThat(Cells.isCode("code")).isTrue();
        assertThat(Cells.isCode(".code")).isFalse();
    }

    @Test
    void labelsAreSorted() {
        assertThat(Cells.formatLabels(Map.of("b", "2", "a", "1", "c", ""))).isEqualTo("a=1,b=2,c=");
        assertThat(Cells.formatLabels("text")).isEqualTo("<none>");
    }

    @Test
    void selectorsAreWrittenAsInQueries() {
        var selector = Map.of(
                "matchLabels", Map.of("k", "v", "a", "b"),
                "matchExpressions", List.of(
                        Map.of("key", "tier", "operator", "In", "values", List.of("y", "x")),
                        Map.of("key", "d", "operator", "NotIn", "values", List.of("1")),
                        Map.of("key", "old", "operator", "DoesNotExist"),
                        Map.of("key", "new", "operator", "Exists")));
        assertThat(Cells.formatSelector(selector)).isEqualTo("a=b,d notin (1),k=v,new,!old,tier in (x,y)");
        assertThat(Cells.formatSelector(Map.of())).isEqualTo("<none>");
        assertThat(Cells.formatSelector(Map.of("matchExpressions", List.of(Map.of("key", "a", "operator", "Odd")))))
                .isEqualTo("<error>");
    }

    @Test
    void helpersReadTreesOfAnyShape() {
        assertThat(Cells.number(OBJECT, "count")).isEqualTo(3);
        assertThat(Cells.number(OBJECT, "name")).isZero();
        assertThat(Cells.structs(OBJECT, "ports")).hasSize(2);
        assertThat(Cells.structs(OBJECT, "letters")).isEmpty();
        assertThat(Cells.structs(OBJECT, "absent")).isEmpty();
        assertThat(Cells.some(1, List.of("a", "b"))).isEqualTo("a + 1 more...");
        assertThat(Cells.some(2, List.of("a", "b"))).isEqualTo("a,b");
    }

    @ParameterizedTest
    @CsvSource({
        "-2000,<invalid>", "-1999,0s", "-1,0s", "0,0s", "999,0s", "1000,1s", "119999,119s",
        "120000,2m", "121000,2m1s", "599000,9m59s", "600000,10m", "659000,10m", "10799000,179m",
        "10800000,3h", "10860000,3h1m", "28799000,7h59m", "28800000,8h", "32399000,8h", "172799000,47h",
        "172800000,2d", "176400000,2d1h", "691199000,7d23h", "691200000,8d", "777599000,8d", "63071999000,729d",
        "63072000000,2y", "63158400000,2y1d", "252287999000,7y364d", "252288000000,8y", "283823999000,8y",
    })
    void durationsHaveTheShortFormOfCommandLines(long millis, String expected) {
        assertThat(Cells.shortDuration(Duration.ofMillis(millis))).isEqualTo(expected);
        Instant now = Instant.parse("2026-01-02T03:04:05Z");
        assertThat(new Elapsed("3 (", now.minusMillis(millis), " ago)").text(now))
                .isEqualTo("3 (" + expected + " ago)");
    }

    @Test
    void manyThreadsMayUseOneFunction() throws InterruptedException {
        var cell = Cells.lazy("some(3, .letters) or .name");
        var wrong = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            var thread = new Thread(() -> {
                for (int j = 0; j < 1000; j++) {
                    if (!"a,b,c + 2 more...".equals(cell.apply(OBJECT))) {
                        wrong.incrementAndGet();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
    }
}
