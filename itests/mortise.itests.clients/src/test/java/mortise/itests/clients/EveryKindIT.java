package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.openapi.ApiClient;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every stored kind that discovery lists, created, read, watched, changed and deleted by two client libraries. */
class EveryKindIT {

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with("--runtime-config=api/all=true").surrounded();

    private static Server server;
    private static KubernetesClient fabric8;
    private static List<Kind> kinds;

    @BeforeAll
    static void connect() throws Exception {
        server = SERVER.server();
        fabric8 = SERVER.fabric8();
        kinds = Kind.stored(fabric8);
    }

    @Test
    void thereAreKinds() {
        assertThat(kinds).extracting(Kind::toString).contains("v1 Pod", "apps/v1 Deployment");
    }

    @Test
    void whoUsesADeprecatedVersionIsWarned() throws Exception {
        assertThat(warnings("/api/v1/namespaces/default/endpoints"))
                .containsExactly("299 - \"v1 Endpoints is deprecated in v1.33+;"
                        + " use discovery.k8s.io/v1 EndpointSlice\"");
        assertThat(warnings("/apis/networking.k8s.io/v1beta1/servicecidrs/none")).containsExactly("299 - \""
                + "networking.k8s.io/v1beta1 ServiceCIDR is deprecated in v1.34+, unavailable in v1.37+\"");
        assertThat(warnings("/apis/resource.k8s.io/v1alpha3/devicetaintrules")).containsExactly(
                "299 - \"resource.k8s.io/v1alpha3 DeviceTaintRule is deprecated in v1.36+\"");
        assertThat(warnings("/apis/networking.k8s.io/v1/servicecidrs")).isEmpty();
    }

    @Test
    void whatIsOnlyAskedHasNoTable() throws Exception {
        String review = "{\"spec\":{\"nonResourceAttributes\":{\"path\":\"/\",\"verb\":\"get\"}}}";
        String table = "application/json;as=Table;g=meta.k8s.io;v=v1";
        assertThat(ask(review, table).code()).isEqualTo(406);
        assertThat(ask(review, table + ",application/json").code()).isEqualTo(201);
    }

    private static List<String> warnings(String path) throws Exception {
        ApiClient client = JavaClientObjects.connect(server.kubeconfig());
        var request = new Request.Builder().url(client.getBasePath() + path).build();
        try (Response response = client.getHttpClient().newCall(request).execute()) {
            return response.headers("Warning");
        }
    }

    private static Response ask(String review, String accept) throws Exception {
        ApiClient client = JavaClientObjects.connect(server.kubeconfig());
        String path = client.getBasePath() + "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        var request = new Request.Builder().url(path).header("Accept", accept)
                .post(RequestBody.create(review, MediaType.get("application/json"))).build();
        try (Response response = client.getHttpClient().newCall(request).execute()) {
            return response;
        }
    }

    @TestFactory
    Stream<DynamicTest> withFabric8() {
        return lives(new Fabric8Objects(fabric8));
    }

    @TestFactory
    Stream<DynamicTest> withJavaClient() throws Exception {
        return lives(new JavaClientObjects(JavaClientObjects.connect(server.kubeconfig())));
    }

    private static Stream<DynamicTest> lives(ObjectClient client) {
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(),
                () -> new LifeOfAnObject(client, kind, Samples.of(kind)).run()));
    }
}
