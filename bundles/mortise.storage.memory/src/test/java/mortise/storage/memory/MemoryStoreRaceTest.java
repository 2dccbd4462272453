package mortise.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What others do while commits are made and the store is closed. */
final class MemoryStoreRaceTest {

    private static final int COMMITS = 3_000;
    private static final int STORES = 300;
    private static final long PATIENCE_SECONDS = 20;

    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        other.shutdownNow();
    }

    @Test
    void everyCommitIsAnsweredAndToldWhileItsRevisionIsCompacted() throws Exception {
        var store = new MemoryStore();
        var seen = new Seen();
        var over = new AtomicBoolean();
        try {
            store.watch(new WatchRequest("/k/", 1), seen);
            Future<?> compaction = other.submit(() -> {
                while (!over.get()) {
                    store.compact(store.currentRevision());
                }
            });
            for (int i = 0; i < COMMITS; i++) {
                assertThat(store.commit(Commit.create("/k/" + i, new byte[0])).toCompletableFuture()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(Committed.class);
            }
            over.set(true);
            compaction.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(List.copyOf(seen.revisions)).hasSize(COMMITS).isSorted().doesNotHaveDuplicates();
        } finally {
            over.set(true);
            store.close();
        }
    }

    @Test
    void aWatchThatBeginsWhileTheStoreClosesIsRefusedOrEnds() throws Exception {
        for (int i = 0; i < STORES; i++) {
            var store = new MemoryStore();
            var seen = new Seen();
            var start = new CountDownLatch(1);
            Future<?> closing = other.submit(() -> {
                start.await();
                store.close();
                return null;
            });
            start.countDown();
            boolean refused = false;
            try {
                store.watch(new WatchRequest("/k/", 1), seen);
            } catch (StoreException closed) {
                refused = true;
            }
            closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!refused) {
                assertThat(seen.end).as("the end of a watch, store %d", i).isDone();
            }
        }
    }

    private static final class Seen implements WatchListener {

        private final ConcurrentLinkedQueue<Long> revisions = new ConcurrentLinkedQueue<>();
        private final CompletableFuture<StoreException> end = new CompletableFuture<>();

        @Override
        public void onEvents(List<StoreEvent> events) {
            events.forEach(event -> revisions.add(event.revision()));
        }

        @Override
        public void onEnd(StoreException why) {
            end.complete(why);
        }
    }
}
