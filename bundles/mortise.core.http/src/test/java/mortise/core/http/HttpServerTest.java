package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import mortise.spi.operations.EndpointResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {

    private static final String COLLECTION = "/api/v1/namespaces/ns/configmaps";
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.open();
        server.configMaps.put("ns", "c", "1");
        server.plugins.endpoint("test", request -> EndpointResponse.text(200, "path " + request.path()), "/hello",
                "/below/*");
        server.plugins.endpoint("test", request -> new EndpointResponse(304, "", Map.of("ETag", "\"x\""), new byte[0]),
                "/same");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void bothVersionsOfHttpAreSpoken(HttpClient.Version version) throws Exception {
        HttpResponse<String> answer = server.client(version).send(
                HttpRequest.newBuilder(server.uri(COLLECTION + "/c")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"c\"")
                .endsWith("\"data\":{\"a\":\"1\"}}\n");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-cache, private");
        assertThat(answer.headers().firstValue("Audit-Id")).hasValueSatisfying(id -> assertThat(id).hasSize(36));
        assertThat(answer.headers().firstValue("Content-Length")).isPresent();
    }

    @Test
    void theNameOfARequestIsKept() throws Exception {
        assertThat(server.get(COLLECTION + "/c", "Audit-Id", "mine").headers().firstValue("Audit-Id"))
                .hasValue("mine");
    }

    @Test
    void aListHasItsMetadataBeforeItsItems() throws Exception {
        assertThat(server.get(COLLECTION + "?limit=1").body()).matches(
                "\\{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":\\{\"resourceVersion\":\"\\d+\","
                        + "\"continue\":\"next\",\"remainingItemCount\":7},\"items\":\\[\\{\"metadata\":.*]}\n");
    }

    @Test
    void metadataAloneIsASliceOfTheObject() throws Exception {
        String accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
        assertThat(server.get(COLLECTION + "/c", "Accept", accept).body())
                .startsWith("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{")
                .endsWith("}}\n").doesNotContain("\"data\"");
        String ofAList = accept.replace("Metadata;", "MetadataList;");
        assertThat(server.get(COLLECTION, "Accept", ofAList).body())
                .startsWith("{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",")
                .contains("\"items\":[{\"kind\":\"PartialObjectMetadata\"");
    }

    @Test
    void aTableHasTheDefaultColumns() throws Exception {
        String accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
        assertThat(server.get(COLLECTION, "Accept", accept).body())
                .startsWith("{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":")
                .contains("\"columnDefinitions\":[{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\"")
                .contains("\"rows\":[{\"cells\":[\"c\",\"2026-01-02T03:04:05Z\"],\"object\":{\"kind\":"
                        + "\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"c\"")
                .endsWith("}}]}\n");
        assertThat(server.get(COLLECTION + "?includeObject=None", "Accept", accept).body())
                .endsWith("\"object\":null}]}\n");
        assertThat(server.get(COLLECTION + "?includeObject=Object", "Accept", accept).body())
                .contains("\"object\":{\"kind\":\"ConfigMap\"").endsWith("\"data\":{\"a\":\"1\"}}}]}\n");
        assertThat(server.get(COLLECTION + "?includeObject=Odd", "Accept", accept).statusCode()).isEqualTo(400);
    }

    @Test
    void peopleSeeIndentedJson() throws Exception {
        assertThat(server.get(COLLECTION + "/c?pretty=true").body())
                .startsWith("{\n  \"kind\": \"ConfigMap\",\n  \"apiVersion\": \"v1\",\n  \"metadata\": {\n    \"name\"")
                .endsWith("\n  \"data\": {\n    \"a\": \"1\"\n  }\n}\n");
        assertThat(server.get("/api/v1/namespaces/empty/configmaps?pretty=true").body())
                .endsWith("\n  \"items\": []\n}\n");
        assertThat(server.get(COLLECTION + "/absent?pretty=true").body()).contains("\n  \"metadata\": {},");
    }

    @ParameterizedTest
    @CsvSource({"HEAD,200", "GET,200"})
    void headIsGetWithoutABody(String method, int status) throws Exception {
        HttpResponse<String> answer = server.send(method, COLLECTION + "/c", "");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body().isEmpty()).isEqualTo(method.equals("HEAD"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "application/json|{bad|400|couldn't get version/kind; json parse error: ",
        "application/json|[]|400|cannot unmarshal array",
        "application/json|{'kind':'ConfigMap','apiVersion':'v1'}|400|no kind \\\"ConfigMap\\\" is registered for",
        "application/json|{'kind':'DeleteOptions','apiVersion':'a/b/c'}|400|unexpected GroupVersion string: a/b/c",
        "application/json|{'gracePeriodSeconds':'x'}|400|json: cannot unmarshal string into Go struct field "
                + "DeleteOptions.gracePeriodSeconds of type int64",
        "application/json|{'orphanDependents':1}|400|DeleteOptions.orphanDependents of type bool",
        "application/json|{'preconditions':[]}|400|of type Preconditions",
        "application/json|{'ignoreStoreReadErrorWithClusterBreakingPotential':'yes'}|400|of type bool",
        "application/json|{'dryRun':['None']}|422|DeleteOptions.meta.k8s.io \\\"\\\" is invalid: dryRun: "
                + "Unsupported value",
        "application/json|{'propagationPolicy':'Bad'}|422|supported values: \\\"Foreground\\\", \\\"Background\\\", "
                + "\\\"Orphan\\\", \\\"nil\\\"",
        "application/json|{'propagationPolicy':'Orphan','orphanDependents':true}|422|"
                + "orphanDependents and deletionPropagation cannot be both set",
        "application/yaml|propagationPolicy: Bad|422|Unsupported value",
        "text/plain|x|415|unknown format",
        "application/cbor|x|415|unknown format",
        "application/json|{'kind':'DeleteOptions','apiVersion':'apps/v1','unknownField':1}|404|not found",
        "application/yaml|gracePeriodSeconds: 0|404|not found"})
    void optionsOfADeletionAreReadOrRefused(String type, String body, int status, String message) throws Exception {
        HttpResponse<String> answer = server.send(
                "DELETE", COLLECTION + "/absent", body.replace('\'', '"').replace("couldn\"t", "couldn't"),
                "Content-Type", type);
        assertThat(answer.body()).contains(message);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "gracePeriodSeconds=x, 400", "dryRun=Some, 422", "propagationPolicy=Bad, 422",
        "propagationPolicy=Orphan&orphanDependents=false, 422", "gracePeriodSeconds=5&propagationPolicy=Orphan, 404"})
    void optionsOfADeletionStandInTheQueryToo(String query, int status) throws Exception {
        assertThat(server.send("DELETE", COLLECTION + "/absent?" + query, "").statusCode()).isEqualTo(status);
        assertThat(server.send("DELETE", COLLECTION + "/absent?" + query, "{}").statusCode())
                .as("a body is all that counts").isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "OPTIONS|/api/v1/namespaces/ns/configmaps|405|MethodNotAllowed",
        "FOO|/api/v1/namespaces/ns/configmaps|405|MethodNotAllowed",
        "PUT|/api/v1/namespaces/ns/configmaps|405|MethodNotAllowed",
        "POST|/api/v1/namespaces/ns/configmaps/c|405|MethodNotAllowed",
        "POST|/api/v1/configmaps|405|MethodNotAllowed",
        "POST|/hello|405|MethodNotAllowed",
        "GET|/api/v1/configmaps/c|404|NotFound",
        "GET|/api/v1/namespaces/ns/configmaps/c/x|404|NotFound",
        "GET|/api/v1/namespaces/ns/configmaps/c/status/x|404|NotFound",
        "GET|/api/v1/namespaces/ns/configmaps/c%2Fd|404|NotFound",
        "GET|/api/v1/namespaces/ns/configmaps/absent|404|NotFound",
        "GET|/api/v1/namespaces/ns/widgets|404|NotFound",
        "GET|/api/v2/configmaps|404|NotFound",
        "GET|/api/v1/namespaces/ns/configmaps/%00|400|BadRequest",
        "GET|/api/v1/namespaces/ns/configmaps?limit=abc|400|BadRequest",
        "GET|/api/v1/namespaces/ns/configmaps?labelSelector=a%3D%3D%3Db|400|BadRequest",
        "GET|/api/v1/namespaces/ns/configmaps?timeout=xx|400|BadRequest",
        "DELETE|/api/v1/namespaces/ns/configmaps/c?propagationPolicy=Bad|422|Invalid",
    })
    void errorsAreStatusBodies(String method, String path, int status, String reason) throws Exception {
        HttpResponse<String> answer = server.send(method, path, "");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).startsWith("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
                + "\"Failure\",\"message\":").contains("\"reason\":\"" + reason + "\"")
                .endsWith("\"code\":" + status + "}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/apis/none.example.org/v1/x", "/api/v1/../x", "/hello/more", "/below"})
    void pathsThatNothingServesAreNotFound(String path) throws Exception {
        HttpResponse<String> answer = server.get(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(answer.body()).isEqualTo("404 page not found\n");
    }

    @Test
    void endpointsServeTheirPaths() throws Exception {
        assertThat(server.get("/hello").body()).isEqualTo("path /hello");
        assertThat(server.get("/below/x/y").body()).isEqualTo("path /below/x/y");
        HttpResponse<String> same = server.get("/same");
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.headers().firstValue("ETag")).hasValue("\"x\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GET / HTTP/1.1\\r\\nHost: a\\r\\nBad Header\\r\\n\\r\\n|400",
        "GET /a b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|400",
        "GARBAGE\\r\\n\\r\\n|400",
        "GET /\\u0000 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|400",
        "GET / HTTP/1.1\\r\\n\\r\\n|400",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n|400",
        "GET //x HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|404",
        "GET /..%2f..%2fetc HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|404",
        "GET /api/v1/namespaces/ns/configmaps/%zz HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|400",
        "OPTIONS * HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|404",
        "TRACE /api/v1/namespaces/ns/configmaps HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|405",
        "GET https://evil/api/v1/namespaces/ns/configmaps/c HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|400",
        "GET https://a/api/v1/namespaces/ns/configmaps/c HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n|200",
    })
    void noBytesMakeTheServerAnswerInHtml(String request, int status) throws Exception {
        String answer = server.raw(request.replace("\\r", "\r").replace("\\n", "\n").replace("\\u0000", "\0"));
        assertThat(answer).startsWith("HTTP/1.1 " + status).doesNotContain("<html").doesNotContain("<h1");
        if (status == 400) {
            assertThat(answer).contains("{\"kind\":\"Status\"");
        }
    }

    @Test
    void headersThatAreTooLargeAreRefused() throws Exception {
        String answer = server.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(200_000) + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 431").contains("{\"kind\":\"Status\"");
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedAndTheConnectionLives() throws Exception {
        HttpResponse<String> answer = server.send("POST", COLLECTION, "{\"a\":\"" + "x".repeat(4_000_000) + "\"}");
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("Request entity too large: limit is 3145728");
        String chunked = "POST " + COLLECTION + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + ("10000\r\n" + "x".repeat(0x10000) + "\r\n").repeat(60) + "0\r\n\r\n";
        assertThat(server.raw(chunked)).startsWith("HTTP/1.1 413");
    }

    @Test
    void aBodyIsCreatedUpdatedPatchedAndDeleted() throws Exception {
        String body = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                + "\"metadata\":{\"name\":\"n\"},\"data\":{\"a\":\"1\"}}";
        server.configMaps.warnings.add("unknown field \"x\"");
        HttpResponse<String> created = server.send("POST", COLLECTION, body);
        server.configMaps.warnings.clear();
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("Warning")).hasValue("299 - \"unknown field \\\"x\\\"\"");
        assertThat(server.send("PUT", COLLECTION + "/n", body).statusCode()).isEqualTo(200);
        assertThat(server.send("PATCH", COLLECTION + "/n", "{}", "Content-Type", "application/merge-patch+json").body())
                .contains("\"patched\":\"MERGE\"");
        assertThat(server.send("PATCH", COLLECTION + "/n", "[]", "Content-Type", "application/json-patch+json").body())
                .contains("\"patched\":\"JSON\"");
        String strategic = "application/strategic-merge-patch+json; charset=utf-8";
        assertThat(server.send("PATCH", COLLECTION + "/n", "{}", "Content-Type", strategic).body())
                .contains("\"patched\":\"STRATEGIC\"");
        assertThat(server.send("PATCH", COLLECTION + "/n", "{", "Content-Type", strategic).body())
                .contains("\"message\":\"unexpected end of JSON input\"");
        assertThat(server.send("PATCH", COLLECTION + "/n", "[]", "Content-Type", strategic).body()).contains(
                "\"message\":\"json: cannot unmarshal array into Go value of type map[string]interface {}\"");
        assertThat(server.send("DELETE", COLLECTION + "/n?dryRun=All", "").body()).isEqualTo(
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\",\"details\":"
                        + "{\"name\":\"n\",\"kind\":\"configmaps\"}}\n");
        assertThat(server.send("DELETE", COLLECTION + "/n", "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}")
                .statusCode()).isEqualTo(200);
        assertThat(server.get(COLLECTION + "/n").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"kind\":\"Secret\",\"apiVersion\":\"v1\"}|Secret in version \\\"v1\\\" cannot be handled as a ConfigMap: "
                + "converting (v1.Secret) to (core.ConfigMap): unknown conversion",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v2\"}|ConfigMap in version \\\"v2\\\" cannot be handled as a "
                + "ConfigMap: no kind \\\"ConfigMap\\\" is registered for version \\\"v2\\\"",
        "{bad json|the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json "
                + "parse error: ",
        "[]|(must be of type ConfigMap)",
        "\"text\"|(must be of type ConfigMap)",
        "{\"kind\":5}|cannot unmarshal number",
    })
    void bodiesOfAnotherKindAreRefused(String body, String message) throws Exception {
        HttpResponse<String> answer = server.send("POST", COLLECTION, body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"POST,text/plain", "POST,application/cbor", "PUT,application/merge-patch+json",
        "PATCH,application/json", "PATCH,application/apply-patch+cbor", "DELETE,text/plain"})
    void unknownMediaTypesAreUnsupported(String method, String type) throws Exception {
        String path = method.equals("POST") ? COLLECTION : COLLECTION + "/c";
        HttpResponse<String> answer = server.send(method, path, "{}", "Content-Type", type);
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).contains(method.equals("PATCH")
                ? "415: Unsupported Media Type" : "accepted media types include: application/json");
    }

    @Test
    void aResourceThatFailsIsAnInternalErrorThatNamesItsBundle() throws Exception {
        server.configMaps.fails = new IllegalStateException("secret detail");
        try {
            HttpResponse<String> answer = server.get(COLLECTION + "/c");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("plug-in mortise.core.http (").doesNotContain("secret detail");
        } finally {
            server.configMaps.fails = null;
        }
    }

    @Test
    void aConnectionServesOneRequestAfterTheOther() throws Exception {
        try (var socket = server.socket()) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                byte[] buffer = new byte[4096];
                int read = socket.getInputStream().read(buffer);
                assertThat(new String(buffer, 0, read, StandardCharsets.US_ASCII)).endsWith("path /hello");
            }
        }
    }
}
