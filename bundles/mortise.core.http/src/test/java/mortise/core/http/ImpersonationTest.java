package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.EndpointResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ImpersonationTest {

    private static final String PATH = "/whoami";
    private static final String MASTER = "admin";
    private static final String[] NO_MORE = {};

    /** What may be done, as {@code user verb group/resource/subresource namespace name} with dashes for nothing. */
    private final Set<String> rights = ConcurrentHashMap.newKeySet();
    private final List<AuthorizationRequest> asked = new ArrayList<>();
    private volatile UserInfo done = UserInfo.of("nobody");
    private volatile Map<String, List<String>> seen = Map.of();

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer("authorization_mode", new String[] {"Rules"});
        server.plugins.authenticator("test", 0, false, new Tokens());
        server.plugins.authorizer("test", "Rules", this::decide);
        server.plugins.endpoint("test", request -> {
            seen = new TreeMap<>(request.headers());
            return EndpointResponse.text(200, "in");
        }, PATH);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The token is the user's name; a node behind the name is the one that the token says. */
    private static final class Tokens implements RequestAuthenticator {

        @Override
        public Authentication authenticate(AuthenticationRequest request) {
            String[] token = request.bearerToken().orElse("nobody").split("@");
            Map<String, List<String>> extra = token.length < 2 ? Map.of()
                    : Map.of("authentication.kubernetes.io/node-name", List.of(token[1]));
            List<String> groups = token[0].equals(MASTER) ? List.of(UserInfo.MASTERS) : List.of();
            return new Authentication.Authenticated(new UserInfo(token[0], "", groups, extra));
        }

        @Override
        public Set<String> credentialHeaders() {
            return Set.of("x-remote-user", "x-remote-extra-*");
        }
    }

    private synchronized Decision decide(AuthorizationRequest request) {
        asked.add(request);
        if (!request.verb().startsWith("impersonate")) {
            done = request.user();
            return new Decision.Allow("");
        }
        String what = request.resourceRequest()
                ? request.group() + "/" + request.resource() + "/" + request.subresource() + " "
                        + request.namespace() + " " + request.name() : request.path();
        return rights.contains(request.user().name() + " " + request.verb() + " " + what)
                ? new Decision.Allow("") : new Decision.NoOpinion("");
    }

    private HttpResponse<String> as(String token, String... headers) throws Exception {
        var all = new ArrayList<>(List.of("Authorization", "Bearer " + token));
        all.addAll(List.of(headers));
        return server.get(PATH, all.toArray(NO_MORE));
    }

    private UserInfo userOf(String token, String... headers) throws Exception {
        assertThat(as(token, headers).statusCode()).isEqualTo(200);
        return done;
    }

    @Test
    void mastersMayBeAnybody() throws Exception {
        UserInfo jane = userOf(MASTER, "Impersonate-User", "jane", "Impersonate-Group", "g1", "Impersonate-Group",
                "g2", "Impersonate-Uid", "u-1", "Impersonate-Extra-Scopes", "a", "Impersonate-Extra-Scopes", "b",
                "Impersonate-Extra-Acme.com%2Fproject", "p");
        assertThat(jane).isEqualTo(new UserInfo("jane", "u-1", List.of("g1", "g2", UserInfo.AUTHENTICATED),
                Map.of("scopes", List.of("a", "b"), "acme.com/project", List.of("p"))));
        assertThat(asked).as("masters are not asked about").hasSize(1);
    }

    @Test
    void groupsAreThoseThatTheUserWouldHave() throws Exception {
        assertThat(userOf(MASTER, "Impersonate-User", "jane").groups()).containsExactly(UserInfo.AUTHENTICATED);
        assertThat(userOf(MASTER, "Impersonate-User", "jane", "Impersonate-Group", UserInfo.UNAUTHENTICATED).groups())
                .containsExactly(UserInfo.UNAUTHENTICATED);
        assertThat(userOf(MASTER, "Impersonate-User", UserInfo.ANONYMOUS).groups())
                .containsExactly(UserInfo.UNAUTHENTICATED);
        assertThat(userOf(MASTER, "Impersonate-User", "system:serviceaccount:ns:robot").groups()).containsExactly(
                "system:serviceaccounts", "system:serviceaccounts:ns", UserInfo.AUTHENTICATED);
        assertThat(userOf(MASTER, "Impersonate-User", "system:serviceaccount:ns:robot", "Impersonate-Group", "g")
                .groups()).containsExactly("g", UserInfo.AUTHENTICATED);
        assertThat(userOf(MASTER, "Impersonate-User", "system:serviceaccount:ns").groups())
                .containsExactly(UserInfo.AUTHENTICATED);
    }

    @Test
    void anEmptyUserIsNobody() throws Exception {
        for (String[] headers : List.of(new String[] {"Impersonate-User", ""},
                new String[] {"Impersonate-User", "", "Impersonate-Uid", ""}, new String[] {"Impersonate-Uid", ""})) {
            assertThat(userOf("bob", headers).name()).isEqualTo("bob");
            assertThat(seen).doesNotContainKeys("impersonate-user", "impersonate-uid");
        }
    }

    @Test
    void anEmptyGroupIsAGroup() throws Exception {
        rights.add("bob impersonate /users/  jane");
        assertThat(as("bob", "Impersonate-User", "jane").statusCode()).isEqualTo(200);
        assertThat(as("bob", "Impersonate-User", "jane", "Impersonate-Group", "").statusCode()).isEqualTo(403);
        rights.add("bob impersonate /groups/  ");
        assertThat(userOf("bob", "Impersonate-User", "jane", "Impersonate-Group", "").groups())
                .containsExactly("", UserInfo.AUTHENTICATED);
    }

    @Test
    void nothingButAUserIsABadRequest() throws Exception {
        for (String[] headers : List.of(new String[] {"Impersonate-Group", "g1"},
                new String[] {"Impersonate-Uid", "x"}, new String[] {"Impersonate-Extra-a", "b"},
                new String[] {"Impersonate-Group", ""}, new String[] {"Impersonate-Extra-a", ""},
                new String[] {"Impersonate-User", "", "Impersonate-Group", "g1"},
                new String[] {"Impersonate-User", "", "Impersonate-Uid", "x"},
                new String[] {"Impersonate-User", "", "Impersonate-Extra-a", "b"})) {
            HttpResponse<String> answer = as(MASTER, headers);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("requested &user.DefaultInfo{Name:\\\"\\\"",
                    "without impersonating a user name");
        }
        String[] many = new String[2002];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = "Impersonate-Group";
            many[i + 1] = "g" + i;
        }
        List<String> withUser = new ArrayList<>(List.of(many));
        withUser.addAll(List.of("Impersonate-User", "jane"));
        assertThat(as(MASTER, withUser.toArray(NO_MORE)).statusCode()).isEqualTo(400);
    }

    @Test
    void eachPartNeedsARight() throws Exception {
        HttpResponse<String> refused = as("alice", "Impersonate-User", "bob");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("users \\\"bob\\\" is forbidden: User \\\"alice\\\" cannot impersonate "
                + "resource \\\"users\\\" in API group \\\"\\\" at the cluster scope");
        rights.addAll(List.of("alice impersonate /users/  bob", "alice impersonate /groups/  dev",
                "alice impersonate authentication.k8s.io/userextras/scopes  view",
                "alice impersonate authentication.k8s.io/uids/  id-1"));
        assertThat(userOf("alice", "Impersonate-User", "bob", "Impersonate-Group", "dev", "Impersonate-Extra-Scopes",
                "view", "Impersonate-Uid", "id-1").name()).isEqualTo("bob");
        assertThat(as("alice", "Impersonate-User", "bob", "Impersonate-Group", "dev", "Impersonate-Group", "ops")
                .body()).contains("groups \\\"ops\\\" is forbidden");
        assertThat(as("alice", "Impersonate-User", "bob", "Impersonate-Extra-scopes", "edit").body()).contains(
                "userextras.authentication.k8s.io \\\"edit\\\" is forbidden: User \\\"alice\\\" cannot impersonate "
                + "resource \\\"userextras/scopes\\\" in API group \\\"authentication.k8s.io\\\"");
        assertThat(as("alice", "Impersonate-User", "bob", "Impersonate-Uid", "id-2").body())
                .contains("uids.authentication.k8s.io \\\"id-2\\\" is forbidden");
        assertThat(as("alice", "Impersonate-User", "system:serviceaccount:a:b").body()).contains(
                "serviceaccounts \\\"b\\\" is forbidden", "in the namespace \\\"a\\\"");
    }

    @Test
    void aConstrainedRightIsForTheIdentityAndForTheUse() throws Exception {
        rights.add("alice impersonate:user-info authentication.k8s.io/users/  bob");
        HttpResponse<String> refused = as("alice", "Impersonate-User", "bob");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("User \\\"alice\\\" cannot impersonate-on:user-info:get path");
        rights.add("alice impersonate-on:user-info:get " + PATH);
        assertThat(userOf("alice", "Impersonate-User", "bob").groups()).containsExactly(UserInfo.AUTHENTICATED);
        assertThat(as("alice", "Impersonate-User", "carol").body()).contains("cannot impersonate resource");
        assertThat(as("alice", "Impersonate-User", "system:node:n1").statusCode()).isEqualTo(403);
    }

    @Test
    void aConstrainedRightIsForNobodyWhomNoAuthorizerIsAskedAbout() throws Exception {
        String kind = "alice impersonate:user-info authentication.k8s.io/";
        rights.addAll(List.of("alice impersonate-on:user-info:get " + PATH, kind + "users/  bob",
                kind + "groups/  dev", kind + "groups/  " + UserInfo.MASTERS, kind + "groups/  ",
                kind + "userextras/acme.com/project  p", kind + "userextras/acme.com/project  ",
                kind + "userextras/project  p", kind + "userextras/  p", kind + "userextras/acme.com/Project  p"));
        assertThat(userOf("alice", "Impersonate-User", "bob", "Impersonate-Group", "dev",
                "Impersonate-Extra-acme.com%2fproject", "p").extra()).containsOnlyKeys("acme.com/project");
        for (String[] more : List.of(new String[] {"Impersonate-Group", UserInfo.MASTERS},
                new String[] {"Impersonate-Group", ""}, new String[] {"Impersonate-Extra-acme.com%2fproject", ""},
                new String[] {"Impersonate-Extra-project", "p"}, new String[] {"Impersonate-Extra-", "p"},
                new String[] {"Impersonate-Extra-acme.com%2f%50roject", "p"})) {
            assertThat(as("alice", "Impersonate-User", "bob", more[0], more[1]).statusCode())
                    .as("%s: %s", more[0], more[1]).isEqualTo(403);
        }
    }

    @Test
    void whoIsOnlyCalledLikeANodeOrAServiceAccountIsAUser() throws Exception {
        rights.add("alice impersonate-on:user-info:get " + PATH);
        for (String name : List.of("system:node:N1", "system:node:", "system:serviceaccount:ns")) {
            rights.add("alice impersonate:user-info authentication.k8s.io/users/  " + name);
            assertThat(userOf("alice", "Impersonate-User", name).groups()).containsExactly(UserInfo.AUTHENTICATED);
        }
    }

    @Test
    void constrainedServiceAccountsAndNodesGetTheirGroups() throws Exception {
        rights.addAll(List.of("alice impersonate-on:serviceaccount:get " + PATH,
                "alice impersonate:serviceaccount authentication.k8s.io/serviceaccounts/ ns robot",
                "alice impersonate-on:arbitrary-node:get " + PATH,
                "alice impersonate:arbitrary-node authentication.k8s.io/nodes/  n1"));
        assertThat(userOf("alice", "Impersonate-User", "system:serviceaccount:ns:robot").groups())
                .contains("system:serviceaccounts:ns");
        assertThat(userOf("alice", "Impersonate-User", "system:node:n1").groups())
                .containsExactly("system:nodes", UserInfo.AUTHENTICATED);
        assertThat(as("alice", "Impersonate-User", "system:node:n1", "Impersonate-Group", "g").statusCode())
                .as("with groups of one's own choice").isEqualTo(403);
    }

    @Test
    void anAgentMayBeItsOwnNode() throws Exception {
        String agent = "system:serviceaccount:ns:agent";
        rights.addAll(List.of(agent + " impersonate-on:associated-node:get " + PATH,
                agent + " impersonate:associated-node authentication.k8s.io/nodes/  *"));
        assertThat(userOf(agent + "@n1", "Impersonate-User", "system:node:n1").name()).isEqualTo("system:node:n1");
        assertThat(as(agent + "@n2", "Impersonate-User", "system:node:n1").statusCode()).isEqualTo(403);
    }

    @Test
    void withoutTheGateOnlyTheOldVerbCounts() throws Exception {
        server.plugins.feature("none");
        rights.addAll(List.of("alice impersonate:user-info authentication.k8s.io/users/  bob",
                "alice impersonate-on:user-info:get " + PATH));
        assertThat(as("alice", "Impersonate-User", "bob").statusCode()).isEqualTo(403);
    }

    @Test
    void nobodySeesTheHeadersAfterwards() throws Exception {
        userOf(MASTER, "Impersonate-User", "jane", "Impersonate-Extra-a", "b", "X-Remote-User", "eve",
                "X-Remote-Extra-c", "d", "X-Kept", "yes");
        assertThat(seen).containsKey("x-kept").doesNotContainKeys(
                "impersonate-user", "impersonate-extra-a", "x-remote-user", "x-remote-extra-c");
    }
}
