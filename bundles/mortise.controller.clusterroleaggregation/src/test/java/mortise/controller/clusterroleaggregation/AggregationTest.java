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
import org.junit.jupiter.api.Test;

class AggregationTest {

    @Test
    void theRulesOfAllThatMatchComeOnceAndInTheOrderOfNames() {
        ApiObject sum = Roles.aggregated("sum", "part");
        assertThat(Roles.verbs(with(sum, Aggregation.rules(sum, List.of(
                Roles.role("a", "part", "list", "get"), Roles.role("b", "part", "get", "watch"),
                Roles.role("c", "other", "delete"), Roles.role("sum", "part", "create"))))))
                .isEqualTo("[list, get, watch]");
    }

    private static ApiObject with(ApiObject role, List<Object> rules) {
        role.tree().put("rules", rules);
        return role;
    }

    @Test
    void aSelectorThatMatchesAllTakesAllAndAnUnknownOperatorNone() {
        ApiObject sum = Roles.aggregated("sum", "part");
        sum.structAt("aggregationRule").put("clusterRoleSelectors", List.of(Map.of()));
        assertThat(Aggregation.rules(sum, List.of(Roles.role("a", "x", "get")))).hasSize(1);
        sum.structAt("aggregationRule").put("clusterRoleSelectors", List.of(
                Map.of("matchExpressions", List.of(Map.of("key", "x", "operator", "Near")))));
        assertThat(Aggregation.rules(sum, List.of(Roles.role("a", "x", "get")))).isEmpty();
    }

    @Test
    void aRoleNeverHasMoreRulesThanTheLimit() {
        String[] verbs = IntStream.range(0, Aggregation.RULES_MAX + 10).mapToObj(i -> "v" + i).toArray(String[]::new);
        assertThat(Aggregation.rules(Roles.aggregated("sum", "part"), List.of(Roles.role("huge", "part", verbs))))
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
        var controller = new ClusterRoleAggregationController(ServerNames.of("k8s.io", "kubernetes.io"));
        Thread run = new Thread(() -> {
            try {
                controller.run(objects);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }, "aggregation-under-test");
        run.start();
        try {
            assertThat(objects.await(() -> names.stream().allMatch(name -> rules(objects, name) == 5),
                    Duration.ofSeconds(10))).as("all have all rules").isTrue();
            int written = objects.calls().size();
            objects.others().create(Roles.V1, "clusterroles", Roles.role("unrelated", "x", "get"));
            assertThat(objects.await(() -> objects.calls().size() > written, Duration.ofMillis(300)))
                    .as("nothing more is written").isFalse();
        } finally {
            run.interrupt();
            run.join();
        }
    }

    private static int rules(FakeObjectAccess objects, String name) {
        return Aggregation.rules(objects.others().get(Roles.V1, "clusterroles", "", name).orElseThrow()).size();
    }
}
