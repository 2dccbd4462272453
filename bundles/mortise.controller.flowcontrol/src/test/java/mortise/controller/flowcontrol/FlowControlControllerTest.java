package mortise.controller.flowcontrol;

import static mortise.controller.flowcontrol.FlowControlControllerContractTest.NAMES;
import static mortise.controller.flowcontrol.FlowControlControllerContractTest.V1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlowControlControllerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String AUTOUPDATE = "apf.kubernetes.io/autoupdate-spec";
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-02-03T12:00:00.5Z"));

    private final FakeObjectAccess objects = FlowControlControllerContractTest.served();
    private final ObjectAccess others = objects.others();
    private final Thread thread = new Thread(this::run, "controller-under-test");

    private void run() {
        try {
            new FlowControlController(NAMES, NOON, Duration.ofMillis(1)).run(objects);
        } catch (InterruptedException expected) {
            // The test is over.
        }
    }

    @BeforeEach
    void start() throws InterruptedException {
        thread.start();
        soon(() -> !condition("global-default").isEmpty());
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE.toMillis());
    }

    private void soon(BooleanSupplier condition) throws InterruptedException {
        assertThat(objects.await(condition, PATIENCE)).as("in time").isTrue();
    }

    private ApiObject level(String name) {
        return others.get(V1, Initial.LEVELS, "", name).orElseThrow();
    }

    private Map<?, ?> condition(String schema) {
        return others.get(V1, Initial.SCHEMAS, "", schema)
                .map(found -> found.at("status", "conditions"))
                .map(found -> (Map<?, ?>) ((List<?>) found).get(0)).orElse(Map.of());
    }

    private void change(String name, String annotation, long shares) {
        ApiObject level = level(name);
        level.metadata().setAnnotation(AUTOUPDATE, annotation);
        level.metadata().setGeneration(2);
        level.structAt("spec").put(name.equals("exempt") ? "exempt" : "limited",
                Specs.struct("nominalConcurrencyShares", shares));
        others.update(V1, Initial.LEVELS, level);
    }

    @Test
    void whatIsDeletedComesBack() throws InterruptedException {
        for (String name : List.of("exempt", "workload-low")) {
            others.delete(V1, Initial.LEVELS, "", name);
            soon(() -> others.get(V1, Initial.LEVELS, "", name).isPresent());
            assertThat(level(name).metadata().annotations()).containsEntry(AUTOUPDATE, "true");
        }
    }

    @Test
    void aMandatoryOneIsPutBackWhateverItsAnnotationSays() throws InterruptedException {
        Object before = level("catch-all").at("spec");
        change("catch-all", "false", 7);
        soon(() -> before.equals(level("catch-all").at("spec"))
                && level("catch-all").metadata().annotations().get(AUTOUPDATE).equals("true"));
    }

    @Test
    void aSuggestedOneFollowsItsAnnotation() throws InterruptedException {
        change("workload-low", "false", 7);
        Object before = level("system").at("spec");
        change("system", "true", 7);
        soon(() -> before.equals(level("system").at("spec")));
        assertThat(level("workload-low").at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(7L);
    }

    @Test
    void aSpecThatWasChangedIsTheirsWhenTheAnnotationIsOfNoUse() throws InterruptedException {
        change("workload-low", "perhaps", 7);
        soon(() -> level("workload-low").metadata().annotations().get(AUTOUPDATE).equals("false"));
        assertThat(level("workload-low").at("spec", "limited", "nominalConcurrencyShares")).isEqualTo(7L);
    }

    @Test
    void whatTheExemptLevelLendsIsTheOperatorsWhenHeSaysSo() throws InterruptedException {
        change("exempt", "false", 7);
        change("system", "true", 8);
        soon(() -> Long.valueOf(30).equals(level("system").at("spec", "limited", "nominalConcurrencyShares")));
        assertThat(level("exempt").at("spec", "exempt", "nominalConcurrencyShares")).isEqualTo(7L);
        assertThat(level("exempt").at("spec", "type")).isEqualTo("Exempt");
    }

    @Test
    void aSchemaDanglesWhileItsLevelIsMissing() throws InterruptedException {
        others.create(V1, Initial.SCHEMAS, FlowControlControllerContractTest.schema("theirs", "special"));
        soon(() -> "True".equals(condition("theirs").get("status")));
        assertThat(condition("theirs").toString()).contains("reason=NotFound", "named \"special\" but there is no");
        ApiObject special = ApiObject.ofKind(V1.kind("PriorityLevelConfiguration"));
        special.metadata().setName("special");
        others.create(V1, Initial.LEVELS, special);
        soon(() -> "False".equals(condition("theirs").get("status")));
        assertThat(condition("theirs").get("message")).isEqualTo("This FlowSchema references the "
                + "PriorityLevelConfiguration object named \"special\" and it exists");
        assertThat(condition("theirs").get("reason")).isEqualTo("Found");
        assertThat(condition("theirs").get("lastTransitionTime")).isEqualTo("2026-02-03T12:00:00Z");
        others.delete(V1, Initial.LEVELS, "", "special");
        soon(() -> "True".equals(condition("theirs").get("status")));
    }

    @Test
    void whatIsRightIsNotWrittenAgain() throws InterruptedException {
        long before = writes();
        ApiObject theirs = FlowControlControllerContractTest.schema("theirs", "system");
        others.create(V1, Initial.SCHEMAS, theirs);
        soon(() -> !condition("theirs").isEmpty());
        ApiObject labelled = others.get(V1, Initial.SCHEMAS, "", "theirs").orElseThrow();
        labelled.metadata().setLabel("some", "label");
        others.update(V1, Initial.SCHEMAS, labelled);
        others.create(V1, Initial.SCHEMAS, FlowControlControllerContractTest.schema("last", "system"));
        soon(() -> !condition("last").isEmpty());
        assertThat(writes() - before).isEqualTo(2);
    }

    private long writes() {
        return objects.calls().stream().filter(call -> call.operation() == ObjectCall.Operation.UPDATE
                || call.operation() == ObjectCall.Operation.CREATE).count();
    }
}
