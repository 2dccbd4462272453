package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.group.ActionRequest;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of service accounts; answers and messages are those of a Kubernetes server. */
final class TokenActionTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.7Z");

    private final FakeObjectAccess objects =
            new FakeObjectAccess().serve(V1, "pods").serve(V1, "nodes").serve(V1, "secrets");
    private final List<TokenOrder> orders = new ArrayList<>();
    private Optional<TokenIssuer> issuer = Optional.of(order -> {
        orders.add(order);
        return new IssuedToken("signed", List.of("api"), 1200, Optional.of(NOW.plusSeconds(1200)));
    });

    @BeforeEach
    void makeObjects() {
        add("Pod", "{'metadata':{'name':'mine','namespace':'ns'},"
                + "'spec':{'serviceAccountName':'robot','nodeName':'n'}}");
        add("Pod", "{'metadata':{'name':'lost','namespace':'ns'},"
                + "'spec':{'serviceAccountName':'robot','nodeName':'x'}}");
        add("Pod", "{'metadata':{'name':'other','namespace':'ns'},'spec':{'serviceAccountName':'default'}}");
        add("Node", "{'metadata':{'name':'n'}}");
        add("Secret", "{'metadata':{'name':'s','namespace':'ns'}}");
    }

    private void add(String kind, String text) {
        ApiObject object = json(text);
        object.setKind(V1.kind(kind));
        objects.others().create(V1, kind.toLowerCase(Locale.ROOT) + "s", object);
    }

    private String uid(String resource, String namespace, String name) {
        return objects.others().get(V1, resource, namespace, name).orElseThrow().metadata().uid();
    }

    private static ApiObject json(String text) {
        return Requests.json(text.replace('\'', '"'));
    }

    private ApiObject post(String metadata, String spec) {
        ApiObject account = json("{'metadata':{'name':'robot','namespace':'ns','uid':'u1'}}");
        ApiObject body = json("{'apiVersion':'authentication.k8s.io/v1','kind':'TokenRequest','metadata':{" + metadata
                + "},'spec':{" + spec + "}}");
        return new TokenAction(() -> objects, () -> issuer, InstantSource.fixed(NOW)).perform(new ActionRequest(
                UserInfo.of("u"), "ns", "robot", body, Optional.of(account), Map.of(), false));
    }

    @Test
    void theAnswerIsTheRequestWithTheToken() {
        assertThat(post("", "'audiences':[],'expirationSeconds':86400")).isEqualTo(json(
                "{'apiVersion':'authentication.k8s.io/v1','kind':'TokenRequest','metadata':{'name':'robot',"
                + "'namespace':'ns','uid':'u1','creationTimestamp':'2026-02-03T04:05:06Z'},'spec':{"
                + "'audiences':['api'],'expirationSeconds':1200},'status':{'token':'signed',"
                + "'expirationTimestamp':'2026-02-03T04:25:06Z'}}"));
        assertThat(orders).containsExactly(new TokenOrder.Timed(new TokenOrder.Account("ns", "robot", "u1"), List.of(),
                86_400, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"Pod,pods,mine,n", "Pod,pods,lost,x", "Secret,secrets,s,", "Node,nodes,n,"})
    void aTokenIsBoundToWhatIsThere(String kind, String resource, String name, String node) {
        post("", "'boundObjectRef':{'kind':'" + kind + "','apiVersion':'v1','name':'" + name + "'}");
        var order = (TokenOrder.Timed) orders.get(0);
        String uid = uid(resource, kind.equals("Node") ? "" : "ns", name);
        assertThat(order.boundTo()).hasValue(new TokenOrder.Reference(kind, name, uid));
        assertThat(order.lifetimeSeconds()).isEqualTo(3600);
        assertThat(order.node()).isEqualTo(Optional.ofNullable(node).map(on ->
                new TokenOrder.Reference("Node", on, on.equals("n") ? uid("nodes", "", "n") : "")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``|'expirationSeconds':599|422|TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds:"
                + " Invalid value: 599: may not specify a duration less than 10 minutes",
        "``|'expirationSeconds':4294967297|422|TokenRequest.authentication.k8s.io \"\" is invalid:"
                + " spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32"
                + " seconds",
        "'name':'zz'|``|422|TokenRequest.authentication.k8s.io \"robot\" is invalid: metadata.name: Invalid value:"
                + " \"zz\": must match the service account name if specified",
        "'uid':'u2'|``|409|Operation cannot be fulfilled on serviceaccounts \"robot\": the UID in the token request"
                + " (u2) does not match the UID of the service account (u1)",
        "``|'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'none'}|404|pods \"none\" not found",
        "``|'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'other'}|400|cannot bind token for serviceaccount"
                + " \"robot\" to pod running with different serviceaccount name.",
        "``|'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'s','uid':'x'}|409|Operation cannot be fulfilled"
                + " on Secret \"s\": the UID in the bound object reference (x) does not match the UID in record. The"
                + " object might have been deleted and then recreated",
        "``|'boundObjectRef':{'kind':'Pod','apiVersion':'apps/v1','name':'mine'}|400|cannot bind token to object of"
                + " type apps/v1, Kind=Pod",
        "``|'boundObjectRef':{'kind':'Thing','apiVersion':'v1','name':'x'}|400|cannot bind token to object of type /v1,"
                + " Kind=Thing"})
    void aTokenIsRefused(String metadata, String spec, int code, String message) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> post(metadata, spec));
        assertThat(refused).hasMessage(message);
        assertThat(refused.status().code()).isEqualTo(code);
        assertThat(orders).isEmpty();
    }

    @Test
    void withoutAnIssuerThereIsNoSuchPath() {
        issuer = Optional.empty();
        assertThat(catchThrowableOfType(ApiException.class, () -> post("", "")).status().code()).isEqualTo(404);
    }
}
