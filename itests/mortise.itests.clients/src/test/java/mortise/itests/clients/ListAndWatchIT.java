package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mortise.itests.clients.RawAnswers.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The rows of the specification's tables about resource versions, chunks and watches, one case each, against a server
 * whose event log is far shorter than the store's history.
 */
class ListAndWatchIT {

    private static final String MAPS = "/api/v1/namespaces/rows/configmaps";
    private static final String MERGE = "application/merge-patch+json";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String AS_TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
    private static final int CHURN = 60;
    private static final String FUTURE = "999999999";
    private static final String TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private static Server server;
    private static RawAnswers api;
    /** The version at which a, b and c were there and nothing else. */
    private static String old;
    /** Begun early because they take their time. */
    private static CompletableFuture<Answer> futureGet;
    private static CompletableFuture<Answer> futureList;
    private static RawAnswers.Stream bookmarked;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start("rows", "--watch-history-events=20");
        api = new RawAnswers(server.kubeconfig());
        created("/api/v1/namespaces", "{\"metadata\":{\"name\":\"rows\"}}");
        for (String name : List.of("a", "b", "c")) {
            create(name, "one");
        }
        futureGet = api.getLater(MAPS + "/a?resourceVersion=" + FUTURE);
        futureList = api.getLater(MAPS + "?resourceVersion=" + FUTURE);
        old = api.get(MAPS).version();
        patch("b", "two");
        assertThat(api.send("DELETE", MAPS + "/c", "application/json", "").status()).isEqualTo(200);
        create("d", "one");
        for (int i = 0; i < CHURN; i++) {
            patch("a", "churn-" + i);
        }
        bookmarked = api.watch(MAPS + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=4&resourceVersion=" + now());
    }

    @AfterAll
    static void stop() {
        if (api != null) {
            bookmarked.close();
            api.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void created(String path, String json) {
        assertThat(api.send("POST", path, "application/json", json).status()).isEqualTo(201);
    }

    private static void create(String name, String tier) {
        created(MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"tier\":\"" + tier + "\"}}}");
    }

    private static String patch(String name, String tier) {
        Answer answer = api.send("PATCH", MAPS + "/" + name, MERGE,
                "{\"metadata\":{\"labels\":{\"tier\":\"" + tier + "\"}}}");
        assertThat(answer.status()).isEqualTo(200);
        return answer.version();
    }

    private static String now() {
        return api.get(MAPS + "?limit=1").version();
    }

    private static DynamicTest row(String name, org.junit.jupiter.api.function.Executable check) {
        return DynamicTest.dynamicTest(name, check);
    }

    private static Answer list(String query, int status) {
        Answer answer = api.get(MAPS + "?" + query);
        assertThat(answer.status()).as(query + " -> " + answer.body()).isEqualTo(status);
        return answer;
    }

    private static DynamicTest refused(String name, String query, int status, String message) {
        return row(name, () -> assertThat(list(query, status).message()).contains(message));
    }

    private static void notOlder(Answer answer, String version) {
        assertThat(Long.parseLong(answer.version())).isGreaterThanOrEqualTo(Long.parseLong(version));
    }

    @TestFactory
    Stream<DynamicTest> gets() {
        return Stream.of(
                row("unset is most recent", () -> {
                    String version = patch("a", "got");
                    assertThat(api.get(MAPS + "/a").version()).isEqualTo(version);
                }),
                row("0 is any", () -> assertThat(api.get(MAPS + "/a?resourceVersion=0").status()).isEqualTo(200)),
                row("other is not older than", () -> {
                    String version = patch("a", "got-again");
                    notOlder(api.get(MAPS + "/a?resourceVersion=" + version), version);
                }),
                row("of the future is 504", () -> tooLarge(futureGet.get(20, TimeUnit.SECONDS))),
                row("not a number is 400",
                        () -> assertThat(api.get(MAPS + "/a?resourceVersion=x").status()).isEqualTo(400)));
    }

    private static void tooLarge(Answer answer) {
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.message()).contains("Too large resource version: " + FUTURE + ", current: ");
        assertThat(answer.retryAfter()).contains("1");
        assertThat(answer.body().path("reason").asText()).isEqualTo("Timeout");
        assertThat(answer.body().at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
    }

    @TestFactory
    Stream<DynamicTest> listsWithoutMatch() {
        return Stream.of(
                row("no limit, unset: most recent", () -> {
                    create("fresh", "one");
                    assertThat(list("", 200).names()).containsExactly("a", "b", "d", "fresh");
                    assertThat(api.send("DELETE", MAPS + "/fresh", "application/json", "").status()).isEqualTo(200);
                }),
                row("no limit, 0: any", () -> assertThat(list("resourceVersion=0", 200).names()).contains("a", "b")),
                row("no limit, other: not older than", () -> notOlder(list("resourceVersion=" + old, 200), old)),
                row("no limit, of the future: 504", () -> tooLarge(futureList.get(20, TimeUnit.SECONDS))),
                row("limit, unset: most recent", () -> {
                    String version = patch("a", "page");
                    Answer page = list("limit=1", 200);
                    notOlder(page, version);
                    assertThat(page.names()).containsExactly("a");
                    assertThat(page.body().at("/metadata/remainingItemCount").asInt()).isEqualTo(2);
                }),
                row("limit, 0: any, and all of it", () -> {
                    Answer all = list("limit=1&resourceVersion=0", 200);
                    assertThat(all.names()).hasSizeGreaterThan(2);
                    assertThat(all.continueToken()).isEmpty();
                }),
                row("limit, other: exact", () -> {
                    Answer page = list("limit=2&resourceVersion=" + old, 200);
                    assertThat(page.version()).isEqualTo(old);
                    assertThat(page.names()).containsExactly("a", "b");
                    assertThat(list("limit=2&continue=" + page.continueToken(), 200).names()).startsWith("c");
                }),
                row("limit and continue, unset: continuation", () -> continued("")),
                row("limit and continue, 0: continuation", () -> continued("&resourceVersion=0")),
                row("limit and continue, other: 400", () -> assertThat(
                        list("limit=1&resourceVersion=5&continue=" + list("limit=1", 200).continueToken(), 400)
                                .message())
                        .isEqualTo("specifying resource version is not allowed when using continue")),
                refused("not a number: 400", "resourceVersion=x", 400, "invalid resource version"));
    }

    private static void continued(String version) {
        Answer first = list("limit=1", 200);
        patch("b", "after-the-first-page-" + version.length());
        Answer second = list("limit=1&continue=" + first.continueToken() + version, 200);
        assertThat(second.version()).isEqualTo(first.version());
        assertThat(second.names()).containsExactly("b");
        assertThat(Long.parseLong(Json.version(second.body().at("/items/0"))))
                .isLessThanOrEqualTo(Long.parseLong(first.version()));
    }

    @TestFactory
    Stream<DynamicTest> listsWithMatch() {
        String forbidden = "forbidden unless resourceVersion is provided";
        String exact = "resourceVersionMatch=Exact";
        String notOlder = "resourceVersionMatch=NotOlderThan";
        return Stream.of(
                refused("Exact, unset", exact, 422, forbidden),
                refused("Exact, 0", exact + "&resourceVersion=0", 422, "is forbidden for resourceVersion \"0\""),
                row("Exact, other: as it was", () -> {
                    Answer then = list(exact + "&resourceVersion=" + old, 200);
                    assertThat(then.version()).isEqualTo(old);
                    assertThat(then.names()).contains("a", "b", "c").doesNotContain("d");
                    assertThat(then.body().at("/items/1/metadata/labels/tier").asText()).isEqualTo("one");
                }),
                refused("Exact, limit, unset", exact + "&limit=1", 422, forbidden),
                refused("Exact, limit, 0", exact + "&limit=1&resourceVersion=0", 422, "is forbidden for"),
                row("Exact, limit, other", () -> {
                    Answer page = list(exact + "&limit=1&resourceVersion=" + old, 200);
                    assertThat(page.version()).isEqualTo(old);
                    assertThat(page.names()).containsExactly("a");
                }),
                refused("NotOlderThan, unset", notOlder, 422, forbidden),
                row("NotOlderThan, 0: any", () -> list(notOlder + "&resourceVersion=0", 200)),
                row("NotOlderThan, other", () -> notOlder(list(notOlder + "&resourceVersion=" + old, 200), old)),
                refused("NotOlderThan, limit, unset", notOlder + "&limit=1", 422, forbidden),
                row("NotOlderThan, limit, 0: any", () -> list(notOlder + "&limit=1&resourceVersion=0", 200)),
                row("NotOlderThan, limit, other", () -> {
                    Answer page = list(notOlder + "&limit=1&resourceVersion=" + old, 200);
                    notOlder(page, old);
                    assertThat(page.names()).containsExactly("a");
                    assertThat(page.continueToken()).isNotEmpty();
                }),
                row("match with continue", () -> assertThat(list(exact + "&resourceVersion=5&continue="
                        + list("limit=1", 200).continueToken(), 422).message())
                        .contains("forbidden when continue is provided")),
                refused("unknown match", "resourceVersionMatch=Newest&resourceVersion=5", 422, "Unsupported value"),
                refused("sendInitialEvents", "sendInitialEvents=true", 422, "forbidden for list"));
    }

    @TestFactory
    Stream<DynamicTest> chunks() {
        return Stream.of(
                row("every object once, at one version, while others write", () -> {
                    var names = new ArrayList<String>();
                    Answer page = list("limit=1", 200);
                    String version = page.version();
                    names.addAll(page.names());
                    while (!page.continueToken().isEmpty()) {
                        patch("a", "paged-" + names.size());
                        page = list("limit=1&continue=" + page.continueToken(), 200);
                        assertThat(page.version()).isEqualTo(version);
                        names.addAll(page.names());
                    }
                    assertThat(names).containsExactly("a", "b", "d");
                }),
                row("the token is base64url of JSON", () -> {
                    Answer page = list("limit=1", 200);
                    JsonNode token = Json.read(new String(Base64.getUrlDecoder().decode(page.continueToken()),
                            StandardCharsets.UTF_8));
                    assertThat(token.path("v").asText()).isEqualTo("meta.k8s.io/v1");
                    assertThat(token.path("rv").asText()).isEqualTo(page.version());
                    assertThat(token.path("start").asText()).isEqualTo("rows/a\u0000");
                }),
                row("a selector: nobody counts the rest", () -> {
                    Answer page = list("limit=1&labelSelector=tier", 200);
                    assertThat(page.continueToken()).isNotEmpty();
                    assertThat(page.body().path("metadata").has("remainingItemCount")).isFalse();
                }),
                row("tables", () -> assertThat(api.get(MAPS + "?limit=1", AS_TABLE)
                        .continueToken()).isNotEmpty()),
                row("metadata", () -> assertThat(api.get(MAPS + "?limit=1",
                        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1").continueToken())
                        .isNotEmpty()),
                row("0 is no limit", () -> assertThat(list("limit=0", 200).continueToken()).isEmpty()),
                refused("a limit that is no number", "limit=x", 400, ""),
                refused("a token that is none", "limit=1&continue=zzz", 400, "continue"));
    }

    private static RawAnswers.Stream watch(String query) {
        RawAnswers.Stream watch = api.watch(MAPS + "?watch=1&" + query);
        assertThat(watch.status()).as(query).isEqualTo(200);
        return watch;
    }

    @TestFactory
    Stream<DynamicTest> watchStarts() {
        return Stream.of(
                row("unset: the state, then changes", () -> stateAndChange("timeoutSeconds=20")),
                row("0: the same", () -> stateAndChange("timeoutSeconds=20&resourceVersion=0")),
                row("other: changes after it only, also those that memory has forgotten", () -> {
                    try (RawAnswers.Stream watch = watch("resourceVersion=" + old)) {
                        List<String> events = watch.texts(3 + CHURN);
                        assertThat(events).startsWith("MODIFIED b", "DELETED c", "ADDED d", "MODIFIED a");
                        assertThat(events.subList(3, events.size())).containsOnly("MODIFIED a");
                    }
                }),
                row("a selector sees objects come and go in what is forgotten", () -> {
                    try (RawAnswers.Stream watch = watch("labelSelector=tier%3Done&resourceVersion=" + old)) {
                        assertThat(watch.texts(4)).containsExactly("DELETED b", "DELETED c", "ADDED d", "DELETED a");
                    }
                }),
                row("a deletion has the version of the deletion", () -> {
                    try (RawAnswers.Stream watch = watch("fieldSelector=metadata.name%3Dc&resourceVersion=" + old)) {
                        JsonNode event = watch.next().orElseThrow();
                        assertThat(event.path("type").asText()).isEqualTo("DELETED");
                        assertThat(Long.parseLong(Json.version(event.path("object"))))
                                .isGreaterThan(Long.parseLong(old));
                    }
                }),
                row("of the future: nothing until the end", () -> {
                    try (RawAnswers.Stream watch = watch("timeoutSeconds=1&resourceVersion=" + FUTURE)) {
                        assertThat(watch.rest()).isEmpty();
                    }
                }),
                row("not a number: 400", () -> assertThat(
                        api.get(MAPS + "?watch=1&resourceVersion=x").status()).isEqualTo(400)),
                row("a match alone: 422", () -> assertThat(
                        api.get(MAPS + "?watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=1").status())
                        .isEqualTo(422)),
                row("a limit is ignored", () -> {
                    try (RawAnswers.Stream watch = watch("limit=1")) {
                        assertThat(watch.texts(3)).containsExactly("ADDED a", "ADDED b", "ADDED d");
                    }
                }));
    }

    private static void stateAndChange(String query) {
        try (RawAnswers.Stream watch = watch(query)) {
            assertThat(watch.texts(3)).containsExactly("ADDED a", "ADDED b", "ADDED d");
            patch("d", "seen-" + query.length());
            assertThat(watch.texts(1)).containsExactly("MODIFIED d");
        }
    }

    @TestFactory
    Stream<DynamicTest> watchesGoOn() {
        return Stream.of(
                row("a bookmark before the end", () -> {
                    var last = new ArrayList<JsonNode>();
                    for (var next = bookmarked.next(); next.isPresent(); next = bookmarked.next()) {
                        last.add(next.get());
                    }
                    JsonNode bookmark = last.stream().filter(e -> e.path("type").asText().equals("BOOKMARK"))
                            .findFirst().orElseThrow();
                    assertThat(bookmark.path("object").properties()).extracting(Map.Entry::getKey)
                            .contains("kind", "apiVersion", "metadata");
                    assertThat(Json.version(bookmark.path("object"))).isNotEmpty();
                }),
                row("JSON, one event a line, in chunks", () -> {
                    try (RawAnswers.Stream watch = watch("resourceVersion=0")) {
                        assertThat(watch.header("Content-Type")).isEqualTo("application/json");
                        assertThat(watch.next()).isPresent();
                    }
                }),
                row("a selector: what begins to match is added, what ends to match deleted", () -> {
                    try (RawAnswers.Stream watch = watch("labelSelector=tier%3Dgold&resourceVersion=" + now())) {
                        patch("d", "gold");
                        patch("d", "silver");
                        assertThat(watch.texts(2)).containsExactly("ADDED d", "DELETED d");
                    }
                }),
                row("one after the other, without gap or duplicate", () -> {
                    String from = now();
                    patch("d", "first");
                    String seen;
                    try (RawAnswers.Stream watch = watch("resourceVersion=" + from)) {
                        seen = Json.version(watch.next().orElseThrow().path("object"));
                    }
                    patch("d", "second");
                    patch("d", "third");
                    try (RawAnswers.Stream watch = watch("resourceVersion=" + seen)) {
                        assertThat(watch.next().orElseThrow().at("/object/metadata/labels/tier").asText())
                                .isEqualTo("second");
                        assertThat(watch.next().orElseThrow().at("/object/metadata/labels/tier").asText())
                                .isEqualTo("third");
                    }
                }),
                row("two watches see one order", () -> {
                    try (RawAnswers.Stream one = watch("resourceVersion=" + old);
                            RawAnswers.Stream other = watch("resourceVersion=" + old)) {
                        assertThat(one.texts(CHURN)).isEqualTo(other.texts(CHURN));
                    }
                }),
                row("a table has its columns once", () -> {
                    try (RawAnswers.Stream watch = api.watch(MAPS + "?watch=1",
                            AS_TABLE)) {
                        assertThat(watch.next().orElseThrow().at("/object/columnDefinitions")).isNotEmpty();
                        JsonNode second = watch.next().orElseThrow().path("object");
                        assertThat(second.path("columnDefinitions")).isEmpty();
                        assertThat(second.path("rows")).hasSize(1);
                    }
                }),
                row("Protobuf: a length before every event", () -> {
                    try (RawAnswers.Stream watch = api.watch(MAPS + "?watch=1", PROTOBUF + ";stream=watch")) {
                        int length = watch.bytes().readInt();
                        assertThat(watch.bytes().readByteArray(length)).startsWith(10, 5, 'A', 'D', 'D', 'E', 'D');
                    }
                }),
                row("YAML: 406", () -> {
                    try (RawAnswers.Stream watch = api.watch(MAPS + "?watch=1", "application/yaml")) {
                        assertThat(watch.status()).isEqualTo(406);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> initialEvents() {
        String initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
        return Stream.of(
                row("added, then the bookmark, then changes", () -> {
                    String version = patch("d", "before");
                    try (RawAnswers.Stream watch = watch(initial + "&allowWatchBookmarks=true")) {
                        assertThat(watch.texts(3)).containsExactly("ADDED a", "ADDED b", "ADDED d");
                        JsonNode bookmark = watch.next().orElseThrow().path("object");
                        assertThat(bookmark.path("metadata").path("annotations").path("k8s.io/initial-events-end")
                                .asText()).isEqualTo("true");
                        assertThat(Long.parseLong(Json.version(bookmark))).isGreaterThanOrEqualTo(
                                Long.parseLong(version));
                        patch("d", "after");
                        assertThat(watch.texts(1)).containsExactly("MODIFIED d");
                    }
                }),
                row("no bookmark that nobody asked for", () -> {
                    try (RawAnswers.Stream watch = watch(initial + "&timeoutSeconds=1&resourceVersion=" + old)) {
                        assertThat(watch.rest()).containsExactly(
                                "ADDED a", "ADDED b", "ADDED d");
                    }
                }),
                row("false: no state", () -> {
                    try (RawAnswers.Stream watch = watch(
                            "sendInitialEvents=false&resourceVersionMatch=NotOlderThan&timeoutSeconds=1")) {
                        assertThat(watch.rest()).isEmpty();
                    }
                }),
                row("without a match: 422", () -> assertThat(
                        api.get(MAPS + "?watch=1&sendInitialEvents=true").status()).isEqualTo(422)),
                row("with Exact: 422", () -> assertThat(api.get(MAPS
                        + "?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=5").status())
                        .isEqualTo(422)));
    }

    @TestFactory
    Stream<DynamicTest> webSockets() {
        String watch = MAPS + "?watch=1&fieldSelector=metadata.name%3Da";
        return Stream.of(
                row("JSON comes as text", () -> assertThat(api.firstMessage(watch).get(20, TimeUnit.SECONDS))
                        .startsWith("text  {\"type\":\"ADDED\",\"object\":{")),
                row("Protobuf comes as bytes", () -> assertThat(
                        api.firstMessage(watch, "Accept", PROTOBUF + ";stream=watch").get(20, TimeUnit.SECONDS))
                        .startsWith("binary  0a054144444544")),
                row("a subprotocol is agreed on, and no token is one", () -> assertThat(api.firstMessage(watch,
                        "Sec-WebSocket-Protocol", TOKEN_PROTOCOL + "eA, v1.watch").get(20, TimeUnit.SECONDS))
                        .startsWith("text v1.watch ")));
    }
}
