package mortise.core.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.api.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestInfoResolverTest {

    private static RequestInfo resolve(String method, String target) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        return RequestInfoResolver.resolve(
                method, path, Query.parse(question < 0 ? "" : target.substring(question + 1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", emptyValue = "", value = {
        // method | target | verb | group | version | namespace | resource | subresource | name
        "GET|/api/v1/namespaces/ns/configmaps/c|get||v1|ns|configmaps||c",
        "GET|/api/v1/namespaces/ns/configmaps/c/|get||v1|ns|configmaps||c",
        "HEAD|/api/v1/namespaces/ns/configmaps/c|get||v1|ns|configmaps||c",
        "HEAD|/api/v1/namespaces/ns/configmaps?watch=1|list||v1|ns|configmaps||",
        "GET|/api/v1/namespaces/ns/configmaps|list||v1|ns|configmaps||",
        "GET|/api/v1/configmaps|list||v1||configmaps||",
        "GET|/api/v1/configmaps?watch=1|watch||v1||configmaps||",
        "GET|/api/v1/configmaps?watch|watch||v1||configmaps||",
        "GET|/api/v1/configmaps?watch=false|list||v1||configmaps||",
        "GET|/api/v1/configmaps?fieldSelector=metadata.name%3Dx|list||v1||configmaps||x",
        "GET|/api/v1/watch/namespaces/ns/configmaps/a|watch||v1|ns|configmaps||a",
        "GET|/api/v1/watch/configmaps|watch||v1||configmaps||",
        "GET|/api/v1/watch/namespaces/ns|watch||v1|ns|namespaces||ns",
        "GET|/api/v1/watch/configmaps?fieldSelector=metadata.name%3Dx|watch||v1||configmaps||",
        "GET|/api/v1/configmaps?watch=1&fieldSelector=metadata.name%3Dx|watch||v1||configmaps||x",
        "GET|/api/v1/configmaps?fieldSelector=metadata.name%3Dx%2525|list||v1||configmaps||",
        "DELETE|/api/v1/namespaces/ns/configmaps?fieldSelector=metadata.name%3Dx|deletecollection||v1|ns|configmaps||",
        "POST|/apis/apps/v1/namespaces/ns/deployments|create|apps|v1|ns|deployments||",
        "PUT|/apis/apps/v1/namespaces/ns/deployments/d/status|update|apps|v1|ns|deployments|status|d",
        "PATCH|/apis/apps/v1/namespaces/ns/deployments/d|patch|apps|v1|ns|deployments||d",
        "DELETE|/apis/apps/v1/namespaces/ns/deployments/d|delete|apps|v1|ns|deployments||d",
        "DELETE|/apis/apps/v1/namespaces/ns/deployments|deletecollection|apps|v1|ns|deployments||",
        "GET|/api/v1/namespaces|list||v1||namespaces||",
        "GET|/api/v1/namespaces/ns|get||v1|ns|namespaces||ns",
        "PUT|/api/v1/namespaces/ns/finalize|update||v1|ns|namespaces|finalize|ns",
        "PUT|/api/v1/namespaces/ns/status|update||v1|ns|namespaces|status|ns",
        "GET|/api/v1/namespaces/ns/configmaps/%63|get||v1|ns|configmaps||c",
        "GET|/api/v1/namespaces/ns/configmaps/c%2Fd|get||v1|ns|configmaps|d|c",
        "OPTIONS|/api/v1/namespaces/ns/configmaps|options||v1|ns|configmaps||",
        "LIST|/api/v1/namespaces/ns/configmaps|||v1|ns|configmaps||",
        "WATCH|/api/v1/namespaces/ns/configmaps|||v1|ns|configmaps||",
        "DELETECOLLECTION|/api/v1/namespaces/ns/configmaps|||v1|ns|configmaps||",
        "CREATE|/api/v1/namespaces/ns/configmaps|||v1|ns|configmaps||",
        "get|/api/v1/namespaces/ns/configmaps/c|||v1|ns|configmaps||c",
    })
    void readsResources(String method, String target, String verb, String group, String version, String namespace,
            String resource, String subresource, String name) {
        RequestInfo info = resolve(method, target);
        assertThat(info.resourceRequest()).isTrue();
        assertThat(java.util.List.of(info.verb(), info.group(), info.version(), info.namespace(), info.resource(),
                info.subresource(), info.name()))
                .containsExactly(text(verb), text(group), version, text(namespace), resource, text(subresource),
                        text(name));
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "", "/api", "/apis", "/api/v1", "/api/v1/", "/apis/apps", "/apis/apps/v1", "/version",
        "/livez/ping", "/apix/v1/pods", "/api/v1/../secrets/x", "/api/v1/namespaces/ns/configmaps/..",
        "/api/v1/namespaces/./configmaps", "//api/v1/pods", "/api//v1/pods", "/api/v1/namespaces//configmaps",
        "/api/v1/%2e%2e/secrets", "/api/v1/pods//", "/api/v1/namespaces/ns/configmaps/a%2F%2Fb", "*"})
    void everythingElseIsAPlainPath(String path) {
        RequestInfo info = resolve("GET", path);
        assertThat(info.resourceRequest()).isFalse();
        assertThat(info.verb()).isEqualTo("get");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/pods/%", "/api/v1/pods/%4", "/api/v1/pods/%zz", "/api/v1/pods/%00",
        "/api/v1/pods/a%0ab", "/api/v1/pods/%ff%fe", "/api/v1/pods/%c0%af", "/api/v1/pods/\u0000",
        "/api/v1/pods/%e2%82"})
    void whatCannotBeDecodedIsABadRequest(String path) {
        assertThatThrownBy(() -> resolve("GET", path)).isInstanceOfSatisfying(ApiException.class,
                refusal -> assertThat(refusal.status().code()).isEqualTo(400));
    }

    @Test
    void textBeyondAsciiIsDecoded() {
        assertThat(resolve("GET", "/api/v1/pods/%e2%82%ac\ud83d\ude00").path()).isEqualTo("/api/v1/pods/€😀");
    }

    @Test
    void aNameFromASelectorIsNotTheNameInThePath() {
        RequestInfo info = resolve("GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dx");
        assertThat(info.name()).isEqualTo("x");
        assertThat(info.pathName()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/pods, true", "HEAD, /api/v1/pods, true", "GET, /api/v1/pods?watch=1, true",
        "DELETE, /api/v1/namespaces/ns/pods, true", "GET, /api/v1/namespaces/ns/pods/p, false",
        "GET, /api/v1/watch/pods, false", "GET, /api/v1/watch/namespaces/ns/pods/p, false",
        "DELETE, /api/v1/namespaces/ns/pods/p, false", "POST, /api/v1/namespaces/ns/pods, false", "GET, /api, false"})
    void selectorsSayWhatSomeRequestsAreAbout(String method, String target, boolean selective) {
        assertThat(resolve(method, target).selective()).isEqualTo(selective);
    }
}
