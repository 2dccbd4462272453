package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditRule.Level;
import mortise.tck.operations.AuditEvents;
import mortise.tck.operations.AuditPolicyContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAuditPolicyContractTest extends AuditPolicyContract {

    @TempDir
    Path folder;

    @Override
    protected AuditPolicy policy() {
        return policy("""
                apiVersion: audit.k8s.io/v1
                kind: Policy
                rules:
                - level: Metadata
                  resources:
                  - group: ""
                    resources: ["pods"]
                """);
    }

    private AuditPolicy policy(String text) {
        try {
            Path file = Files.writeString(folder.resolve("policy.yaml"), text);
            return new FileAuditPolicy(Settings.policy(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void whatNoRuleFitsIsNotRecorded() {
        AuditPolicy policy = policy();
        assertThat(policy.rule(AuditEvents.object("jane", "get", "pods", "ns", "p")).level())
                .isEqualTo(Level.METADATA);
        assertThat(policy.rule(AuditEvents.path("jane", "/version")).level()).isEqualTo(Level.NONE);
    }

    @Test
    void aMistakeIsToldWithFileAndPlace() {
        assertThatThrownBy(() -> policy("{apiVersion: audit.k8s.io/v1, kind: Policy, rules: [{level: All}]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit.policy.file: " + folder.resolve("policy.yaml") + ": rules[0].level");
        assertThatThrownBy(() -> new FileAuditPolicy(Settings.policy(folder.resolve("none"))))
                .hasMessageContaining("there is no such file");
    }
}
