package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import mortise.spi.operations.AuditEvent;
import mortise.tck.operations.AuditEvents;
import org.junit.jupiter.api.Test;

class LegacyTextTest {

    private static String text(AuditEvent event) {
        return new String(LegacyText.line(event), StandardCharsets.UTF_8);
    }

    @Test
    void legacyIsOneLineOfText() {
        assertThat(text(AuditEvents.full("id-1"))).isEqualTo("2026-01-02T03:04:05.000006Z AUDIT: "
                + "id=\"id-1\" stage=\"ResponseComplete\" ip=\"10.0.0.1\" method=\"create\" user=\"jane\" "
                + "groups=\"\\\"devs\\\",\\\"system:authenticated\\\"\" as=\"bob\" "
                + "asgroups=\"\\\"system:authenticated\\\"\" user-agent=\"test/1\" namespace=\"default\" "
                + "uri=\"/apis/apps/v1/namespaces/default/deployments?dryRun=All\" response=\"409\"");
        assertThat(text(AuditEvents.small("a\nb"))).contains("id=\"a\\nb\"", "as=\"<self>\"",
                "asgroups=\"<lookup>\"", "namespace=\"<none>\"", "response=\"<deferred>\"");
    }
}
