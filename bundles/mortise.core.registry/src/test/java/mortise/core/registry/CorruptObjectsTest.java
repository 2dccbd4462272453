package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheWatch;
import mortise.spi.storage.Commit;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects of which the stored bytes are broken: {@code default/bad} among {@code default/a} and {@code other/z}. */
class CorruptObjectsTest {

    private static final String KEY = "/registry/configmaps/default/bad";
    private static final DeleteOptions UNSAFE = new DeleteOptions(OptionalLong.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), false, true);

    private final List<String> asked = new ArrayList<>();
    private TestServer server;

    @BeforeEach
    void open() {
        server = server("AllowUnsafeMalformedObjectDeletion=true");
        server.create("configmaps", "default", "{'metadata':{'name':'a','labels':{'g':'1'}}}");
        server.create("configmaps", "other", "{'metadata':{'name':'z'}}");
    }

    private TestServer server(String gates) {
        var store = new MemoryStore();
        store.commit(Commit.create(KEY, "\u0000broken".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture().join();
        return new TestServer("", RandomGenerator.getDefault(), gates, store, 1);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private DeleteResult delete(String name, DeleteOptions options) {
        return server.verbs("configmaps").delete(new DeleteRequest(
                TestServer.USER, "default", name, options, () -> asked.add(name)));
    }

    private ApiStatus listing(String namespace, Map<String, String> query) {
        return refused(() -> server.list("configmaps", namespace, TestServer.options(query))).status();
    }

    @Test
    void readingItIsAnInternalErrorThatSaysWhereItIs() {
        ApiStatus status = refused(() -> server.get("configmaps", "default", "bad")).status();
        assertThat(status.reason()).isEqualTo(ErrorReason.INTERNAL_ERROR);
        assertThat(status.message()).startsWith("Internal error occurred: StorageError: corrupt object, Code: 7, Key:"
                + " /configmaps/default/bad, ResourceVersion: 0, AdditionalErrorMsg: object not decodable"
                + " revision=2: ");
        assertThat(server.get("configmaps", "default", "a")).isNotNull();
    }

    @Test
    void writingToItIsTheSameErrorAndItsNameStaysTaken() {
        for (Runnable write : List.<Runnable>of(
                () -> server.merge("configmaps", "default", "bad", "{'data':{'x':'1'}}"),
                () -> server.update("configmaps", "default", "bad", "", "{'metadata':{'name':'bad'}}"),
                () -> server.delete("configmaps", "default", "bad"))) {
            assertThat(refused(write::run)).hasMessageContaining("StorageError: corrupt object");
        }
        assertThat(refused(() -> server.create("configmaps", "default", "{'metadata':{'name':'bad'}}")).status()
                .reason()).isEqualTo(ErrorReason.ALREADY_EXISTS);
    }

    @Test
    void aListThatItIsInNamesIt() {
        for (Map<String, String> query : List.of(Map.<String, String>of(), Map.of("labelSelector", "g=1"),
                Map.of("fieldSelector", "metadata.name=bad"), Map.of("limit", "5"))) {
            ApiStatus status = listing("default", query);
            assertThat(status.reason()).as("%s", query).isEqualTo(ErrorReason.STORAGE_READ_ERROR);
            assertThat(status.code()).isEqualTo(500);
            assertThat(status.message()).isEqualTo("failed to read one or more configmaps from the storage");
            assertThat(status.details().orElseThrow().name()).isEqualTo("/registry/configmaps/");
            assertThat(status.details().orElseThrow().causes()).singleElement().satisfies(cause -> {
                assertThat(cause.reason()).isEqualTo("UnexpectedServerResponse");
                assertThat(cause.field()).isEqualTo(KEY);
            });
        }
        assertThat(listing("", Map.of()).reason()).isEqualTo(ErrorReason.STORAGE_READ_ERROR);
    }

    @Test
    void aListThatItIsNotInDoesNotCare() {
        server.create("configmaps", "default", "{'metadata':{'name':'c'}}");
        assertThat(TestServer.names(server.list("configmaps", "other", ListOptions.ALL))).containsExactly("z");
        assertThat(TestServer.names(server.list("configmaps", "default", TestServer.options(
                Map.of("fieldSelector", "metadata.name=a"))))).containsExactly("a");
        ListPage first = server.list("configmaps", "default", TestServer.options(Map.of("limit", "1")));
        assertThat(TestServer.names(first)).as("the page before it").containsExactly("a");
    }

    @Test
    void oneAnswerNamesAHundred() {
        for (int i = 0; i < 100; i++) {
            server.store.commit(Commit.create(KEY + i, new byte[] {1})).toCompletableFuture().join();
        }
        var causes = listing("default", Map.of()).details().orElseThrow().causes();
        assertThat(causes).hasSize(101);
        assertThat(causes.get(100).reason()).isEqualTo("FieldValueTooMany");
    }

    @Test
    void itIsDeletedWhenAskedForAndWatchesAreTold() {
        try (CacheWatch watch = server.verbs("configmaps").watch(new WatchRequest("", "",
                TestServer.options(Map.of("watch", "true", "resourceVersion", "0")), Optional.empty()), () -> { })) {
            DeleteResult result = delete("bad", UNSAFE);
            assertThat(result.gone()).isTrue();
            assertThat(result.entry().corrupt()).isTrue();
            assertThat(result.entry().name()).isEqualTo("bad");
            assertThat(asked).containsExactly("bad");
            assertThat(refused(() -> server.get("configmaps", "default", "bad")).status().code()).isEqualTo(404);
            assertThat(TestServer.names(server.list("configmaps", "", ListOptions.ALL))).containsExactly("a", "z");
            List<String> events = new ArrayList<>();
            for (Optional<CacheEvent> next = watch.poll(); next.isPresent(); next = watch.poll()) {
                events.add(next.get().type() + " " + next.get().entry().name());
            }
            assertThat(events).containsExactly("ADDED a", "ADDED z", "DELETED bad");
        }
    }

    @Test
    void whatCanBeReadIsNotDeletedThatWay() {
        for (String name : List.of("a", "absent")) {
            ApiException refused = refused(() -> delete(name, UNSAFE));
            assertThat(refused.status().code()).isEqualTo(422);
            assertThat(refused).hasMessage("configmaps \"" + name + "\" is invalid:"
                    + " ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: is exclusively used to"
                    + " delete corrupt object(s), try again by removing this option");
        }
        assertThat(server.get("configmaps", "default", "a")).isNotNull();
    }

    @Test
    void theOptionStandsAlone() {
        var all = new DeleteOptions(OptionalLong.of(0), Optional.of("u"), Optional.empty(), Optional.empty(),
                Optional.of(false), true, true);
        ApiException refused = refused(() -> delete("bad", all));
        assertThat(refused.status().code()).isEqualTo(422);
        for (String field : List.of("dryRun", "orphanDependents", "gracePeriodSeconds", "preconditions")) {
            assertThat(refused).hasMessageContaining("cannot be set together with ." + field);
        }
        assertThat(refused(() -> server.verbs("configmaps").deleteCollection(
                new DeleteCollectionRequest(TestServer.USER, "default", ListOptions.ALL, UNSAFE))))
                .hasMessageContaining("is not allowed with DELETECOLLECTION, try again after removing the option");
        assertThat(asked).as("nobody needs a right for what is wrong anyway").isEmpty();
    }

    @Test
    void whatIsBrokenBehindItsMetadataCanBeDeletedToo() {
        String half = "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'half','namespace':'default',"
                + "'uid':'u'},'data':{!!}}";
        server.store.commit(Commit.create("/registry/configmaps/default/half",
                half.replace('\'', '"').getBytes(StandardCharsets.UTF_8))).toCompletableFuture().join();
        assertThat(delete("half", UNSAFE).entry().corrupt()).isTrue();
        assertThat(refused(() -> server.get("configmaps", "default", "half")).status().code()).isEqualTo(404);
    }

    @Test
    void whoMayNotDoItDoesNot() {
        ApiException refused = refused(() -> server.verbs("configmaps").delete(new DeleteRequest(TestServer.USER,
                "default", "bad", UNSAFE, () -> {
                    throw ApiException.badRequest("you may not");
                })));
        assertThat(refused).hasMessage("you may not");
        assertThat(refused(() -> server.get("configmaps", "default", "bad")).status().code()).isEqualTo(500);
    }

    @Test
    void theOptionMeansNothingWithoutItsGate() {
        server.close();
        server = server("");
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        assertThat(refused(() -> delete("bad", UNSAFE))).hasMessageContaining("StorageError: corrupt object");
        assertThat(delete("a", UNSAFE).gone()).isTrue();
        assertThat(asked).isEmpty();
    }
}
