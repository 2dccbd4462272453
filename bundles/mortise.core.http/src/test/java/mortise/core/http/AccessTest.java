package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authorization.Decision;
import org.junit.jupiter.api.Test;

class AccessTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps";

    private static String[] token(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    @Test
    void whoeverProvesNothingIsUnauthorized() throws Exception {
        try (var server = TestServer.withTokens()) {
            HttpResponse<String> answer = server.get(PATH);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).isEqualTo("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
                    + "\"Failure\",\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401}\n");
        }
    }

    @Test
    void aTokenThatNobodyKnowsIsUnauthorizedEvenWithAFallback() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request -> new Decision.Allow(""));
            Runnable remove = server.plugins.authenticator("test", 0, true, request ->
                    new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED)));
            assertThat(server.get(PATH, token("bad")).statusCode()).isEqualTo(401);
            assertThat(server.get(PATH).statusCode()).isEqualTo(200);
            assertThat(server.get(PATH, "Authorization", "Bearer").statusCode()).isEqualTo(200);
            remove.run();
            assertThat(server.get(PATH).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aTokenIsWhatFollowsTheFirstSpaceAndOnlyThat() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request -> request.user().name().equals("alice")
                    ? new Decision.Allow("") : new Decision.Deny("nobody"));
            server.plugins.authenticator("test", 0, true, request ->
                    new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED)));
            assertThat(server.get(PATH, token("alice and more")).statusCode()).isEqualTo(200);
            assertThat(server.get(PATH, "Authorization", "bearer alice").statusCode()).isEqualTo(200);
            HttpResponse<String> spaced = server.get(PATH, token(" alice"));
            assertThat(spaced.statusCode()).isEqualTo(403);
            assertThat(spaced.headers().allValues("Warning")).singleElement().asString()
                    .contains("extra space before the bearer token, and is ignored");
        }
    }

    @Test
    void onlyTheFirstCredentialCounts() throws Exception {
        try (var server = TestServer.withTokens()) {
            assertThat(server.get(PATH, "Authorization", "Basic YTpi", "Authorization", "Bearer alice").statusCode())
                    .isEqualTo(401);
            assertThat(server.get(PATH, "Authorization", "Bearer alice", "Authorization", "Bearer bad").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aRejectedCredentialIsUnauthorizedUnlessSomebodyElseAcceptsTheRequest() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request -> new Decision.Allow(""));
            server.plugins.authenticator("test", 10, false, request -> new Authentication.Rejected("expired"));
            server.plugins.authenticator("test", 0, true, request ->
                    new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED)));
            assertThat(server.get(PATH).statusCode()).isEqualTo(401);
            assertThat(server.get(PATH, token("alice")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anonymousRequestsAreRefusedWhereverAlwaysAllowIsConfigured() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules", "AlwaysAllow"})) {
            server.withAnonymous("Rules");
            assertThat(server.get(PATH).statusCode()).isEqualTo(401);
            assertThat(server.get("/readyz").statusCode()).isEqualTo(401);
            assertThat(server.get(PATH, token("alice")).statusCode()).isEqualTo(200);
            server.reconfigure("authorization_mode", new String[] {"Rules"});
            assertThat(server.get(PATH).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theNameOfThoseWhoProveNothingIsNotInTheGroupOfThoseWhoDo() throws Exception {
        try (var server = new TestServer()) {
            server.plugins.authenticator("test", 0, false, request ->
                    new Authentication.Authenticated(UserInfo.of(request.bearerToken().orElse("nobody"))));
            server.plugins.authorizer("test", "AlwaysAllow", request -> request.user().groups()
                    .contains(UserInfo.AUTHENTICATED) ? new Decision.Allow("") : new Decision.NoOpinion(""));
            assertThat(server.get(PATH, token("bob")).statusCode()).isEqualTo(200);
            assertThat(server.get(PATH, token(UserInfo.ANONYMOUS)).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void whoMayOnlyReadRunsNothing() throws Exception {
        String exec = "/api/v1/namespaces/ns/endpoints/e/exec?command=sh";
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request -> request.verb().equals("get")
                    || request.user().name().equals("bob") && request.verb().equals("create")
                    ? new Decision.Allow("") : new Decision.NoOpinion(""));
            server.endpoints.connector = request -> {
                throw ApiException.badRequest("it would run");
            };
            HttpResponse<String> refused = server.get(exec, token("alice"));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("endpoints \\\"e\\\" is forbidden: User \\\"alice\\\" cannot create "
                    + "resource \\\"endpoints/exec\\\" in API group");
            assertThat(server.get(exec, token("bob")).body()).contains("it would run");
            assertThat(server.send("POST", exec, "", token("bob")).body()).contains("it would run");
            assertThat(server.get(exec.replace("exec", "proxy"), token("alice")).body()).contains("it would run");
            server.plugins.feature("none");
            assertThat(server.get(exec, token("alice")).body()).contains("it would run");
        }
    }

    @Test
    void selectorsThatHaveNoEffectAllowNobodyAnything() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request ->
                    request.labelSelector().selectsEverything() || request.fieldSelector().selectsEverything()
                            ? new Decision.NoOpinion("everything") : new Decision.Allow(""));
            String mine = "?labelSelector=owner%3Dalice&fieldSelector=metadata.namespace%3Dns";
            assertThat(server.get(PATH + mine, token("alice")).statusCode()).isEqualTo(200);
            assertThat(server.get(PATH, token("alice")).statusCode()).isEqualTo(403);
            assertThat(server.get(PATH + "/x" + mine, token("alice")).statusCode()).isEqualTo(403);
            assertThat(server.get("/api/v1/watch/namespaces/ns/configmaps/x" + mine, token("alice")).statusCode())
                    .isEqualTo(403);
            assertThat(server.get("/version" + mine, token("alice")).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void denialsComeInTheFormThatIsAskedFor() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.authorizer("test", "Rules", request -> new Decision.NoOpinion(""));
            HttpResponse<String> answer = server.get(
                    PATH, "Authorization", "Bearer alice", "Accept", "application/yaml");
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/yaml");
            assertThat(answer.body()).contains("reason: Forbidden");
        }
    }

    @Test
    void denialsSayWhoMayNotDoWhat() throws Exception {
        try (var server = new TestServer()) {
            server.plugins.authenticator("test", 0, false,
                    request -> new Authentication.Authenticated(UserInfo.of("bob")));
            server.plugins.authorizer("test", "AlwaysAllow", request -> new Decision.NoOpinion(
                    request.user().groups().contains(UserInfo.AUTHENTICATED) ? "" : "the group is missing"));
            assertThat(server.get(PATH + "/x").body()).contains("\"message\":\"configmaps \\\"x\\\" is forbidden: User "
                    + "\\\"bob\\\" cannot get resource \\\"configmaps\\\" in API group \\\"\\\" in the "
                    + "namespace \\\"ns\\\"\"")
                    .contains("\"reason\":\"Forbidden\",\"details\":{\"name\":\"x\",\"kind\":\"configmaps\"},"
                            + "\"code\":403");
            assertThat(server.get("/api/v1/configmaps").body()).contains("configmaps is forbidden: User \\\"bob\\\" "
                    + "cannot list resource \\\"configmaps\\\" in API group \\\"\\\" at the cluster scope\"");
            assertThat(server.send("PUT", PATH + "/x/status", "{}").body()).contains(
                    "cannot update resource \\\"configmaps/status\\\" in API group");
            assertThat(server.get("/nothing").body()).contains(
                    "\"message\":\"forbidden: User \\\"bob\\\" cannot get path \\\"/nothing\\\"\"")
                    .contains("\"details\":{},\"code\":403");
        }
    }

    @Test
    void whatCannotBeReadIsOnlyDeletedByThoseWhoHaveTheRightToThat() throws Exception {
        try (var server = new TestServer()) {
            server.plugins.authenticator("test", 0, false, request -> new Authentication.Authenticated(
                    UserInfo.of("u", request.bearerToken().orElse("nobody"))));
            server.plugins.authorizer("test", "AlwaysAllow", request -> request.verb().equals("delete")
                    || request.user().groups().contains("brave") ? new Decision.Allow("")
                    : new Decision.NoOpinion(
                            "not " + request.verb() + " " + request.resource() + "/" + request.name()));
            String query = PATH + "/bad?ignoreStoreReadErrorWithClusterBreakingPotential=true";
            String body = "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\","
                    + "\"ignoreStoreReadErrorWithClusterBreakingPotential\":true}";
            for (HttpResponse<String> refused : List.of(server.send("DELETE", query, "", token("shy")),
                    server.send("DELETE", PATH + "/bad", body, token("shy")))) {
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(refused.body()).contains("configmaps \\\"bad\\\" is forbidden: not permitted to do "
                        + "\\\"unsafe-delete-ignore-read-errors\\\", reason: not unsafe-delete-ignore-read-errors "
                        + "configmaps/bad");
            }
            for (String who : List.of("brave", UserInfo.MASTERS)) {
                HttpResponse<String> done = server.send("DELETE", PATH + "/bad", body, token(who));
                assertThat(done.statusCode()).isEqualTo(200);
                assertThat(done.body()).contains("\"status\":\"Success\"").contains("\"name\":\"bad\"");
            }
        }
    }

    @Test
    void whoCreatesByApplyNeedsTheRightToCreate() throws Exception {
        try (var server = new TestServer()) {
            server.plugins.authenticator("test", 0, false,
                    request -> new Authentication.Authenticated(UserInfo.of("bob")));
            server.plugins.authorizer("test", "AlwaysAllow", request -> request.verb().equals("patch")
                    ? new Decision.Allow("") : new Decision.NoOpinion(""));
            String[] apply = {"Content-Type", "application/apply-patch+yaml"};
            String body = "{kind: ConfigMap, apiVersion: v1, metadata: {name: c}}";
            HttpResponse<String> refused = server.send("PATCH", PATH + "/c?fieldManager=m", body, apply);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains(
                    "User \\\"bob\\\" cannot create resource \\\"configmaps\\\" in API group");
            server.configMaps.put("ns", "c", "1");
            HttpResponse<String> patched = server.send("PATCH", PATH + "/c?fieldManager=m", body, apply);
            assertThat(patched.statusCode()).isEqualTo(200);
            assertThat(patched.body()).contains("\"patched\":\"APPLY\"");
        }
    }

    @Test
    void applyBodiesAreYaml() throws Exception {
        try (var server = new TestServer()) {
            server.plugins.authorizer("test", "AlwaysAllow", request -> new Decision.Allow(""));
            server.plugins.authenticator("test", 0, false,
                    request -> new Authentication.Authenticated(UserInfo.of("bob")));
            String[] apply = {"Content-Type", "application/apply-patch+yaml"};
            assertThat(server.send("PATCH", PATH + "/c?fieldManager=m", "[]", apply).body()).contains("error decoding "
                    + "YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value");
            assertThat(server.send("PATCH", PATH + "/c?fieldManager=m", "{{{", apply).body())
                    .contains("error decoding YAML: error converting YAML to JSON: yaml: line 1: ");
            assertThat(server.send("PATCH", PATH + "/c", "kind: ConfigMap", apply).statusCode()).isEqualTo(422);
        }
    }

    @Test
    void aMissingAuthorizationModeLetsNobodyThroughButMasters() throws Exception {
        try (var server = new TestServer("authorization_mode", new String[] {"AlwaysAllow,RBAC"})) {
            server.plugins.authorizer("test", "AlwaysAllow", request -> new Decision.Allow(""));
            server.plugins.authenticator("test", 0, false, request -> new Authentication.Authenticated(
                    UserInfo.of("u", request.bearerToken().orElse("nobody"))));
            HttpResponse<String> refused = server.get(PATH);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("authorization mode RBAC");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(server.get(PATH, token(UserInfo.MASTERS)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void requestsBeyondTheLimitAreTurnedAwayAndMastersAreNot() throws Exception {
        var inside = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        var threads = Executors.newCachedThreadPool();
        try (var server = new TestServer("max_requests_inflight", 1)) {
            server.plugins.authenticator("test", 0, false, request -> new Authentication.Authenticated(
                    UserInfo.of("u", request.bearerToken().orElse("nobody"))));
            server.plugins.authorizer("test", "AlwaysAllow", request -> {
                if (request.path().equals("/slow")) {
                    inside.countDown();
                    await(leave);
                }
                return new Decision.Allow("");
            });
            var slow = threads.submit(() -> server.get("/slow").statusCode());
            assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
            HttpResponse<String> refused = server.get(PATH);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(server.get(PATH, token(UserInfo.MASTERS)).statusCode()).isEqualTo(200);
            assertThat(server.send("DELETE", PATH + "/absent", "").statusCode()).isEqualTo(404);
            leave.countDown();
            assertThat(slow.get(10, TimeUnit.SECONDS)).isEqualTo(404);
            assertThat(server.get(PATH).statusCode()).isEqualTo(200);
        } finally {
            leave.countDown();
            threads.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
