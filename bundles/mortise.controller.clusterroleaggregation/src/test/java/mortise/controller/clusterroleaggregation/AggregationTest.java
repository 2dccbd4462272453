package mortise.controller.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mortise.api.ApiObject;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall;
import org.junit.jupiter.api.Test;

class AggregationTest {

    @Test
    void theRulesOfAllThatMatchComeOnceAndInTheOrderOfNames() {
        ApiObject sum = Roles.aggregated("sum", "part");
        assertThat(Roles.verbs(with(sum, rules(sum, List.of(
                Roles.role("a", "part", "list", "get"), Roles.role("b", "part", "get", "watch"),
                Roles.role("c", "other", "delete"), Roles.role("sum", "part", "create"))))))
                .isEqualTo("[list, get, watch]");
    }

    private static List<Object> rules(ApiObject sum, List<ApiObject> all) {
        return Aggregation.rules(sum, Map.of("sum", Aggregation.parts(sum, all)));
    }

    private static ApiObject with(ApiObject role, List<Object> rules) {
        role.tree().put("rules", rules);
        return role;
    }

    @Test
    void aSelectorThatMatchesAllTakesAllAndAnUnknownOperatorNone() {
        ApiObject sum = Roles.aggregated("sum", "part");
        sum.structAt("aggregationRule").put("clusterRoleSelectors", List.of(Map.of()));
        assertThat(rules(sum, List.of(Roles.role("a", "x", "get")))).hasSize(1);
        sum.structAt("aggregationRule").put("clusterRoleSelectors", List.of(
                Map.of("matchExpressions", List.of(Map.of("key", "x", "operator", "Near")))));
        assertThat(rules(sum, List.of(Roles.role("a", "x", "get")))).isEmpty();
    }

    @Test
    void aRoleNeverHasMoreRulesThanTheLimit() {
        String[] verbs = IntStream.range(0, Aggregation.RULES_MAX + 10).mapToObj(i -> "v" + i).toArray(String[]::new);
        assertThat(rules(Roles.aggregated("sum", "part"), List.of(Roles.role("huge", "part", verbs))))
                .hasSize(Aggregation.RULES_MAX);
    }

    @Test
    void rolesMadeOfEachOtherComeToRest() throws Exception {
        FakeObjectAccess objects = Roles.access();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ApiObject role = Roles.aggregated("r" + i, "to-r" + i);
            role.metadata().setLabel("to-r" + (i + 1) % 5, "true");
            objects.others().create(Roles.V1, "clusterroles", role);
            objects.others().create(Roles.V1, "clusterroles", Roles.role("own" + i, "to-r" + i, "verb" + i));
            names.add("r" + i);
        }
        whileItRuns(objects, () -> {
            assertThat(objects.await(() -> names.stream().allMatch(name -> rules(objects, name) == 5),
                    Duration.ofSeconds(10))).as("all have all rules").isTrue();
            assertNothingMoreIsWritten(objects);
        });
    }

    /** Each is made of the next one in the order of names, so that a round moves what they have by one. */
    @Test
    void whatSomebodyWroteIntoACircleDoesNotGoRoundInIt() throws Exception {
        FakeObjectAccess objects = Roles.access();
        for (int i = 0; i < 3; i++) {
            ApiObject role = Roles.aggregated("r" + i, "to-r" + i);
            role.metadata().setLabel("to-r" + (i + 2) % 3, "true");
            role.metadata().setLabel("to-r" + i, "true");
            objects.others().create(Roles.V1, "clusterroles", with(role, Roles.rules("written" + i, "by-hand")));
            objects.others().create(Roles.V1, "clusterroles", Roles.role("source" + i, "to-r" + i, "verb" + i));
        }
        whileItRuns(objects, () -> {
            assertThat(objects.await(() -> List.of("r0", "r1", "r2").stream()
                    .allMatch(name -> rules(objects, name) == 3), Duration.ofSeconds(10)))
                    .as("all have the rules of the sources and no others").isTrue();
            assertNothingMoreIsWritten(objects);
            assertThat(writes(objects)).as("one for each role").isEqualTo(3);
            objects.others().delete(Roles.V1, "clusterroles", "", "source1");
            assertThat(objects.await(() -> List.of("r0", "r1", "r2").stream()
                    .allMatch(name -> rules(objects, name) == 2), Duration.ofSeconds(10)))
                    .as("what a source had goes with it").isTrue();
            assertNothingMoreIsWritten(objects);
        });
    }

    @Test
    void aRoleThatSelectsItselfHasTheRulesOfTheOthers() throws Exception {
        FakeObjectAccess objects = Roles.access();
        ApiObject self = Roles.aggregated("self", "part");
        self.metadata().setLabel("part", "true");
        objects.others().create(Roles.V1, "clusterroles", with(self, Roles.rules("own")));
        objects.others().create(Roles.V1, "clusterroles", Roles.role("a", "part", "get"));
        whileItRuns(objects, () -> {
            assertThat(objects.await(() -> Roles.verbs(objects.others().get(Roles.V1, "clusterroles", "", "self")
                    .orElseThrow()).equals("[get]"), Duration.ofSeconds(10))).isTrue();
            assertNothingMoreIsWritten(objects);
            assertThat(writes(objects)).isEqualTo(1);
        });
    }

    private interface Check {
        void run() throws Exception;
    }

    private static void whileItRuns(FakeObjectAccess objects, Check check) throws Exception {
        var controller = new ClusterRoleAggregationController(ServerNames.of("k8s.io", "kubernetes.io"));
        Thread run = new Thread(() -> {
            try {
                controller.run(objects);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }, "aggregation-under-test");
        run.setDaemon(true);
        run.start();
        try {
            check.run();
        } finally {
            run.interrupt();
            run.join(10_000);
        }
    }

    /** A change of something else has the controller look at all of them again. */
    private static void assertNothingMoreIsWritten(FakeObjectAccess objects) throws InterruptedException {
        int written = writes(objects);
        objects.others().create(Roles.V1, "clusterroles", Roles.role("unrelated", "x", "get"));
        assertThat(objects.await(() -> writes(objects) > written, Duration.ofMillis(300)))
                .as("nothing more is written").isFalse();
        objects.others().delete(Roles.V1, "clusterroles", "", "unrelated");
    }

    private static int writes(FakeObjectAccess objects) {
        return (int) objects.calls().stream().filter(call -> call.operation() == ObjectCall.Operation.PATCH).count();
    }

    private static int rules(FakeObjectAccess objects, String name) {
        return Aggregation.rules(objects.others().get(Roles.V1, "clusterroles", "", name).orElseThrow()).size();
    }
}
