package mortise.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import mortise.tck.operations.AuditEvents;
import org.junit.jupiter.api.Test;

class AuditTextTest {

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }

    @Test
    void jsonHasTheFieldsOfTheApi() {
        assertThat(text(AuditText.event(AuditEvents.full("id-1")))).isEqualTo("{\"kind\":\"Event\","
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
                + "\"annotations\":{\"authorization.k8s.io/decision\":\"allow\"}}");
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(text(AuditText.event(AuditEvents.small("id-2")))).contains("\"user\":{\"username\":\"jane\"")
                .doesNotContain("objectRef", "responseStatus", "requestObject", "annotations", "impersonated",
                        "userAgent").endsWith("\"stageTimestamp\":\"1970-01-01T00:00:00.000000Z\"}");
    }

    @Test
    void whatIsTruncatedSaysSo() {
        assertThat(text(AuditText.event(AuditText.truncated(AuditEvents.full("id-1")))))
                .doesNotContain("requestObject", "responseObject")
                .contains("\"audit.k8s.io/truncated\":\"true\"", "\"authorization.k8s.io/decision\":\"allow\"");
    }

    @Test
    void itemsOfAListDoNotSayWhatTheyAre() {
        String event = text(AuditText.event(AuditEvents.full("id-1")));
        assertThat(text(AuditText.item(AuditEvents.full("id-1"))))
                .isEqualTo(event.replace("\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",", ""));
    }
}
