package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditedRequest;
import org.junit.jupiter.api.Test;

/** What every {@link AuditPolicy} has to do. A bundle extends this class and gives its policy. */
public abstract class AuditPolicyContract {

    private static final Duration PROMPT = Duration.ofSeconds(1);
    private static final int ROUNDS = 200;
    private static final List<AuditedRequest> REQUESTS = List.of(
            AuditEvents.object("jane", "get", "pods", "default", "p"), AuditEvents.path("jane", "/version"),
            AuditEvents.unknown());

    /** Returns the policy under test. */
    protected abstract AuditPolicy policy();

    @Test
    void everyRequestHasARule() throws Exception {
        AuditPolicy policy = policy();
        for (AuditedRequest request : REQUESTS) {
            assertThat(Calls.within(PROMPT, () -> policy.rule(request))).as("%s", request).isNotNull();
        }
    }

    @Test
    void theSameRequestHasTheSameRuleWhoeverElseAsks() throws Exception {
        AuditPolicy policy = policy();
        List<AuditRule> before = REQUESTS.stream().map(policy::rule).toList();
        Calls.together(ROUNDS, () ->
                assertThat(REQUESTS.stream().map(policy::rule).toList()).isEqualTo(before));
    }

    @Test
    void whatIsNotRecordedHasNoLevel() {
        AuditPolicy policy = policy();
        assertThat(REQUESTS).allSatisfy(request -> {
            AuditRule rule = policy.rule(request);
            assertThat(rule.level().atLeast(Level.METADATA)).isEqualTo(rule.level() != Level.NONE);
        });
    }
}
