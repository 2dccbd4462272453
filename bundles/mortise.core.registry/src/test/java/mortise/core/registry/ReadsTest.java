package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheWatch;
import mortise.group.core.CoreGroup;
import mortise.storage.memory.MemoryStore;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReadsTest {

    private final TestServer server = new TestServer();
    private final long[] revisions = new long[7];

    @BeforeEach
    void sixConfigMaps() {
        server.create("namespaces", "", "{'metadata':{'name':'other'}}");
        server.create("configmaps", "other", "{'metadata':{'name':'c1'}}");
        for (int i = 1; i <= 6; i++) {
            revisions[i] = server.create("configmaps", "default", "{'metadata':{'name':'c" + i + "','labels':{'par':'"
                    + (i % 2 == 0 ? "even" : "odd") + "'}}}").entry().revision();
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ListPage list(String... query) {
        return server.list("configmaps", "default", TestServer.options(map(query)));
    }

    private static Map<String, String> map(String... query) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < query.length; i += 2) {
            map.put(query[i], query[i + 1]);
        }
        return map;
    }

    @Test
    void snapshotsAnswerForTheStoreUnlessTheirGateIsOff() {
        String[] third = {"resourceVersion", Long.toString(revisions[3]), "resourceVersionMatch", "Exact"};
        server.store.compact(revisions[6]);
        assertThat(TestServer.names(list(third))).containsExactly("c1", "c2", "c3");

        try (var plain = new TestServer("", RandomGenerator.getDefault(), "ListFromCacheSnapshot=false",
                new MemoryStore(), 1)) {
            long first = plain.create("configmaps", "default", "{'metadata':{'name':'a'}}").entry().revision();
            long second = plain.create("configmaps", "default", "{'metadata':{'name':'b'}}").entry().revision();
            var exact = TestServer.options(
                    map("resourceVersion", Long.toString(first), "resourceVersionMatch", "Exact"));
            assertThat(TestServer.names(plain.list("configmaps", "default", exact))).containsExactly("a");
            plain.store.compact(second);
            assertThat(code(() -> plain.list("configmaps", "default", exact))).isEqualTo(410);
        }
    }

    private static int code(ThrowingCallable call) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        assertThat(refused).as("a refusal").isNotNull();
        return refused.status().code();
    }

    @Test
    void aListHoldsOneNamespaceOrAllInKeyOrder() {
        assertThat(TestServer.names(list())).containsExactly("c1", "c2", "c3", "c4", "c5", "c6");
        assertThat(TestServer.names(server.list("configmaps", "", ListOptions.ALL))).hasSize(7);
        ListPage page = list();
        assertThat(TestServer.names(page)).as("walked again").isEqualTo(TestServer.names(page));
        assertThat(page.revision()).isGreaterThanOrEqualTo(revisions[6]);
    }

    @Test
    void everyObjectComesOnOnePageAtOneVersionWhateverIsWrittenMeanwhile() {
        ListPage first = list("limit", "2");
        assertThat(first.remaining()).hasValue(4);
        server.create("configmaps", "default", "{'metadata':{'name':'c0'}}");
        server.delete("configmaps", "default", "c6");
        var all = new ArrayList<>(TestServer.names(first));
        ListPage page = first;
        while (!page.continueToken().isEmpty()) {
            page = list("limit", "2", "continue", page.continueToken());
            assertThat(page.revision()).isEqualTo(first.revision());
            all.addAll(TestServer.names(page));
        }
        assertThat(all).containsExactly("c1", "c2", "c3", "c4", "c5", "c6");
        assertThat(page.remaining()).isEmpty();
        assertThat(TestServer.names(list("continue", first.continueToken()))).containsExactly("c3", "c4", "c5", "c6");
    }

    @Test
    void aPageWithASelectorDoesNotSayHowMuchFollows() {
        ListPage first = list("limit", "1", "labelSelector", "par=odd");
        assertThat(TestServer.names(first)).containsExactly("c1");
        assertThat(first.remaining()).isEmpty();
        ListPage last = list("limit", "9", "labelSelector", "par=odd", "continue", first.continueToken());
        assertThat(TestServer.names(last)).containsExactly("c3", "c5");
        assertThat(last.continueToken()).isEmpty();
        assertThat(list("limit", "1", "fieldSelector", "metadata.name=c3").continueToken()).isEmpty();
    }

    @Test
    void fieldSelectorsNameKnownFieldsOnly() {
        assertThat(TestServer.names(list("fieldSelector", "metadata.name!=c2"))).hasSize(5);
        assertThat(TestServer.names(list("fieldSelector", "metadata.name=c2,metadata.name=c3"))).isEmpty();
        assertThat(TestServer.names(server.list("configmaps", "", TestServer.options(
                Map.of("fieldSelector", "metadata.namespace=other"))))).containsExactly("c1");
        ApiException refused = catchThrowableOfType(ApiException.class, () -> list("fieldSelector", "data.n=1"));
        assertThat(refused).hasMessage(
                "\"data.n\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        server.create("pods", "default",
                "{'metadata':{'name':'p'},'spec':{'nodeName':'n1'," + TestServer.POD + "}}");
        assertThat(TestServer.names(server.list("pods", "", TestServer.options(
                Map.of("fieldSelector", "spec.nodeName=n1,status.phase=Pending"))))).containsExactly("p");
    }

    @Test
    void versionsMeanWhatTheyMean() {
        String third = Long.toString(revisions[3]);
        assertThat(TestServer.names(list("resourceVersion", "0", "limit", "1"))).hasSize(6);
        assertThat(TestServer.names(list("resourceVersion", third))).hasSize(6);
        assertThat(TestServer.names(list("resourceVersion", third, "limit", "10"))).hasSize(3);
        ListPage exact = list("resourceVersion", third, "resourceVersionMatch", "Exact", "limit", "2");
        assertThat(exact.revision()).isEqualTo(revisions[3]);
        assertThat(exact.remaining()).hasValue(1);
        assertThat(TestServer.names(list("resourceVersion", third, "resourceVersionMatch", "NotOlderThan",
                "limit", "4"))).hasSize(4);
        assertThat(code(() -> list("resourceVersion", "bad"))).isEqualTo(400);
        assertThat(code(() -> list("resourceVersion", "-1"))).isEqualTo(400);
        assertThat(code(() -> list("resourceVersion", "999999999"))).isEqualTo(504);
        assertThat(code(() -> list("resourceVersion", "999999999", "resourceVersionMatch", "Exact"))).isEqualTo(504);
    }

    @Test
    void combinationsThatMeanNothingAreRefused() {
        String token = list("limit", "1").continueToken();
        assertThat(code(() -> list("resourceVersionMatch", "Exact"))).isEqualTo(422);
        assertThat(code(() -> list("resourceVersionMatch", "Exact", "resourceVersion", "0"))).isEqualTo(422);
        assertThat(code(() -> list("resourceVersionMatch", "exact", "resourceVersion", "1"))).isEqualTo(422);
        assertThat(code(() -> list("sendInitialEvents", "true"))).isEqualTo(422);
        assertThat(code(() -> list("limit", "1", "continue", token, "resourceVersion", "5"))).isEqualTo(400);
        assertThat(TestServer.names(list("limit", "1", "continue", token, "resourceVersion", "0")))
                .containsExactly("c2");
        assertThat(code(() -> list("limit", "1", "continue", "garbage"))).isEqualTo(400);
        assertThat(code(() -> list("limit", "1", "continue", token, "resourceVersion", "5", "resourceVersionMatch",
                "Exact"))).isEqualTo(422);
        assertThat(code(() -> watch("resourceVersionMatch", "NotOlderThan"))).isEqualTo(422);
        assertThat(code(() -> watch("sendInitialEvents", "true"))).isEqualTo(422);
        assertThat(code(() -> watch("resourceVersion", "bad"))).isEqualTo(400);
    }

    @Test
    void aTokenCannotLeadOutOfItsNamespace() {
        String forged = new ContinueToken(list().revision(), "a\u0000").encode();
        assertThat(TestServer.names(server.list("configmaps", "other", TestServer.options(map("continue", forged)))))
                .containsExactly("c1");
        String behind = new ContinueToken(list().revision(), "zzz\u0000").encode();
        assertThat(TestServer.names(list("continue", behind))).isEmpty();
    }

    @Test
    void aTokenWhoseVersionIsGoneIsAnsweredWithOneThatGoesOn() {
        String token = new ContinueToken(2, "default/c3\u0000").encode();
        server.store.compact(server.store.currentRevision());
        // The cache that saw the revision would still know it.
        server.groups.remove("core");
        server.groups.add("core", new CoreGroup(TestServer.NAMES, server::objects), "mortise.group.core");
        ApiException gone = catchThrowableOfType(ApiException.class, () -> list("limit", "2", "continue", token));
        assertThat(gone.status().code()).isEqualTo(410);
        ListPage rest = list("continue", gone.status().continueToken());
        assertThat(TestServer.names(rest)).containsExactly("c4", "c5", "c6");
    }

    @Test
    void aTokenLivesForFiveMinutes() {
        ListPage first = list("limit", "2");
        server.create("configmaps", "default", "{'metadata':{'name':'c0'}}");
        server.delete("configmaps", "default", "c3");
        server.cacheTime = TestServer.NOW.plus(Duration.ofMinutes(4));
        ListPage second = list("limit", "2", "continue", first.continueToken());
        assertThat(TestServer.names(second)).as("after four minutes").containsExactly("c3", "c4");
        assertThat(second.revision()).isEqualTo(first.revision());

        // The store lets go of what is older than five minutes.
        server.store.compact(server.store.currentRevision());
        server.cacheTime = TestServer.NOW.plus(Duration.ofMinutes(6));
        ApiException gone = catchThrowableOfType(
                ApiException.class, () -> list("limit", "2", "continue", first.continueToken()));
        assertThat(gone.status().code()).isEqualTo(410);
        assertThat(gone.status().reason()).isEqualTo(ErrorReason.EXPIRED);
        ContinueToken inconsistent = ContinueToken.decode(gone.status().continueToken());
        assertThat(inconsistent).isEqualTo(new ContinueToken(ContinueToken.LATEST, "default/c2\u0000"));
        ListPage rest = list("limit", "2", "continue", gone.status().continueToken());
        assertThat(TestServer.names(rest)).as("what is there now").containsExactly("c4", "c5");
        assertThat(rest.revision()).isGreaterThan(first.revision());
    }

    private Watched watch(String... query) {
        return watchIn("default", query);
    }

    private Watched watchIn(String namespace, String... query) {
        Map<String, String> options = map(query);
        options.put("watch", "true");
        return new Watched(namespace, options);
    }

    /** A watch whose events are waited for. */
    private final class Watched implements AutoCloseable {

        private final Semaphore readable = new Semaphore(0);
        private final CacheWatch watch;

        Watched(String namespace, Map<String, String> options) {
            watch = server.verbs("configmaps").watch(
                    new WatchRequest(namespace, "", TestServer.options(options), Optional.empty()), readable::release);
        }

        List<String> next(int count) throws InterruptedException {
            var events = new ArrayList<String>();
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (events.size() < count) {
                Optional<CacheEvent> event = watch.poll();
                if (event.isPresent()) {
                    events.add(event.get().type() + (event.get().type() == CacheEvent.Type.BOOKMARK
                            ? "" : " " + event.get().entry().name()));
                } else {
                    assertThat(watch.ended()).isEmpty();
                    assertThat(readable.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS))
                            .as("more than %s", events).isTrue();
                }
            }
            return events;
        }

        @Override
        public void close() {
            watch.close();
        }
    }

    @Test
    void aWatchStartsWithTheStateOrWithWhatFollowsAVersion() throws Exception {
        try (Watched fromState = watch("labelSelector", "par=odd");
                Watched fromVersion = watch("resourceVersion", Long.toString(revisions[4]))) {
            assertThat(fromState.next(3)).containsExactly("ADDED c1", "ADDED c3", "ADDED c5");
            assertThat(fromVersion.next(2)).containsExactly("ADDED c5", "ADDED c6");
            server.merge("configmaps", "default", "c1", "{'metadata':{'labels':{'par':'none'}}}");
            server.delete("configmaps", "default", "c3");
            assertThat(fromState.next(2)).containsExactly("DELETED c1", "DELETED c3");
            assertThat(fromVersion.next(2)).containsExactly("MODIFIED c1", "DELETED c3");
        }
    }

    @Test
    void oneNameIsWatchedInOneNamespaceOrInAll() throws Exception {
        try (Watched here = watch("fieldSelector", "metadata.name=c1");
                Watched everywhere = watchIn("", "fieldSelector", "metadata.name=c1");
                Watched selected = watchIn("", "fieldSelector", "metadata.name=c1,metadata.namespace=other")) {
            assertThat(here.next(1)).containsExactly("ADDED c1");
            assertThat(everywhere.next(2)).containsExactly("ADDED c1", "ADDED c1");
            assertThat(selected.next(1)).containsExactly("ADDED c1");
            server.delete("configmaps", "default", "c2");
            server.delete("configmaps", "other", "c1");
            server.delete("configmaps", "default", "c1");
            assertThat(here.next(1)).containsExactly("DELETED c1");
            assertThat(everywhere.next(2)).containsExactly("DELETED c1", "DELETED c1");
            assertThat(selected.next(1)).containsExactly("DELETED c1");
        }
    }

    @Test
    void initialEventsEndWithABookmarkForThoseWhoUnderstandIt() throws Exception {
        try (Watched withBookmark = watch("sendInitialEvents", "true", "resourceVersionMatch", "NotOlderThan",
                "allowWatchBookmarks", "true", "labelSelector", "par=even")) {
            assertThat(withBookmark.next(4)).containsExactly("ADDED c2", "ADDED c4", "ADDED c6", "BOOKMARK");
        }
        try (Watched none = watch("sendInitialEvents", "false", "resourceVersionMatch", "NotOlderThan")) {
            server.create("configmaps", "default", "{'metadata':{'name':'c7'}}");
            assertThat(none.next(1)).containsExactly("ADDED c7");
        }
    }
}
