package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.core.http.route.DeprecatedRequests.Asked;
import mortise.core.registry.WriteRequest;
import mortise.core.registry.WriteResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubresourceTest {

    private static final String PATH = "/api/v1/namespaces/default/endpoints/e";
    private TestServer server;

    @BeforeEach
    void open() throws IOException {
        server = TestServer.open();
        server.endpoints.put("default", "e", "x");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aViewIsAnsweredAsTheKindItIs() throws Exception {
        HttpResponse<String> answer = server.get(PATH + "/scale");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("{\"kind\":\"Scale\",\"apiVersion\":\"x.io/v2\",\"metadata\":");
    }

    @Test
    void anActionIsAnsweredAsTheKindThatItReturns() throws Exception {
        var seen = new AtomicReference<WriteRequest>();
        var status = ApiObject.ofKind(new GroupVersionKind("", "v1", "Status"));
        status.tree().put("status", "Success");
        CacheEntry entry = CacheEntry.of("", JsonEncoder.encodeStored(status), 0, Map.of());
        server.endpoints.action = request -> {
            seen.set(request);
            return new WriteResult(entry, Optional.of(new GroupVersionKind("", "v1", "Status")), true,
                    List.of("poked"));
        };
        HttpResponse<String> answer = server.send("POST", PATH + "/poke?dryRun=All&a=b",
                "{\"metadata\":{\"name\":\"e\"}}", "Content-Type", "application/json");
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo(
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\"}\n");
        assertThat(answer.headers().allValues("Warning")).contains("299 - \"poked\"");
        assertThat(seen.get().query()).containsEntry("a", "b");
        assertThat(seen.get().options().dryRun()).isTrue();
        assertThat(((Map<?, ?>) seen.get().body().value()).get("kind")).isEqualTo("Poke");
        assertThat(server.get(PATH + "/poke").statusCode()).isEqualTo(405);
    }

    @Test
    void whoUsesADeprecatedVersionIsWarnedAndRemembered() throws Exception {
        assertThat(server.server.deprecatedRequests()).isEmpty();
        HttpResponse<String> answer = server.get("/api/v1/namespaces/default/endpoints");
        assertThat(answer.headers().allValues("Warning"))
                .containsExactly("299 - \"v1 Endpoints is deprecated in v1.33+\"");
        server.get(PATH + "/scale");
        server.get(PATH + "/scale");
        assertThat(server.get("/api/v1/namespaces/default/configmaps").headers().allValues("Warning")).isEmpty();
        // What is not there at all is not deprecated either.
        server.get(PATH + "/nothing");
        assertThat(server.server.deprecatedRequests()).containsExactlyInAnyOrder(
                new Asked("", "v1", "endpoints", "", "1.99"), new Asked("", "v1", "endpoints", "scale", "1.99"));
        HttpResponse<String> missing = server.get("/api/v1/namespaces/default/endpoints/none");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().allValues("Warning")).hasSize(1);
    }
}
