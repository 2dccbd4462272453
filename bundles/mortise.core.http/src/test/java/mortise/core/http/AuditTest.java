package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditEvent.Stage;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Value;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final BlockingQueue<AuditEvent> events = new LinkedBlockingQueue<>();
    private volatile AuditRule rule = rule(Level.METADATA);
    private volatile boolean stores = true;
    private TestServer server;
    private Runnable unplug;

    private static AuditRule rule(Level level, Stage... omitted) {
        return new AuditRule(level, Set.of(omitted), false);
    }

    @BeforeEach
    void start() throws Exception {
        server = new TestServer("authorization_mode", new String[] {"Rules"});
        server.plugins.authenticator("test", 0, false, request -> request.bearerToken()
                .filter(token -> !token.startsWith("bad"))
                .<Authentication>map(token -> new Authentication.Authenticated(
                        token.equals("admin") ? UserInfo.of(token, UserInfo.MASTERS) : UserInfo.of(token)))
                .orElse(Authentication.NOT_MINE));
        server.plugins.authorizer("test", "Rules", request -> request.verb().equals("delete")
                ? new Decision.NoOpinion("no rule says so") : new Decision.Allow("because"));
        AuditSink sink = event -> {
            events.add(event);
            return stores;
        };
        unplug = server.plugins.audit(request -> rule, sink);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private AuditEvent next() throws InterruptedException {
        AuditEvent event = events.poll(10, TimeUnit.SECONDS);
        assertThat(event).as("an event").isNotNull();
        return event;
    }

    private HttpResponse<String> send(String token, String method, String path, String body, String... headers)
            throws Exception {
        var all = new ArrayList<>(List.of("Authorization", "Bearer " + token));
        all.addAll(List.of(headers));
        return server.send(method, path, body, all.toArray(new String[0]));
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    @Test
    void aRequestIsRecordedWhenItComesAndWhenItIsAnswered() throws Exception {
        server.configMaps.put("default", "a", "x");
        HttpResponse<String> response = send("jane", "GET", MAPS + "/a?pretty=false", "", "User-Agent", "me/1",
                "X-Forwarded-For", "10.1.2.3, no-address");
        AuditEvent received = next();
        AuditEvent complete = next();
        assertThat(received.id()).isEqualTo(response.headers().firstValue("Audit-Id").orElseThrow());
        assertThat(received.stage()).isEqualTo(Stage.REQUEST_RECEIVED);
        assertThat(received.outcome()).isEmpty();
        assertThat(received.annotations()).isEmpty();
        assertThat(received.at()).isEqualTo(received.received());
        assertThat(complete.id()).isEqualTo(received.id());
        assertThat(complete.stage()).isEqualTo(Stage.RESPONSE_COMPLETE);
        assertThat(complete.request().user()).contains(UserInfo.of("jane", UserInfo.AUTHENTICATED));
        assertThat(complete.request().verb()).isEqualTo("get");
        assertThat(complete.target()).contains(
                new AuditEvent.Target("configmaps", "default", "a", "", "", "v1", "", ""));
        assertThat(complete.origin()).isEqualTo(
                new AuditEvent.Origin(MAPS + "/a?pretty=false", List.of("10.1.2.3", "127.0.0.1"), "me/1"));
        assertThat(complete.outcome().orElseThrow().code()).isEqualTo(200);
        assertThat(complete.annotations()).containsOnly(Map.entry("authorization.k8s.io/decision", "allow"),
                Map.entry("authorization.k8s.io/reason", "because"));
        assertThat(complete.at()).isAfterOrEqualTo(complete.received());
        assertThat(complete.responseObject()).isEmpty();
    }

    @Test
    void aRefusalHasItsReason() throws Exception {
        assertThat(send("jane", "DELETE", MAPS + "/a", "").statusCode()).isEqualTo(403);
        next();
        AuditEvent complete = next();
        assertThat(complete.outcome().orElseThrow().code()).isEqualTo(403);
        assertThat(complete.outcome().orElseThrow().failure().orElseThrow().message())
                .startsWith("configmaps \"a\" is forbidden");
        assertThat(complete.annotations()).containsEntry("authorization.k8s.io/decision", "forbid")
                .containsEntry("authorization.k8s.io/reason", "no rule says so");
    }

    @Test
    void aCredentialThatNobodyKnowsIsOneEventWithoutIt() throws Exception {
        assertThat(send("bad-secret", "GET", MAPS, "").statusCode()).isEqualTo(401);
        AuditEvent only = next();
        assertThat(only.stage()).isEqualTo(Stage.RESPONSE_STARTED);
        assertThat(only.request().user()).isEmpty();
        assertThat(only.outcome().orElseThrow().code()).isEqualTo(401);
        assertThat(only.outcome().orElseThrow().failure().orElseThrow().message())
                .isEqualTo("Authentication failed, attempted: bearer");
        assertThat(only.toString()).doesNotContain("bad-secret");
        assertThat(server.get(MAPS).statusCode()).isEqualTo(401);
        assertThat(next().outcome().orElseThrow().failure().orElseThrow().message())
                .isEqualTo("Authentication failed, no credentials provided");
        send("jane", "GET", MAPS, "");
        assertThat(next().stage()).as("nothing follows a refused credential").isEqualTo(Stage.REQUEST_RECEIVED);
    }

    @Test
    void bothIdentitiesAreRecorded() throws Exception {
        send("admin", "GET", MAPS, "", "Impersonate-User", "bob", "Impersonate-Group", "g");
        assertThat(next().impersonation()).isEmpty();
        AuditEvent complete = next();
        assertThat(complete.request().user().orElseThrow().name()).isEqualTo("admin");
        assertThat(complete.impersonation().orElseThrow()).isEqualTo(new AuditEvent.Impersonation(
                UserInfo.of("bob", "g", UserInfo.AUTHENTICATED), ""));
    }

    @Test
    void bodiesAreRecordedAsTheLevelSays() throws Exception {
        String body = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"b\",\"uid\":\"u\"},"
                + "\"data\":{\"k\":\"secret\"}}";
        send("jane", "POST", MAPS, body, "Content-Type", "application/json");
        next();
        AuditEvent metadata = next();
        assertThat(metadata.target().orElseThrow().name()).isEqualTo("b");
        assertThat(metadata.target().orElseThrow().uid()).isEqualTo("u");
        assertThat(metadata.requestObject()).isEmpty();
        rule = rule(Level.REQUEST);
        send("jane", "POST", MAPS, body.replace("\"b\"", "\"c\""), "Content-Type", "application/json");
        assertThat(next().requestObject()).as("not read yet").isEmpty();
        AuditEvent request = next();
        assertThat(text(request.requestObject())).isEqualTo(body.replace("\"b\"", "\"c\""));
        assertThat(request.responseObject()).isEmpty();
        rule = rule(Level.REQUEST_RESPONSE, Stage.REQUEST_RECEIVED);
        String answer = send("jane", "POST", MAPS, body.replace("\"b\"", "\"d\""), "Content-Type",
                "application/json").body();
        assertThat(text(next().responseObject())).isEqualTo(answer.strip()).contains("\"d\"");
    }

    @Test
    void answersInOtherFormsAreRecordedAsJson() throws Exception {
        server.configMaps.put("default", "a", "x");
        rule = rule(Level.REQUEST_RESPONSE, Stage.REQUEST_RECEIVED);
        String json = send("jane", "GET", MAPS, "").body();
        assertThat(text(next().responseObject())).isEqualTo(json.strip());
        send("jane", "GET", MAPS, "", "Accept", "application/yaml");
        assertThat(text(next().responseObject())).isEqualTo(json.strip());
    }

    @Test
    void managedFieldsAreLeftOutWhenThatIsWanted() throws Exception {
        rule = new AuditRule(Level.REQUEST, Set.of(Stage.REQUEST_RECEIVED), true);
        send("jane", "POST", MAPS, "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"b\","
                + "\"managedFields\":[{\"manager\":\"m\"}]}}", "Content-Type", "application/json");
        assertThat(text(next().requestObject())).contains("\"name\":\"b\"").doesNotContain("managedFields");
    }

    @Test
    void aWatchIsRecordedWhenItBeginsToAnswerAndWhenItEnds() throws Exception {
        HttpClient client = server.client(HttpClient.Version.HTTP_1_1);
        HttpResponse<InputStream> watch = client.send(HttpRequest.newBuilder(server.uri(MAPS + "?watch=1"))
                .header("Authorization", "Bearer jane").build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(next().stage()).isEqualTo(Stage.REQUEST_RECEIVED);
        AuditEvent started = next();
        assertThat(started.stage()).isEqualTo(Stage.RESPONSE_STARTED);
        assertThat(started.outcome().orElseThrow().code()).isEqualTo(200);
        assertThat(events).as("the watch is open").isEmpty();
        watch.body().close();
        assertThat(next().stage()).isEqualTo(Stage.RESPONSE_COMPLETE);
    }

    @Test
    void whatNobodyExpectedIsAPanic() throws Exception {
        server.plugins.endpoint("test", request -> {
            throw new IllegalStateException("a secret of the plug-in");
        }, "/broken");
        send("jane", "GET", "/broken", "");
        next();
        AuditEvent panic = next();
        assertThat(panic.stage()).isEqualTo(Stage.PANIC);
        assertThat(panic.outcome().orElseThrow().code()).isEqualTo(500);
        assertThat(panic.outcome().orElseThrow().failure().orElseThrow().message()).doesNotContain("secret");
        assertThat(panic.target()).isEmpty();
    }

    @Test
    void whatMustBeStoredAndCannotBeRefusesTheRequest() throws Exception {
        stores = false;
        HttpResponse<String> response = send("jane", "POST", MAPS, "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                + "\"metadata\":{\"name\":\"b\"}}", "Content-Type", "application/json");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("failed to store audit event");
        assertThat(send("jane", "GET", MAPS + "/b", "").statusCode()).isEqualTo(500);
        stores = true;
        assertThat(send("jane", "GET", MAPS + "/b", "").statusCode()).as("it was not created").isEqualTo(404);
        assertThat(counted("apiserver_audit_requests_rejected_total")).isEqualTo(2);
    }

    private double counted(String family) {
        return server.server.metrics().stream().filter(one -> one.name().equals(family))
                .map(MetricFamily::samples).flatMap(List::stream).mapToDouble(one -> ((Value) one).value()).sum();
    }

    @Test
    void stagesThatAreOmittedAreNotRecorded() throws Exception {
        rule = rule(Level.METADATA, Stage.REQUEST_RECEIVED);
        send("jane", "GET", MAPS, "");
        assertThat(next().stage()).isEqualTo(Stage.RESPONSE_COMPLETE);
        rule = AuditRule.NOTHING;
        send("jane", "GET", MAPS, "");
        unplug.run();
        send("jane", "GET", MAPS, "");
        assertThat(events).isEmpty();
        assertThat(counted("apiserver_audit_level_total")).as("asked as long as there was a policy").isEqualTo(2);
    }

    @Test
    void aPolicyThatFailsRefusesTheRequest() throws Exception {
        unplug.run();
        server.plugins.audit(request -> {
            throw new IllegalStateException("broken");
        }, event -> true);
        assertThat(send("jane", "GET", MAPS, "").statusCode()).isEqualTo(500);
    }

    @Test
    void deprecatedVersionsAreAnnotated() throws Exception {
        rule = rule(Level.METADATA, Stage.REQUEST_RECEIVED);
        send("jane", "GET", "/api/v1/namespaces/default/endpoints", "");
        assertThat(next().annotations()).containsEntry("k8s.io/deprecated", "true")
                .containsEntry("k8s.io/removed-release", "1.99");
    }
}
