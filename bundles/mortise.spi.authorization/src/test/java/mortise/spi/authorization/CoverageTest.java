package mortise.spi.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageTest {

    private static final List<String> WORDS = List.of("a", "b", "c", "*");
    private static final List<String> RESOURCES = List.of("p", "q", "p/s", "*/s", "*");

    private static Rules rules(Rules.Resources... rules) {
        return new Rules(List.of(rules), List.of(), false, List.of());
    }

    private static Rules.Resources rule(String verbs, String resources, String... names) {
        return new Rules.Resources(
                List.of(verbs.split(",")), List.of(""), List.of(resources.split(",")), List.of(names));
    }

    @Test
    void aRuleMayBeCoveredPieceByPiece() {
        Rules held = rules(rule("get,list", "pods"), rule("get", "secrets"));
        assertThat(Coverage.missing(held, rules(rule("get", "pods,secrets")))).isEqualTo(Rules.NONE);
        assertThat(Coverage.missing(held, rules(rule("list", "pods,secrets"))))
                .isEqualTo(rules(rule("list", "secrets")));
    }

    @Test
    void namesNarrowDownWhatIsHeldAndWhatIsWanted() {
        Rules some = rules(rule("get", "pods", "x", "y"));
        assertThat(Coverage.missing(some, rules(rule("get", "pods")))).isEqualTo(rules(rule("get", "pods")));
        assertThat(Coverage.missing(some, rules(rule("get", "pods", "x", "z"))))
                .isEqualTo(rules(rule("get", "pods", "z")));
        assertThat(Coverage.missing(rules(rule("get", "pods")), some)).isEqualTo(Rules.NONE);
    }

    @ParameterizedTest
    @CsvSource({"/a, /a, true", "/a, /b, false", "*, /b, true", "/a/*, /a/b, true", "/a/*, /a, false",
        "/a*, /ab*, true", "/ab*, /a*, false", "/a/*, /a/*, true", "/a, /a*, false"})
    void pathsAreCoveredByTheirBeginning(String held, String wanted, boolean covered) {
        assertThat(Coverage.pathCovers(held, wanted)).isEqualTo(covered);
        Rules missing = Coverage.missing(new Rules(List.of(),
                List.of(new Rules.Paths(List.of("get"), List.of(held))), false, List.of()), new Rules(List.of(),
                List.of(new Rules.Paths(List.of("get"), List.of(wanted))), false, List.of()));
        assertThat(missing.pathRules().isEmpty()).isEqualTo(covered);
    }

    @Test
    void whatIsCoveredNeverAllowsMoreThanWhatIsHeld() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            Rules held = random(random, 4);
            Rules wanted = random(random, 2);
            Rules missing = Coverage.missing(held, wanted);
            for (String verb : List.of("a", "b", "c", "d")) {
                for (String resource : List.of("p", "q", "p/s", "q/s", "r", "r/t")) {
                    for (String name : List.of("", "n", "m")) {
                        boolean more = allows(wanted, verb, resource, name) && !allows(held, verb, resource, name);
                        assertThat(more && !allows(missing, verb, resource, name))
                                .as("seed %d, round %d: %s %s %s; held %s, wanted %s", seed, i, verb, resource, name,
                                        held, wanted).isFalse();
                    }
                }
            }
            assertThat(Coverage.missing(wanted, wanted)).as("seed %d: %s covers itself", seed, wanted)
                    .isEqualTo(Rules.NONE);
        }
    }

    private static Rules random(Random random, int most) {
        var all = new ArrayList<Rules.Resources>();
        for (int i = random.nextInt(most) + 1; i > 0; i--) {
            all.add(new Rules.Resources(some(random, WORDS), some(random, WORDS), some(random, RESOURCES),
                    random.nextBoolean() ? List.of() : some(random, List.of("n", "m"))));
        }
        return new Rules(all, List.of(), false, List.of());
    }

    private static List<String> some(Random random, List<String> from) {
        String one = from.get(random.nextInt(from.size()));
        return random.nextBoolean() ? List.of(one) : List.of(one, from.get(random.nextInt(from.size())));
    }

    private static boolean allows(Rules rules, String verb, String resource, String name) {
        int slash = resource.indexOf('/');
        return rules.resourceRules().stream().anyMatch(rule ->
                (rule.verbs().contains("*") || rule.verbs().contains(verb))
                && (rule.groups().contains("*") || rule.groups().contains("a"))
                && (rule.resources().contains("*") || rule.resources().contains(resource)
                        || slash >= 0 && rule.resources().contains("*" + resource.substring(slash)))
                && (rule.names().isEmpty() || rule.names().contains(name)));
    }

    @Test
    void aComparisonThatWouldTakeTooLongIsNotMade() {
        List<String> many = IntStream.range(0, 1_000).mapToObj(i -> "w" + i).toList();
        Rules wanted = rules(new Rules.Resources(many, many, many, many));
        long start = System.nanoTime();
        assertThatThrownBy(() -> Coverage.missing(rules(rule("get", "pods")), wanted))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(System.nanoTime() - start).as("ns").isLessThan(10_000_000_000L);
    }

    @Test
    void rulesOfARoleAreReadAndWritten() {
        var role = new ApiObject(new LinkedHashMap<>());
        var trees = new ArrayList<@Nullable Object>(List.of(
                Map.of("verbs", List.of("get"), "apiGroups", List.of(""), "resources", List.of("pods"),
                        "resourceNames", List.of("x")),
                Map.of("verbs", List.of("get"), "nonResourceURLs", List.of("/x"))));
        role.tree().put("rules", trees);
        Rules rules = RoleRules.of(role);
        assertThat(rules.resourceRules()).containsExactly(rule("get", "pods", "x"));
        assertThat(RoleRules.trees(rules)).isEqualTo(trees);
        role.tree().put("rules", new ArrayList<@Nullable Object>(List.of("x", 7L, Map.of("verbs", "get"))));
        assertThat(RoleRules.of(role)).isEqualTo(Rules.NONE);
    }
}
