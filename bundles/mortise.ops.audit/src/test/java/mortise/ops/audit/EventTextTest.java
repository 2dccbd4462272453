package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import mortise.tck.operations.AuditEvents;
import org.junit.jupiter.api.Test;

class EventTextTest {

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }

    @Test
    void jsonHasTheFieldsOfTheApi() {
        assertThat(text(EventText.json(AuditEvents.full("id-1")))).isEqualTo("{\"kind\":\"Event\","
                + "\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"RequestResponse\",\"auditID\":\"id-1\","
                + "\"stage\":\"ResponseComplete\","
                + "\"requestURI\":\"/apis/apps/v1/namespaces/default/deployments?dryRun=All\",\"verb\":\"create\","
                + "\"user\":{\"username\":\"jane\",\"uid\":\"u-1\",\"groups\":[\"devs\",\"system:authenticated\"],"
                + "\"extra\":{\"scopes\":[\"a\",\"b\"]}},"
                + "\"impersonatedUser\":{\"username\":\"bob\",\"groups\":[\"system:authenticated\"]},"
                + "\"authenticationMetadata\":{\"impersonationConstraint\":\"impersonate:user-info\"},"
                + "\"sourceIPs\":[\"10.0.0.1\",\"127.0.0.1\"],\"userAgent\":\"test/1\","
                + "\"objectRef\":{\"resource\":\"deployments\",\"namespace\":\"default\",\"name\":\"d\","
                + "\"apiGroup\":\"apps\",\"apiVersion\":\"v1\"},"
                + "\"responseStatus\":{\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":\"deployments.apps \\\"d\\\" already exists\",\"reason\":\"AlreadyExists\","
                + "\"code\":409},\"requestObject\":{\"a\":1},\"responseObject\":{\"b\":2},"
                + "\"requestReceivedTimestamp\":\"2026-01-02T03:04:05.000006Z\","
                + "\"stageTimestamp\":\"2026-01-02T03:04:05.123456Z\","
                + "\"annotations\":{\"authorization.k8s.io/decision\":\"allow\"}}\n");
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(text(EventText.json(AuditEvents.small("id-2")))).contains("\"user\":{\"username\":\"jane\"")
                .doesNotContain("objectRef", "responseStatus", "requestObject", "annotations", "impersonated",
                        "userAgent").endsWith("\"stageTimestamp\":\"1970-01-01T00:00:00.000000Z\"}\n");
    }

    @Test
    void legacyIsOneLineOfText() {
        assertThat(text(EventText.legacy(AuditEvents.full("id-1")))).isEqualTo("2026-01-02T03:04:05.000006Z AUDIT: "
                + "id=\"id-1\" stage=\"ResponseComplete\" ip=\"10.0.0.1\" method=\"create\" user=\"jane\" "
                + "groups=\"\\\"devs\\\",\\\"system:authenticated\\\"\" as=\"bob\" "
                + "asgroups=\"\\\"system:authenticated\\\"\" user-agent=\"test/1\" namespace=\"default\" "
                + "uri=\"/apis/apps/v1/namespaces/default/deployments?dryRun=All\" response=\"409\"\n");
        assertThat(text(EventText.legacy(AuditEvents.small("a\nb")))).contains("id=\"a\\nb\"", "as=\"<self>\"",
                "asgroups=\"<lookup>\"", "namespace=\"<none>\"", "response=\"<deferred>\"");
    }

    @Test
    void whatIsTruncatedSaysSo() {
        assertThat(text(EventText.json(EventText.truncated(AuditEvents.full("id-1")))))
                .doesNotContain("requestObject", "responseObject")
                .contains("\"audit.k8s.io/truncated\":\"true\"", "\"authorization.k8s.io/decision\":\"allow\"");
    }
}
