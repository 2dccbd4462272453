package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.Test;

/** An update that changes nothing writes only what the store would store in another form today. */
class OutdatedValuesTest {

    private final AtomicBoolean outdated = new AtomicBoolean();

    @Test
    void whatIsOutdatedIsWrittenAgainByAnEqualUpdate() {
        try (var server = new TestServer("", RandomGenerator.getDefault(), "", new MemoryStore(), 1, Other::new)) {
            server.create("configmaps", "default", "{'metadata':{'name':'a'},'data':{'x':'1'}}");
            String first = version(server);
            server.update("configmaps", "default", server.get("configmaps", "default", "a"));
            server.merge("configmaps", "default", "a", "{'data':{'x':'1'}}");
            assertThat(version(server)).isEqualTo(first);
            outdated.set(true);
            server.update("configmaps", "default", server.get("configmaps", "default", "a"));
            String second = version(server);
            assertThat(second).isNotEqualTo(first);
            server.merge("configmaps", "default", "a", "{'data':{'x':'1'}}");
            assertThat(version(server)).isNotEqualTo(second);
        }
    }

    private static String version(TestServer server) {
        return server.get("configmaps", "default", "a").metadata().resourceVersion();
    }

    /** A store that says its values are outdated when the test says so. */
    private final class Other implements Store {

        private final Store store;

        Other(Store store) {
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

        @Override
        public boolean outdated(String key) {
            return outdated.get() && key.startsWith("/registry/configmaps/");
        }
    }
}
