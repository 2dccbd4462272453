package mortise.storage.encryption;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EncryptedStoreTest {

    private static final String PREFIX = "/registry/secrets/";
    private static final String KEY = PREFIX + "default/a";
    private static final String VALUE = "{\"metadata\":{\"name\":\"a\"}}";
    private static final String OLD = Samples.provider(Algorithm.AESCBC, "old", Samples.KEY_1);
    private static final String NEW = Samples.provider(Algorithm.AESGCM, "new", Samples.KEY_2);

    private final MemoryStore memory = new MemoryStore();

    @AfterEach
    void close() {
        memory.close();
    }

    private EncryptedStore store(String... providers) {
        return new EncryptedStore(memory, Samples.RESOURCES, Samples.rules(Samples.file("secrets", providers)));
    }

    private static long put(Store store, String key, String value) {
        long revision = store.get(key, 0).map(StoredValue::modRevision).orElse(0L);
        CommitOutcome outcome =
                store.commit(Commit.replace(key, revision, value.getBytes(UTF_8))).toCompletableFuture().join();
        return ((CommitOutcome.Committed) outcome).revision();
    }

    private static String text(Store store, String key) {
        StoredValue value = store.get(key, 0).orElseThrow();
        return value.unreadable().isEmpty() ? new String(value.value(), UTF_8) : "unreadable: " + value.unreadable();
    }

    private String stored(String key) {
        return new String(memory.get(key, 0).orElseThrow().value(), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    @Test
    void theFormIsThatOfKubernetes() {
        put(store(OLD), KEY, VALUE);
        assertThat(stored(KEY)).startsWith("k8s:enc:aescbc:v1:old:").doesNotContain("metadata");
        put(store(NEW), PREFIX + "default/b", VALUE);
        assertThat(stored(PREFIX + "default/b")).startsWith("k8s:enc:aesgcm:v1:new:").doesNotContain("metadata");
        put(store(Samples.provider(Algorithm.SECRETBOX, "box", Samples.KEY_1)), PREFIX + "default/c", VALUE);
        assertThat(stored(PREFIX + "default/c")).startsWith("k8s:enc:secretbox:v1:box:").doesNotContain("metadata");
        put(store(OLD), "/registry/configmaps/default/a", VALUE);
        assertThat(stored("/registry/configmaps/default/a")).isEqualTo(VALUE);
    }

    @Test
    void keysAreRotated() {
        put(store("identity: {}"), KEY, VALUE);
        assertThat(stored(KEY)).isEqualTo(VALUE);
        EncryptedStore first = store(OLD, "identity: {}");
        assertThat(text(first, KEY)).isEqualTo(VALUE);
        assertThat(first.outdated(KEY)).isTrue();
        put(first, KEY, VALUE);
        assertThat(first.outdated(KEY)).isFalse();
        EncryptedStore both = store(NEW, OLD);
        assertThat(text(both, KEY)).isEqualTo(VALUE);
        assertThat(both.outdated(KEY)).isTrue();
        put(both, KEY, VALUE);
        assertThat(text(store(NEW), KEY)).isEqualTo(VALUE);
        EncryptedStore away = store("identity: {}", NEW);
        assertThat(text(away, KEY)).isEqualTo(VALUE);
        assertThat(away.outdated(KEY)).isTrue();
    }

    @Test
    void anotherKeyOfTheSameProviderIsOutdatedToo() {
        put(store(OLD), KEY, VALUE);
        EncryptedStore both = store(
                Samples.provider(Algorithm.AESCBC, "next", Samples.KEY_2, "old", Samples.KEY_1));
        assertThat(text(both, KEY)).isEqualTo(VALUE);
        assertThat(both.outdated(KEY)).isTrue();
        EncryptedStore sameName = store(Samples.provider(Algorithm.AESGCM, "k", Samples.KEY_1));
        put(sameName, PREFIX + "default/b", VALUE);
        assertThat(text(store(Samples.provider(Algorithm.AESGCM, "k", Samples.KEY_2),
                Samples.provider(Algorithm.AESGCM, "k", Samples.KEY_1)), PREFIX + "default/b")).isEqualTo(VALUE);
    }

    @Test
    void whatCannotBeReadIsHandedOnWithTheReason() {
        put(store(OLD), KEY, VALUE);
        put(store(NEW), PREFIX + "default/b", VALUE);
        EncryptedStore store = store(NEW);
        assertThat(text(store, KEY)).isEqualTo("unreadable: no matching prefix found");
        assertThat(text(store(Samples.provider(Algorithm.AESCBC, "x", Samples.KEY_1)), KEY))
                .isEqualTo("unreadable: no matching key was found for the provided AES transformer");
        assertThat(text(store("identity: {}"), KEY)).contains("identity transformer tried to read encrypted data");
        List<StoredValue> page = store.range(RangeRequest.ofPrefix(PREFIX)).values();
        assertThat(page).extracting(value -> value.unreadable().isEmpty()).containsExactly(false, true);
        CommitOutcome refused = store.commit(Commit.create(KEY, new byte[0])).toCompletableFuture().join();
        assertThat(((CommitOutcome.Refused) refused).current().orElseThrow().unreadable()).isNotEmpty();
        assertThat(store.outdated(KEY)).isFalse();
        long revision = store.get(KEY, 0).orElseThrow().modRevision();
        assertThat(store.commit(Commit.delete(KEY, revision)).toCompletableFuture().join())
                .isInstanceOf(CommitOutcome.Committed.class);
    }

    @Test
    void aValueOfAnotherKeyIsNotTakenForThisOne() {
        EncryptedStore store = store(NEW);
        put(store, KEY, VALUE);
        put(memory, PREFIX + "default/b", "x");
        memory.commit(Commit.replace(PREFIX + "default/b", memory.currentRevision(),
                memory.get(KEY, 0).orElseThrow().value())).toCompletableFuture().join();
        assertThat(text(store, PREFIX + "default/b")).startsWith("unreadable: cannot be decrypted with the aesgcm key");
    }

    @Test
    void watchesSeePlainValues() throws Exception {
        EncryptedStore store = store(NEW);
        var seen = new Seen();
        try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, 1), seen)) {
            put(store(OLD), KEY, "old");
            long revision = put(store, PREFIX + "default/b", VALUE);
            assertThat(watch.awaitDelivered(revision, Duration.ofSeconds(10))).isTrue();
        }
        assertThat(seen.texts).containsExactly("unreadable: no matching prefix found", VALUE);
    }

    @Test
    void otherRulesThatReadEverythingDisturbNoWatch() throws Exception {
        EncryptedStore store = store(OLD);
        var seen = new Seen();
        try (StoreWatch watch = store.watch(new WatchRequest(PREFIX, 1), seen)) {
            put(store, KEY, "1");
            store.use(Samples.rules(Samples.file("secrets", NEW, OLD)));
            long revision = put(store, KEY, "2");
            assertThat(watch.awaitDelivered(revision, Duration.ofSeconds(10))).isTrue();
        }
        assertThat(stored(KEY)).startsWith("k8s:enc:aesgcm:v1:new:");
        assertThat(seen.texts).containsExactly("1", "2");
        assertThat(seen.end).isEmpty();
    }

    @Test
    void otherRulesThatReadLessHaveEverythingReadAgain() {
        EncryptedStore store = store(OLD);
        put(store, KEY, VALUE);
        var seen = new Seen();
        store.watch(new WatchRequest(PREFIX, store.currentRevision()), seen);
        store.use(Samples.rules(Samples.file("secrets", NEW)));
        assertThat(seen.end).singleElement().isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> store.watch(new WatchRequest(PREFIX, store.currentRevision()), seen))
                .isInstanceOf(CompactedException.class);
        assertThat(store.range(RangeRequest.ofPrefix(PREFIX)).values())
                .allMatch(value -> !value.unreadable().isEmpty());
        var next = new Seen();
        store.watch(new WatchRequest(PREFIX, store.currentRevision()), next);
        store.use(Samples.rules(Samples.file("secrets", NEW, OLD)));
        assertThat(next.end).as("what could not be read may be readable now").hasSize(1);
        assertThat(text(store, KEY)).isEqualTo(VALUE);
        assertThat(seen.end).hasSize(1);
    }

    @Test
    void otherRulesHoldAlsoWhenTheStoreIsAway() {
        var away = new SometimesAway(memory);
        var store = new EncryptedStore(
                away, Samples.RESOURCES, Samples.rules(Samples.file("secrets", OLD)));
        put(store, KEY, VALUE);
        var seen = new Seen();
        long revision = store.currentRevision();
        store.watch(new WatchRequest(PREFIX, revision), seen);
        away.away = true;
        store.use(Samples.rules(Samples.file("secrets", NEW)));
        assertThat(seen.end).singleElement().isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> store.watch(new WatchRequest(PREFIX, revision), seen))
                .isInstanceOf(CompactedException.class);
    }

    /** History is followed for a moment, too, for those who come back. */
    @Test
    void nobodyFollowsWhatHasToBeReadAgainBeforeItWas() {
        EncryptedStore store = store(OLD);
        put(store, KEY, VALUE);
        long revision = store.range(RangeRequest.ofPrefix(PREFIX)).revision();
        store.use(Samples.rules(Samples.file("secrets", NEW)));
        for (String prefix : List.of(PREFIX + "default/", PREFIX, PREFIX)) {
            assertThatThrownBy(() -> store.watch(new WatchRequest(prefix, revision), new Seen()))
                    .isInstanceOf(CompactedException.class);
        }
        store.range(RangeRequest.ofPrefix(PREFIX).atRevision(revision));
        assertThatThrownBy(() -> store.watch(new WatchRequest(PREFIX, revision), new Seen()))
                .as("a look at the past").isInstanceOf(CompactedException.class);
        store.range(RangeRequest.ofPrefix(PREFIX));
        store.watch(new WatchRequest(PREFIX, revision), new Seen()).close();
    }

    /** Does not say what is current when it is away; commits, reads and watches are as before. */
    private static final class SometimesAway implements Store {

        private final Store store;
        private volatile boolean away;

        SometimesAway(Store store) {
            this.store = store;
        }

        @Override
        public Optional<StoredValue> get(String key, long revision) {
            return store.get(key, revision);
        }

        @Override
        public RangePage range(RangeRequest request) {
            return store.range(request);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Commit commit) {
            return store.commit(commit);
        }

        @Override
        public StoreWatch watch(WatchRequest request, WatchListener listener) {
            return store.watch(request, listener);
        }

        @Override
        public long currentRevision() {
            if (away) {
                throw new StoreAwayException("the store is away", null);
            }
            return store.currentRevision();
        }

        @Override
        public void compact(long revision) {
            store.compact(revision);
        }

        @Override
        public long compactedRevision() {
            return store.compactedRevision();
        }
    }

    /** Remembers what it is told. */
    private static final class Seen implements WatchListener {

        private final List<String> texts = new ArrayList<>();
        private final List<StoreException> end = new ArrayList<>();

        @Override
        public synchronized void onEvents(List<StoreEvent> events) {
            for (StoreEvent event : events) {
                byte[] value = event.value();
                texts.add(!event.unreadable().isEmpty() ? "unreadable: " + event.unreadable()
                        : value == null ? "deleted" : new String(value, UTF_8));
            }
        }

        @Override
        public synchronized void onEnd(StoreException why) {
            end.add(why);
        }
    }
}
